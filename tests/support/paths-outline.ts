import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nameOf } from './graph.ts';
import type { Seen } from './paths-explore.ts';

/** A transition as it is declared, and whether a path took it. */
export interface TransitionOutline {
  /** The event's type; null for one that is taken at once. */
  readonly event: string | null;
  /** Which of several guarded branches, from 1; null where there is but one. */
  readonly branch: number | null;
  /** Paths of the states it leads to; none where it stays. */
  readonly targets: readonly string[];
  readonly covered: boolean;
}

/** A state with what is in it, as plain data for the report. */
export interface StateOutline {
  /** Path below the machine; empty for the machine itself. */
  readonly path: string;
  readonly name: string;
  readonly type: AnyStateNode['type'];
  readonly initial: boolean;
  readonly covered: boolean;
  readonly transitions: readonly TransitionOutline[];
  readonly states: readonly StateOutline[];
}

export function outlineOf(machine: AnyStateMachine, seen: Seen): StateOutline {
  return stateOutline(machine.root, seen);
}

function stateOutline(node: AnyStateNode, seen: Seen): StateOutline {
  const path = nameOf(node);
  const initial: readonly AnyStateNode[] = node.parent?.type === 'compound' ? (node.parent.initial.target ?? []) : [];
  return {
    path,
    name: path === '' ? 'any state' : node.key,
    type: node.type,
    initial: initial.includes(node),
    covered: path === '' || seen.states.has(path),
    transitions: [
      ...[...node.transitions.entries()].flatMap(([event, branches]) => outlinesOf(event, branches, seen)),
      ...outlinesOf(null, node.always ?? [], seen),
    ],
    states: Object.values(node.states).map((child) => stateOutline(child, seen)),
  };
}

function outlinesOf(
  event: string | null,
  branches: readonly AnyTransitionDefinition[],
  seen: Seen,
): readonly TransitionOutline[] {
  return branches.map((transition, at) => ({
    event,
    branch: branches.length > 1 ? at + 1 : null,
    targets: (transition.target ?? []).map(nameOf),
    covered: seen.transitions.has(transition),
  }));
}

/** The machine's states, those within others too, without the machine itself. */
export function allStates(root: StateOutline): readonly StateOutline[] {
  return root.states.flatMap((state) => [state, ...allStates(state)]);
}

export interface TransitionOf {
  readonly from: StateOutline;
  readonly transition: TransitionOutline;
}

export function allTransitions(root: StateOutline): readonly TransitionOf[] {
  return [root, ...allStates(root)].flatMap((from) => from.transitions.map((transition) => ({ from, transition })));
}

/** As in `live · message.arrived (2 of 3) → waiting`. */
export function transitionText({ from, transition }: TransitionOf): string {
  const { branch, event, targets } = transition;
  const which = branch === null ? '' : ` (branch ${branch})`;
  const where = targets.length === 0 ? '' : ` → ${targets.join(', ')}`;
  return `${from.path === '' ? 'any state' : from.path} · ${event ?? 'at once'}${which}${where}`;
}
