import { roles } from '../../../contract/graphql/roles.ts';
import { users } from '../../../contract/graphql/users.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { ListSources } from './sources.ts';

/** Options of forms and filters, unpaged. */
export function choiceLists(parts: CallParts): Pick<ListSources, 'choices.roles' | 'choices.users'> {
  return {
    'choices.roles': async () => {
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', roles, { variables: {} }));
      return mapped(result, ({ roles: all }) => ({
        list: 'choices.roles',
        rows: all.map(({ id, display_name }) => ({ id, label: display_name })),
        total: all.length,
      }));
    },
    'choices.users': async () => {
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', users, { variables: {} }));
      return mapped(result, ({ users: all }) => ({
        list: 'choices.users',
        rows: all.map(({ id, name }) => ({ id, label: name })),
        total: all.length,
      }));
    },
  };
}
