import { isDeepStrictEqual } from 'node:util';
import type { AnyActorLogic, EventObject, Snapshot } from 'xstate';

/** What a machine came to once, and the commands it gave. */
interface Known {
  readonly of: unknown;
  readonly next: Snapshot<unknown>;
  readonly emitted: readonly EventObject[];
}

/** The steps of machines that were taken in some session, for others that begin like it. */
export interface Memory {
  /** What comes of the same in the same state isn't worked out again while this runs. */
  readonly during: <Result>(run: () => Result) => Result;
}

interface Kept {
  readonly begun: Map<AnyActorLogic, Known[]>;
  readonly steps: Map<unknown, Map<string, Known[]>>;
}

let current: Kept | null = null;

export function createMemory(): Memory {
  const kept: Kept = { begun: new Map(), steps: new Map() };
  return {
    during(run) {
      const before = current;
      current = kept;
      try {
        return run();
      } finally {
        current = before;
      }
    },
  };
}

/** The events of one log are the same objects in all sessions that begin with them; what the directory makes of one isn't. */
function found(known: readonly Known[], wanted: unknown): Known | undefined {
  return known.find(({ of }) => of === wanted) ?? known.find(({ of }) => isAlike(of, wanted));
}

/** Most of what isn't the same object has the same parts. */
function isAlike(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) return isDeepStrictEqual(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && (one[name] === other[name] || isDeepStrictEqual(one[name], other[name])),
    )
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

type Scope = Parameters<AnyActorLogic['transition']>[2];

function taken(of: unknown, scope: Scope, take: (scope: Scope) => Snapshot<unknown>): Known {
  const emitted: EventObject[] = [];
  const noting: Scope = {
    ...scope,
    emit: (event) => {
      emitted.push(event);
      scope.emit(event);
    },
  };
  return { of, next: take(noting), emitted };
}

function again({ next, emitted }: Known, scope: Scope): Snapshot<unknown> {
  for (const event of emitted) scope.defer(() => scope.emit(event));
  return next;
}

const remembered = new WeakMap<AnyActorLogic, AnyActorLogic>();

/** The same logic. During a memory it asks that first; machines are pure, so it couldn't come to anything else. */
export function withMemory<Logic extends AnyActorLogic>(logic: Logic, isFollowed: () => boolean): Logic {
  const made = remembered.get(logic);
  if (made !== undefined) return made as Logic;
  const own: Pick<AnyActorLogic, 'getInitialSnapshot' | 'transition'> = {
    getInitialSnapshot(scope, input) {
      if (current === null || isFollowed()) return logic.getInitialSnapshot(scope, input);
      const begun = current.begun.get(logic) ?? [];
      current.begun.set(logic, begun);
      const known = found(begun, input);
      if (known !== undefined) return again(known, scope);
      const first = taken(input, scope, (noting) => logic.getInitialSnapshot(noting, input));
      begun.push(first);
      return first.next;
    },
    transition(before, event, scope) {
      if (current === null || isFollowed()) return logic.transition(before, event, scope);
      const steps = current.steps.get(before) ?? new Map<string, Known[]>();
      current.steps.set(before, steps);
      const ofType = steps.get(event.type) ?? [];
      steps.set(event.type, ofType);
      const known = found(ofType, event);
      if (known !== undefined) return again(known, scope);
      const step = taken(event, scope, (noting) => logic.transition(before, event, noting));
      ofType.push(step);
      return step.next;
    },
  };
  const both: Logic = Object.assign(Object.create(logic), own);
  remembered.set(logic, both);
  return both;
}
