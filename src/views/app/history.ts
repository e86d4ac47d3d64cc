import { createPath, NavigationType, type Location, type Navigator, type To } from 'react-router-dom';

/** The current location, and the action that led to it. */
export interface Update {
  readonly action: NavigationType;
  readonly location: Location;
}

/** Gets a blocked navigation. Calling `go` later continues it without asking again. */
type Blocker = (go: () => void) => void;

/** This page's browser history. Navigation away can be blocked. */
export interface PageHistory extends Navigator {
  readonly current: () => Update;
  /** Sets the only listener; returns its removal. */
  readonly listen: (notify: (current: Update) => void) => () => void;
  /** Passes every navigation away to `blocker`, including the browser's buttons; returns the removal. */
  readonly block: (blocker: Blocker) => () => void;
}

/** What the browser stores for an entry: its index, how often it was replaced, and its state. */
interface Entry {
  readonly place: number;
  readonly turn: number;
  readonly state: unknown;
}

export function createPageHistory(page: Window): PageHistory {
  const { history } = page;
  let entry = entryOf(history.state) ?? note({ place: 0, turn: 0, state: null });
  // React Router's key for the initial location.
  let current: Update = { action: NavigationType.Pop, location: { ...locationOf(entry), key: 'default' } };
  let notify: ((current: Update) => void) | null = null;
  /** Those that ask before one leaves; the last one first. */
  let blockers: readonly Blocker[] = [];
  /** The next `popstate` is our own step back to where a blocker was called. */
  let isReturning = false;

  function note(next: Entry): Entry {
    history.replaceState(next, '');
    return next;
  }

  function locationOf({ place, turn, state }: Entry): Location {
    const { pathname, search, hash } = page.location;
    return { pathname, search, hash, state, key: `${place}.${turn}` };
  }

  function arrive(action: NavigationType, next: Entry): void {
    entry = next;
    current = { action, location: locationOf(next) };
    notify?.(current);
  }

  function unblock(gone: Blocker): void {
    blockers = blockers.filter((blocker) => blocker !== gone);
  }

  function leave(go: () => void): void {
    const asked = blockers.at(-1);
    if (asked === undefined) go();
    else
      asked(() => {
        unblock(asked);
        leave(go);
      });
  }

  function onPop(): void {
    // An entry made by the browser, such as a typed `#hash`, comes after the current one.
    const next = entryOf(history.state) ?? note({ place: entry.place + 1, turn: 0, state: null });
    const steps = next.place - entry.place;
    if (isReturning) {
      isReturning = false;
    } else if (blockers.length === 0 || steps === 0) {
      arrive(NavigationType.Pop, next);
    } else {
      isReturning = true;
      history.go(-steps);
      leave(() => history.go(steps));
    }
  }

  return {
    current: () => current,
    listen: (listener) => {
      notify = listener;
      page.addEventListener('popstate', onPop);
      return () => {
        notify = null;
        page.removeEventListener('popstate', onPop);
      };
    },
    block: (next) => {
      blockers = [...blockers, next];
      return () => unblock(next);
    },
    createHref,
    go: (steps) => history.go(steps),
    push: (to, state: unknown = null) =>
      leave(() => {
        const next = { place: entry.place + 1, turn: 0, state };
        history.pushState(next, '', createHref(to));
        arrive(NavigationType.Push, next);
      }),
    replace: (to, state: unknown = null) =>
      leave(() => {
        const next = { place: entry.place, turn: entry.turn + 1, state };
        history.replaceState(next, '', createHref(to));
        arrive(NavigationType.Replace, next);
      }),
  };
}

function createHref(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/** Our data of a history entry; undefined for foreign entries. */
function entryOf(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state) || !('turn' in state)) return undefined;
  const { place, turn } = state;
  if (typeof place !== 'number' || typeof turn !== 'number') return undefined;
  return { place, turn, state: 'state' in state ? state.state : null };
}
