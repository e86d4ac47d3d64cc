import type { AnyActorLogic, EmittedFrom, EventFromLogic, InputFrom } from 'xstate';
import type { Command } from '../log/command.ts';
import type { Core } from './core.ts';
import { createKeyed } from './keyed.ts';

/** A kind of actors whose events say by themselves whose they are. */
interface OwnKind<Logic extends AnyActorLogic, Key extends string, Event> {
  readonly kind: string;
  readonly logic: Logic & (EmittedFrom<Logic> extends Command ? unknown : never);
  readonly keyOf: (event: Event) => Key;
  /** The input of the actor that an event makes, if there is none yet; null if it makes none. */
  readonly makeOn: (event: Event) => { readonly input: InputFrom<Logic> } | null;
  /** Whether an actor also receives the event that made it. */
  readonly takesFirst?: boolean;
}

/** Creates the registry of such a kind. */
export function createOwn<Logic extends AnyActorLogic, Key extends string, Event extends EventFromLogic<Logic>>(
  core: Core,
  { kind, logic, keyOf, makeOn, takesFirst = false }: OwnKind<Logic, Key, Event>,
) {
  const keyed = createKeyed<Logic, Key>(kind, logic, core);
  return {
    ...keyed,
    /** Sends an event to its actor, or makes it. */
    take: (event: Event): void => {
      const key = keyOf(event);
      const made = keyed.get(key) === undefined ? makeOn(event) : null;
      if (made !== null) keyed.make(key, made.input);
      if (made === null || takesFirst) keyed.send(key, event);
    },
  };
}
