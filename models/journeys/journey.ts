import type { AnyStateMachine, EventFrom, StateValueFrom } from 'xstate';

/*
 * Actions of people and what they then see, independent of the product's machines. The same journey
 * is walked by clients without a screen and in a real browser.
 */

/** One journey, as QA reads it. */
export interface Journey<Machine extends AnyStateMachine = AnyStateMachine> {
  /** The file's name; `npm run paths -- <name>` runs it alone. */
  readonly name: string;
  /** Its states are what people see, its events their actions. */
  readonly machine: Machine;
  readonly events: Readonly<Record<EventFrom<Machine>['type'], EventFrom<Machine>>>;
}

/** What the people of a journey see, by its name. */
export type SceneOf<J extends Journey> = StateValueFrom<J['machine']> & string;
/** What somebody does in a journey, by its name. */
export type DeedOf<J extends Journey> = EventFrom<J['machine']>['type'];

/** Builds a journey from a flat machine; events are listed explicitly, so that none is forgotten. */
export function journey<Machine extends AnyStateMachine>(
  name: string,
  machine: Machine,
  events: Journey<Machine>['events'],
): Journey<Machine> {
  return { name, machine, events };
}
