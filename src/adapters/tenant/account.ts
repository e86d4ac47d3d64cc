import { connected } from '../../../contract/graphql/connected.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import { userOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** The session's tenant calls: token refresh, current user, availability. */
interface TenantAccount {
  /** -> token.refreshed | token.refreshFailed */
  readonly refresh: (command: CommandOf<'token.refresh'>) => void;
  /** -> user.loaded */
  readonly fetchUser: () => void;
  readonly connect: () => void;
  /** -> socket.ticketIssued | socket.ticketFailed */
  readonly fetchSocketTicket: (command: CommandOf<'socket.fetchTicket'>) => void;
}

/** Whether the server rejected the session, as opposed to being unable to answer. */
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
      // The cookie refreshes. The expired token only identifies the user, for rate limiting: without it the server
      // counts the call for the whole address.
      gateway.call(graphqlCall(parts, 'token.refresh', refreshToken, request, 'sender'), (result) => {
        if (!result.ok) {
          fail(result.failure);
          return;
        }
        const { token, user_id, has_permission_routes } = result.answer.refreshToken;
        // All tabs share the cookie: somebody else may have logged in in another tab.
        if (user_id !== userId) {
          append({ type: 'token.refreshFailed', generation, reason: 'refused' });
          return;
        }
        const routes = has_permission_routes.map((permission) => permission.route_name);
        append({ type: 'token.refreshed', generation, token: vault.keep(token), routes });
      });
    },
    fetchUser: () => {
      gateway.call(graphqlCall(parts, 'user.fetch', userInfos, { variables: {} }), (result) => {
        if (result.ok) append({ type: 'user.loaded', user: userOf(result.answer.userInfos) });
      });
    },
    connect: () => {
      gateway.call(
        graphqlCall(parts, 'presence.connect', connected, { variables: { arrival: true } }),
        () => undefined,
      );
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
