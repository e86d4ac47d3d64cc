import { createActor } from 'xstate';
import type { ActorOptions, AnyStateMachine, EmittedFrom } from 'xstate';
import type { Command, CommandOf, CommandType } from '../../src/machines/log/command.ts';

/** Starts an actor and writes down the commands it gives, as the directory does. */
export function started<Machine extends AnyStateMachine>(
  machine: EmittedFrom<Machine> extends Command ? Machine : never,
  options: ActorOptions<Machine>,
) {
  const actor = createActor<Machine>(machine, options);
  const commands: Command[] = [];
  actor.on('*', (command: Command) => void commands.push(command));
  actor.start();
  return {
    actor,
    commands,
    /** The commands of a type so far. */
    given: <Type extends CommandType>(type: Type): CommandOf<Type>[] =>
      commands.filter((command): command is CommandOf<Type> => command.type === type),
  };
}

/** The keys of a table, typed. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key): key is Key => key in table);
}
