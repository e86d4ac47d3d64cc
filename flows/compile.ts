import { assign, setup, transition } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { exitsOf, own } from './exits.ts';

/** An exit was taken. `decide` chooses it, outside the machine. */
export interface ExitTaken {
  readonly type: `exit.${string}`;
}

/** Wrong answers to the question so far. */
export interface FlowContext {
  readonly tries: number;
}

/** Exits that repeat the question until its tries are used up. */
const REPEATED: ReadonlySet<string> = new Set(['other', 'media']);

const { createMachine } = setup({
  types: { context: {} as FlowContext, events: {} as ExitTaken },
  guards: { isTriedAgain: ({ context }, { tries }: { tries: number }) => context.tries + 1 < tries },
  actions: {
    count: assign({ tries: ({ context }) => context.tries + 1 }),
    begin: assign({ tries: 0 }),
  },
});

/** The target of exits that lead nowhere. Published flows have no such exit. */
export const NOWHERE = '-nowhere';

/** A flow as a machine: steps are its states, exits its events. Its only data is the count of wrong answers. */
export function compile({ start, nodes }: Flow) {
  const states = Object.entries(nodes).map(([id, node]) => [id, { on: exitsOn(id, node, nodes) }] as const);
  return createMachine({
    context: { tries: 0 },
    initial: start,
    states: { ...Object.fromEntries(states), [NOWHERE]: {} },
  });
}

export type FlowMachine = ReturnType<typeof compile>;
export type FlowSnapshot = SnapshotFrom<FlowMachine>;

function exitsOn(id: string, node: FlowNode, nodes: Flow['nodes']) {
  return Object.fromEntries(
    exitsOf(node).map((name) => {
      const wanted = own(node.exits, name);
      const target = wanted !== undefined && Object.hasOwn(nodes, wanted) ? wanted : NOWHERE;
      const onwards = { target, reenter: true, actions: 'begin' } as const;
      if (node.kind !== 'ask' || !REPEATED.has(name)) return [`exit.${name}`, [onwards]];
      const guard = { type: 'isTriedAgain', params: { tries: node.tries } } as const;
      return [`exit.${name}`, [{ guard, target: id, reenter: true, actions: 'count' } as const, onwards]];
    }),
  );
}

/** Transitions of the machine, memoized: all conversations share a few places. */
export function stepper(flow: Flow) {
  const machine = compile(flow);
  const at = new Map<string, FlowSnapshot>();
  const known = new Map<string, Place>();
  return ({ node, tries }: Place, exit: string): Place => {
    const key = `${node} ${tries} ${exit}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const place = `${node} ${tries}`;
    const snapshot = at.get(place) ?? machine.resolveState({ value: node, context: { tries } });
    at.set(place, snapshot);
    const next = placeOf(machine, snapshot, exit);
    known.set(key, next);
    return next;
  };
}

/** A step, and the number of wrong answers there so far. */
export interface Place {
  readonly node: string;
  readonly tries: number;
}

function placeOf(machine: FlowMachine, snapshot: FlowSnapshot, exit: string): Place {
  const [next] = transition(machine, snapshot, { type: `exit.${exit}` });
  return { node: next.value, tries: next.context.tries };
}
