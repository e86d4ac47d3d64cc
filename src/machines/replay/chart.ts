import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** A state of a machine, in the order of its definition: each before those within it. */
export interface ChartState {
  /** Such as `authenticated.fresh`. */
  readonly path: string;
  readonly name: string;
  /** How many states it lies within. */
  readonly depth: number;
  /** How many of those that follow lie within it. */
  readonly inner: number;
}

/** What leads from a state to another one; from '' out of any. */
export interface ChartArrow {
  readonly from: string;
  readonly to: string;
  /** Types of events; '' for at once. */
  readonly events: readonly string[];
}

/** A machine as it is defined. */
export interface Chart {
  readonly states: readonly ChartState[];
  readonly arrows: readonly ChartArrow[];
}

/** The machine of an actor; null if it has none. */
export function machineOf(held: { readonly getSnapshot: () => object }): AnyStateMachine | null {
  const actor: unknown = 'actor' in held ? held.actor : held;
  const logic = typeof actor === 'object' && actor !== null && 'logic' in actor ? actor.logic : null;
  if (isMachine(logic)) return logic;
  // Some wrap their machine; its snapshots name it.
  const snapshot = held.getSnapshot();
  const machine = 'machine' in snapshot ? snapshot.machine : null;
  return isMachine(machine) ? machine : null;
}

function isMachine(logic: unknown): logic is AnyStateMachine {
  return typeof logic === 'object' && logic !== null && 'root' in logic && 'states' in logic;
}

export function chartOf({ root }: AnyStateMachine): Chart {
  const nodes = [root, ...within(root)];
  const arrows = new Map<string, { from: string; to: string; events: string[] }>();
  for (const node of nodes)
    for (const [event, transitions] of [...node.transitions, ['', node.always ?? []] as const])
      for (const target of transitions.flatMap((transition) => transition.target ?? [])) {
        const [from, to] = [pathOf(node), pathOf(target)];
        const arrow = arrows.get(`${from} ${to}`) ?? { from, to, events: [] };
        if (from !== to && !arrow.events.includes(event)) arrow.events.push(event);
        arrows.set(`${from} ${to}`, arrow);
      }
  return {
    states: nodes.slice(1).map((node) => ({
      path: pathOf(node),
      name: node.key,
      depth: node.path.length - 1,
      inner: within(node).length,
    })),
    arrows: [...arrows.values()].filter(({ events }) => events.length > 0),
  };
}

function within(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(node.states).flatMap((each) => [each, ...within(each)]);
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}
