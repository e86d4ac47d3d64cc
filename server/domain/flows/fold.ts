import type { Values } from '../../../flows/values.ts';
import type { Id } from '../../db/tables.ts';

/** The version of a flow that somebody is in. */
export type FlowPlace = { flowId: Id; number: number; node: string; tries: number; values: Values };

export type RunStatus = 'running' | 'ended' | 'handed_off' | 'stopped' | 'stuck';

/** Where a conversation is in a flow. `callers`: the flows that called this one, the last one last. */
export type RunState = FlowPlace & {
  callers: readonly FlowPlace[];
  seq: number;
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
  if (before === null || kind === 'begin') return { ...at, values: saved, callers: [] };
  const { callers } = before;
  switch (kind) {
    case 'call':
      return { ...at, values: saved, callers: [...callers, placeOf(before)] };
    case 'goto':
      return { ...at, values: saved, callers };
    case 'return':
      return { ...at, values: { ...callers.at(-1)?.values, ...saved }, callers: callers.slice(0, -1) };
    case 'exit':
    case 'resume':
    case 'move':
    case 'end':
      return { ...at, values: { ...before.values, ...saved }, callers };
  }
}

function placeOf({ flowId, number, node, tries, values }: RunState): FlowPlace {
  return { flowId, number, node, tries, values };
}
