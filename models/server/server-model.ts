/*
 * Models of state machines that exist only on the server. Written independently of the server's own tables, and
 * walked against the real server, so that the two must agree.
 */

/** An event without effect: it is refused or ignored. */
export type Nothing = 'refused' | 'ignored';

export interface ServerModel<State extends string = string, Event extends string = string> {
  /** The file's name; `npm run paths -- <name>` walks it alone. */
  readonly name: string;
  readonly first: State;
  /** Default outcome of each event, for states without their own. */
  readonly otherwise: Readonly<Record<Event, Nothing>>;
  /** A transition to the same state still changes something. */
  readonly expected: Readonly<Record<State, Readonly<Partial<Record<Event, State | Nothing>>>>>;
}

export function outcomeOf<State extends string, Event extends string>(
  { expected, otherwise }: ServerModel<State, Event>,
  state: State,
  event: Event,
): State | Nothing {
  return expected[state][event] ?? otherwise[event];
}
