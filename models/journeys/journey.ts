import type { AnyStateMachine, EventFrom, StateValueFrom } from 'xstate';

/*
 * What people do with the product, and what they then see: no copy of its machines. The same journey
 * is walked by wired clients without a screen and by people in a real browser.
 */

/** One journey, as QA looks at it. */
export interface Journey<Machine extends AnyStateMachine = AnyStateMachine> {
  /** The file's name; `npm run paths -- <name>` runs it alone. */
  readonly name: string;
  /** Its states are what the people see, its events what somebody does. */
  readonly machine: Machine;
  readonly events: Readonly<Record<EventFrom<Machine>['type'], EventFrom<Machine>>>;
}

/** What the people of a journey see, by its name. */
export type SceneOf<J extends Journey> = StateValueFrom<J['machine']> & string;
/** What somebody does in a journey, by its name. */
export type DeedOf<J extends Journey> = EventFrom<J['machine']>['type'];

/** A journey through a machine whose states are flat; the events are listed one by one, so none is left out. */
export function journey<Machine extends AnyStateMachine>(
  name: string,
  machine: Machine,
  events: Journey<Machine>['events'],
): Journey<Machine> {
  return { name, machine, events };
}
