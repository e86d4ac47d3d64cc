import type { CommandOf } from '../../machines/log/command.ts';

/** Goes to a path below the tenant's base. */
export type Navigate = (command: CommandOf<'page.navigate'>) => void;

/** The router, which comes later than the first command that wants it. */
export interface Navigation {
  readonly go: Navigate;
  /** From now on this goes; where one was last to go before, it goes at once. */
  readonly use: (navigate: Navigate) => void;
}

export function createNavigation(): Navigation {
  let navigate: Navigate | null = null;
  let wanted: CommandOf<'page.navigate'> | null = null;
  return {
    go: (command) => {
      if (navigate) navigate(command);
      else wanted = command;
    },
    use: (next) => {
      navigate = next;
      const command = wanted;
      wanted = null;
      if (command) next(command);
    },
  };
}
