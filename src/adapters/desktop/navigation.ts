import type { CommandOf } from '../../machines/log/command.ts';

/** Goes to a path below the tenant's base. */
export type Navigate = (command: CommandOf<'page.navigate'>) => void;

/** Navigation, which may be requested before the router mounts. */
interface Navigation {
  readonly go: Navigate;
  /** Sets the router's navigation, and performs the last request made before. */
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
