import { connected } from '../../../contract/graphql/connected.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import { userOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** The tenant's side of a session: its renewal, who is logged in, whether at work. */
export interface TenantAccount {
  /** -> token.refreshed | token.refreshFailed */
  readonly refresh: (command: CommandOf<'token.refresh'>) => void;
  /** -> user.loaded */
  readonly fetchUser: () => void;
  readonly connect: () => void;
  /** -> socket.ticketIssued | socket.ticketFailed */
  readonly fetchSocketTicket: (command: CommandOf<'socket.fetchTicket'>) => void;
}

/** Whether the server knows this browser and says no, rather than that it can't answer now. */
function isRefusal(failure: Failure): boolean {
  return ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVALID'].includes(failure.code);
}

export function createTenantAccount(parts: CallParts): TenantAccount {
  const { append, gateway, vault } = parts;

  return {
    refresh: ({ generation, userId }) => {
      const request = { variables: {}, secret: true } as const;
      function fail(failure: Failure): void {
        const reason = isRefusal(failure) ? 'refused' : 'unreachable';
        append({ type: 'token.refreshFailed', generation, reason });
      }
      gateway.call(graphqlCall(parts, 'token.refresh', refreshToken, request, 'none'), (result) => {
        if (!result.ok) {
          fail(result.failure);
          return;
        }
        const { token, has_permission_routes } = result.answer.refreshToken;
        // The cookie is the whole browser's: in another tab somebody else may have logged in.
        const whose = graphqlCall(parts, 'token.refresh', userInfos, { variables: {} }, { token });
        gateway.call(whose, (owner) => {
          if (!owner.ok && owner.failure.code === 'UNAUTHENTICATED') {
            // The new token is out of date already; the session may well go on.
            append({ type: 'token.refreshFailed', generation, reason: 'unreachable' });
          } else if (!owner.ok) {
            fail(owner.failure);
          } else if (owner.answer.userInfos.id !== userId) {
            append({ type: 'token.refreshFailed', generation, reason: 'refused' });
          } else {
            const routes = has_permission_routes.map((permission) => permission.route_name);
            append({ type: 'token.refreshed', generation, token: vault.keep(token), routes });
          }
        });
      });
    },
    fetchUser: () => {
      gateway.call(graphqlCall(parts, 'user.fetch', userInfos, { variables: {} }), (result) => {
        if (result.ok) append({ type: 'user.loaded', user: userOf(result.answer.userInfos) });
      });
    },
    connect: () => {
      gateway.call(graphqlCall(parts, 'presence.connect', connected, { variables: {} }), () => undefined);
    },
    fetchSocketTicket: ({ attempt }) => {
      const request = { variables: {}, secret: true } as const;
      gateway.call(graphqlCall(parts, 'socket.fetchTicket', createSocketTicket, request), (result) => {
        append(
          result.ok
            ? { type: 'socket.ticketIssued', attempt, ticket: vault.keep(result.answer.createSocketTicket.ticket) }
            : { type: 'socket.ticketFailed', attempt, failure: result.failure },
        );
      });
    },
  };
}
