import { connectedUsers } from '../../../contract/graphql/connected-users.ts';
import { loginHistory } from '../../../contract/graphql/login-history.ts';
import { mySessions } from '../../../contract/graphql/my-sessions.ts';
import { paginatedAudit } from '../../../contract/graphql/paginated-audit.ts';
import { revokeOtherSessions } from '../../../contract/graphql/revoke-other-sessions.ts';
import { revokeSession } from '../../../contract/graphql/revoke-session.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

type AccessList = 'audit' | 'connectedUsers' | 'mySessions' | 'loginHistory';

/** The audit, who is online, and the user's own sessions and logins. */
export function accessLists(parts: CallParts): Pick<ListSources, AccessList> {
  const { gateway } = parts;
  return {
    audit: async ({ page, limit, search, filters }) => {
      const variables = {
        search,
        user_id: filters['user'] ?? null,
        action: filters['action'] ?? null,
        from: filters['from'] ?? null,
        to: filters['to'] ?? null,
        pagination_page: page,
        pagination_limit: limit,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', paginatedAudit, { variables }));
      return mapped(result, ({ paginatedAudit: { items, total_items: total } }) => ({
        list: 'audit',
        rows: items.map(({ id, at, user, action, subject, details, names, address, request_id: requestId }) => ({
          id,
          at: Date.parse(at),
          user,
          action,
          subject,
          details,
          names,
          address,
          requestId,
        })),
        total,
      }));
    },
    // A short, unpaged list, so the client searches it.
    connectedUsers: async ({ page, limit, search }) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', connectedUsers, { variables: {} }));
      return mapped(result, (answer) => {
        const wanted = search.trim().toLowerCase();
        const found = answer.connectedUsers.filter(({ name }) => name.toLowerCase().includes(wanted));
        const rows = found.slice((page - 1) * limit, page * limit).map((user) => ({
          id: user.id,
          name: user.name,
          image: user.image,
          role: { id: user.role.id, name: user.role.name, label: user.role.display_name },
          ...(user.isAway === true && { away: true }),
          connectedAt: momentOrNull(user.connected_at),
          lastSeenAt: momentOrNull(user.last_seen_at),
          address: user.address,
          browser: user.user_agent,
        }));
        return { list: 'connectedUsers', rows, total: found.length };
      });
    },
    mySessions: async ({ page, limit }) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', mySessions, { variables: {} }));
      return mapped(result, (answer) => {
        const rows = answer.mySessions.slice((page - 1) * limit, page * limit).map((session) => ({
          id: session.id,
          since: Date.parse(session.created_at),
          lastUsedAt: Date.parse(session.last_used_at),
          endsAt: Date.parse(session.expires_at),
          address: session.address,
          browser: session.user_agent,
          current: session.is_current,
        }));
        return { list: 'mySessions', rows, total: answer.mySessions.length };
      });
    },
    loginHistory: async ({ page, limit }) => {
      const variables = { pagination_page: page, pagination_limit: limit };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', loginHistory, { variables }));
      return mapped(result, ({ loginHistory: { items, total_items: total } }) => ({
        list: 'loginHistory',
        rows: items.map(({ id, at, action, address, user_agent: browser }) => ({
          id,
          at: Date.parse(at),
          action,
          address,
          browser,
        })),
        total,
      }));
    },
  };
}

/**
 * Ending one of the user's other sessions, or all of them: forms without fields. The key of the first is the session's
 * id.
 */
export function sessionForms(parts: CallParts): Pick<FormSources, 'session.revoke' | 'session.revokeOthers'> {
  return {
    'session.revoke': {
      save: async (id) => {
        const result = await parts.gateway.request(
          graphqlCall(parts, 'form.save', revokeSession, { variables: { id } }),
        );
        return mapped(result, () => ({ id, version: null, lists: ['mySessions', 'loginHistory'] }));
      },
    },
    'session.revokeOthers': {
      save: async (id) => {
        const request = { variables: {} };
        const result = await parts.gateway.request(graphqlCall(parts, 'form.save', revokeOtherSessions, request));
        return mapped(result, () => ({ id, version: null, lists: ['mySessions', 'loginHistory'] }));
      },
    },
  };
}

function momentOrNull(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
