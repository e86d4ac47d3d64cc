import type { Values } from '../../../flows/values.ts';
import type { Id } from '../../db/tables.ts';

/** The version of a flow that somebody is in. */
export type FlowPlace = { flowId: Id; number: number; node: string; tries: number; values: Values };

export type RunStatus = 'running' | 'ended' | 'handed_off' | 'stopped' | 'stuck';

/** Where a conversation is in a flow. `callers`: the flows that called this one, the last one last. */
export type RunState = FlowPlace & {
  callers: readonly FlowPlace[];
  seq: number;
  /** Exits that it took by itself or by another server's answer, since the customer last wrote or a time was over. */
  automatic: number;
  /** Waits that were over since the customer last wrote. */
  waits: number;
  status: RunStatus;
  dueAt: Date | null;
};

/** What had a step happen. */
export type StepCause = 'customer' | 'time' | 'server' | 'person';

/** Something that happened to a run: an exit was taken, or it came into another flow, or back, or into another version. */
export type RunStep = {
  seq: number;
  kind: 'begin' | 'exit' | 'call' | 'goto' | 'return' | 'resume' | 'move' | 'end';
  cause: StepCause;
  flowId: Id;
  number: number;
  fromNode: string | null;
  exit: string | null;
  node: string;
  tries: number;
  /** Values that it set. */
  saved: Values;
  status: RunStatus;
  dueAt: Date | null;
};

/** A run after one more step. */
export function folded(before: RunState | null, step: RunStep): RunState {
  const { seq, kind, flowId, number, node, tries, saved, status, dueAt } = step;
  const at = { flowId, number, node, tries, seq, status, dueAt };
  if (before === null || kind === 'begin') return { ...at, automatic: 0, waits: 0, values: saved, callers: [] };
  const { callers } = before;
  const counts = { automatic: automaticAfter(before, kind), waits: waitsAfter(before, step) };
  switch (kind) {
    case 'call':
      return { ...at, ...counts, values: saved, callers: [...callers, placeOf(before)] };
    case 'goto':
      return { ...at, ...counts, values: saved, callers };
    case 'return':
      return { ...at, ...counts, values: { ...callers.at(-1)?.values, ...saved }, callers: callers.slice(0, -1) };
    case 'exit':
    case 'resume':
    case 'move':
    case 'end':
      return { ...at, ...counts, values: { ...before.values, ...saved }, callers };
  }
}

/** Whoever waits for the customer or for time has a time at which that is over. */
function automaticAfter({ automatic, dueAt }: RunState, kind: RunStep['kind']): number {
  if (kind === 'resume') return 0;
  if (kind !== 'exit') return automatic;
  return dueAt === null ? automatic + 1 : 1;
}

function waitsAfter({ waits, dueAt }: RunState, { kind, cause }: RunStep): number {
  if (kind === 'resume') return 0;
  if (kind !== 'exit' || dueAt === null) return waits;
  return cause === 'time' ? waits + 1 : 0;
}

function placeOf({ flowId, number, node, tries, values }: RunState): FlowPlace {
  return { flowId, number, node, tries, values };
}
