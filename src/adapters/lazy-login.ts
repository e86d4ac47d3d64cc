import type { CommandOf } from '../machines/log/command.ts';
import { LOGIN_FAILED, NO_ANSWER } from './calls/failure.ts';
import type { CallParts } from './calls/parts.ts';
import { late } from './late.ts';
import type { Login } from './login.ts';

/** The login, loaded on first use: who is logged in doesn't need it. */
interface LazyLogin {
  readonly send: (command: CommandOf<'login.send'>) => Promise<void>;
  readonly confirm: (command: CommandOf<'login.confirm'>) => Promise<void>;
}

/** A failed load is a refusal without an answer. */
export function createLazyLogin(
  { append, vault }: Pick<CallParts, 'append' | 'vault'>,
  load: () => Promise<Login>,
): LazyLogin {
  const loadOnce = late(load);
  return {
    send: async (command) => {
      const { generation } = command;
      const password = vault.take(command.secret);
      if (password === undefined) {
        // Passwords are single-use.
        append({ type: 'login.refused', generation, failure: LOGIN_FAILED });
        return;
      }
      try {
        await (await loadOnce()).send(command, password);
      } catch {
        append({ type: 'login.refused', generation, failure: NO_ANSWER });
      }
    },
    confirm: async (command) => {
      try {
        await (await loadOnce()).confirm(command);
      } catch {
        vault.drop(command.code);
        append({ type: 'login.codeRefused', generation: command.generation, failure: NO_ANSWER });
      }
    },
  };
}
