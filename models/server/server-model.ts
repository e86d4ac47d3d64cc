/*
 * What is kept on the server alone and goes through states there. Written by hand beside the server's own tables, and
 * walked at the real server: two sources that have to agree.
 */

/** An event that leads nowhere: whoever asked for it is refused, or nothing comes of it. */
export type Nothing = 'refused' | 'ignored';

export interface ServerModel<State extends string = string, Event extends string = string> {
  /** The file's name; `npm run paths -- <name>` walks it alone. */
  readonly name: string;
  readonly first: State;
  /** What comes of each event in the states that don't say anything else. */
  readonly otherwise: Readonly<Record<Event, Nothing>>;
  /** A state that leads to itself changes something all the same. */
  readonly expected: Readonly<Record<State, Readonly<Partial<Record<Event, State | Nothing>>>>>;
}

export function outcomeOf<State extends string, Event extends string>(
  { expected, otherwise }: ServerModel<State, Event>,
  state: State,
  event: Event,
): State | Nothing {
  return expected[state][event] ?? otherwise[event];
}
