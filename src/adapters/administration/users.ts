import { newUserSchema, passwordChangeSchema, userChangeSchema } from '../../../contract/entities/managed-user.ts';
import type { ManagedUser as WireUser } from '../../../contract/entities/managed-user.ts';
import { blockUser } from '../../../contract/graphql/block-user.ts';
import { deleteUserInstance } from '../../../contract/graphql/delete-user-instance.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import { paginatedUsers } from '../../../contract/graphql/paginated-users.ts';
import { updateUser } from '../../../contract/graphql/update-user.ts';
import { changeUser } from '../../../contract/rest/change-user.ts';
import { unblockUser } from '../../../contract/rest/unblock-user.ts';
import type { ManagedUser } from '../../machines/entities/administration.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { instanceOf } from '../tenant/from-wire.ts';
import { graphqlCall } from '../tenant/request.ts';
import { withProof } from './own-password.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['users', 'connectedUsers', 'roles'];

/** The tenant's users. */
export function userLists(parts: CallParts): Pick<ListSources, 'users'> {
  const { gateway } = parts;
  return {
    users: async ({ page, limit, search, sort, filters }) => {
      const variables = {
        search,
        sort_name: sort.by,
        sort_type: sort.descending ? 'DESC' : 'ASC',
        pagination_page: page,
        pagination_limit: limit,
        role_id: filters['role'] ?? null,
        user_department_id: filters['department'] ?? null,
        situation: filters['situation'] ?? null,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', paginatedUsers, { variables }));
      return mapped(result, ({ paginatedUsers: { items, total_items, user_count, user_limit } }) => ({
        list: 'users',
        rows: items.map(managedUserOf),
        total: total_items,
        facts: { count: user_count, limit: user_limit },
      }));
    },
  };
}

type UserForm =
  | 'user'
  | 'user.password'
  | 'user.delete'
  | 'user.block'
  | 'user.unblock'
  | 'user.disconnect'
  | 'user.removeInstance';

/** Adding, changing and removing users. Field names are the wire's. */
export function userForms(parts: CallParts): Pick<FormSources, UserForm> {
  const { gateway } = parts;

  async function load(id: string): Promise<Result<{ values: ValuesOf<'user'>; version: string | null }>> {
    const variables = id === 'new' ? { pagination_limit: 1 } : { user_id: id };
    const result = await gateway.request(graphqlCall(parts, 'form.load', paginatedUsers, { variables }));
    if (!result.ok) return result;
    const { items, user_count, user_limit } = result.answer.paginatedUsers;
    if (id === 'new') {
      return { ok: true, answer: { values: { ...EMPTY, user_count, user_limit }, version: null } };
    }
    const [user] = items;
    return user === undefined
      ? { ok: false, failure: NOT_FOUND }
      : { ok: true, answer: { values: valuesOf(user), version: user.version } };
  }

  async function add(values: ValuesOf<'user'>): Promise<Result<Saved>> {
    return withSecrets(parts, values, ['password'], async (all) => {
      const input = parseValues(newUserSchema, all);
      if (!input.ok) return input;
      const request = { variables: input.answer };
      return mapped(await gateway.request(graphqlCall(parts, 'form.save', newUser, request)), (answer) =>
        savedUser(answer.newUser),
      );
    });
  }

  async function change(id: string, values: ValuesOf<'user'>, version: string | null): Promise<Result<Saved>> {
    const { password: _, ...rest } = values;
    const input = parseValues(userChangeSchema, { ...rest, version });
    if (!input.ok) return input;
    const request = { variables: { ...input.answer, id } };
    return withProof(parts, values, async () =>
      mapped(await gateway.request(graphqlCall(parts, 'form.save', updateUser, request)), (answer) =>
        savedUser(answer.updateUser),
      ),
    );
  }

  /** The result of a confirmed action, whose form key is the id. */
  function done(lists: readonly ListName[], version: string | null = null) {
    return (id: string): Saved => ({ id, version, lists });
  }

  return {
    user: {
      load,
      save: (key, values, version) => (key === 'new' ? add(values) : change(key, values, version)),
    },
    'user.password': {
      save: (id, values) =>
        withSecrets(parts, values, ['password'], async (all) => {
          const input = parseValues(passwordChangeSchema, all);
          if (!input.ok) return input;
          const request = { params: { id }, body: { id, ...input.answer }, secret: true } as const;
          return mapped(await gateway.request(restRequest(parts, 'form.save', changeUser, request)), savedUser);
        }),
    },
    'user.delete': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteUser, request));
        return mapped(result, () => done(LISTS)(id));
      },
    },
    'user.block': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', blockUser, { variables: { id } }));
        return mapped(result, () => done(LISTS)(id));
      },
    },
    'user.unblock': {
      save: async (id) => {
        const result = await gateway.request(restRequest(parts, 'form.save', unblockUser, { params: { id } }));
        return mapped(result, savedUser);
      },
    },
    'user.disconnect': {
      save: async (id) => {
        const request = { variables: { user_id: id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', disconnectUser, request));
        return mapped(result, () => done(LISTS)(id));
      },
    },
    'user.removeInstance': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteUserInstance, request));
        return mapped(result, () => done(LISTS)(id));
      },
    },
  };
}

const EMPTY: ValuesOf<'user'> = {
  name: '',
  username: '',
  email: '',
  image: null,
  role_id: '',
  user_department_id: null,
  chosen_instances: [],
  password: null,
};

function savedUser({ id, version }: Pick<WireUser, 'id' | 'version'>): Saved {
  return { id, version, lists: LISTS };
}

function valuesOf(user: WireUser): ValuesOf<'user'> {
  const { name, username, email, image, role, userDepartment, userInstances } = user;
  return {
    name,
    username,
    email,
    image,
    role_id: role.id,
    user_department_id: userDepartment?.id ?? null,
    chosen_instances: userInstances.map(({ instance }) => instance.id),
  };
}

function managedUserOf(user: WireUser): ManagedUser {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    image: user.image,
    role: { id: user.role.id, name: user.role.name, label: user.role.display_name },
    department: user.userDepartment && { id: user.userDepartment.id, name: user.userDepartment.name },
    instances: user.userInstances.map(({ instance }) => instanceOf(instance)),
    links: Object.fromEntries(user.userInstances.map(({ id, instance }) => [instance.id, id])),
    connected: user.isConnected,
    ...(user.isAway === true && { away: true }),
    blocked: user.isBlocked,
    twoFactor: user.hasTwoFactor,
    since: Date.parse(user.created_at),
  };
}
