import { logout } from '../../../contract/rest/logout.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KnownAddress } from '../login.ts';
import { restRequest } from './request.ts';

/** The session's back-office calls: logout, permissions. Loads when the page is shown. */
interface BackofficeAccount {
  /** Ends the session of a token. -> logout.finished, whatever the server answers */
  readonly logOut: (command: CommandOf<'logout.send'>, token: string) => void;
  /** -> permissions.listed */
  readonly fetchPermissions: (command: CommandOf<'permissions.fetch'>) => void;
}

export function createBackofficeAccount(parts: CallParts, address: KnownAddress): BackofficeAccount {
  const { append, gateway } = parts;

  return {
    logOut: ({ generation }, token) => {
      const request = restRequest(parts, 'logout.send', logout, { body: { ip: address.value } }, { token });
      gateway.call({ ...request, outlivesSession: true }, () => append({ type: 'logout.finished', generation }));
    },
    fetchPermissions: ({ email }) => {
      gateway.call(restRequest(parts, 'permissions.fetch', permissionsByEmail, { query: { email } }), (result) => {
        if (!result.ok) return;
        append({ type: 'permissions.listed', routes: result.answer.map((permission) => permission.route_name) });
      });
    },
  };
}
