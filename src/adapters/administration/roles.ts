import { roleNameSchema } from '../../../contract/entities/role.ts';
import type { ManagedRole as WireRole } from '../../../contract/entities/role.ts';
import { deleteRole } from '../../../contract/graphql/delete-role.ts';
import { duplicateRole } from '../../../contract/graphql/duplicate-role.ts';
import { newRole } from '../../../contract/graphql/new-role.ts';
import { roles } from '../../../contract/graphql/roles.ts';
import { updateRole } from '../../../contract/graphql/update-role.ts';
import { permissionCategories } from '../../../contract/rest/permission-categories.ts';
import { permissionUpdateSchema, updatePermissions } from '../../../contract/rest/update-permissions.ts';
import type { ManagedRole } from '../../machines/entities/administration.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['roles', 'choices.roles', 'users'];

/** The company's roles, and the existing permissions. Both are short and unpaged, so the client searches. */
export function roleLists(parts: CallParts): Pick<ListSources, 'roles' | 'permissions'> {
  const { gateway } = parts;
  return {
    roles: async ({ page, limit, search, sort }) => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', roles, { variables: {} }));
      return mapped(result, (answer) => {
        const wanted = search.trim().toLowerCase();
        const found = answer.roles.map(roleOf).filter(({ label }) => label.toLowerCase().includes(wanted));
        const sorted = sort.by === 'users' ? found.toSorted((one, other) => one.users - other.users) : found;
        const rows = (sort.descending ? sorted.toReversed() : sorted).slice((page - 1) * limit, page * limit);
        return { list: 'roles', rows, total: found.length };
      });
    },
    permissions: async () => {
      const result = await gateway.request(restRequest(parts, 'list.fetch', permissionCategories, {}));
      return mapped(result, (categories) => {
        const rows = categories.flatMap(({ category, permissions }) =>
          permissions.map((permission) => ({ route: permission.route_name, category, isOn: permission.is_on })),
        );
        return { list: 'permissions', rows, total: rows.length };
      });
    },
  };
}

/** Adding, renaming, copying and deleting roles, and their permissions. Field names are the wire's. */
export function roleForms(
  parts: CallParts,
): Pick<FormSources, 'role' | 'role.permissions' | 'role.duplicate' | 'role.delete'> {
  const { gateway } = parts;

  async function load<Values>(id: string, valuesOf: (role: WireRole) => Values) {
    const result = await gateway.request(graphqlCall(parts, 'form.load', roles, { variables: { id } }));
    if (!result.ok) return result;
    const [role] = result.answer.roles;
    return role === undefined
      ? ({ ok: false, failure: NOT_FOUND } as const)
      : ({ ok: true, answer: { values: valuesOf(role), version: role.version } } as const);
  }

  async function save(key: string, values: ValuesOf<'role'>, version: string | null): Promise<Result<Saved>> {
    const input = parseValues(roleNameSchema, { ...values, version });
    if (!input.ok) return input;
    if (key === 'new') {
      const { display_name } = input.answer;
      const made = await gateway.request(graphqlCall(parts, 'form.save', newRole, { variables: { display_name } }));
      return mapped(made, (answer) => savedRole(answer.newRole));
    }
    const request = { variables: { ...input.answer, id: key } };
    return mapped(await gateway.request(graphqlCall(parts, 'form.save', updateRole, request)), (answer) =>
      savedRole(answer.updateRole),
    );
  }

  return {
    role: {
      load: async (key) =>
        key === 'new'
          ? { ok: true, answer: { values: { display_name: '' }, version: null } }
          : load(key, ({ display_name }) => ({ display_name })),
      save,
    },
    'role.permissions': {
      load: (key) =>
        load(key, (role) => ({
          display_name: role.display_name,
          permissions: role.has_permission_routes.map(({ route_name: route }) => route),
        })),
      save: async (key, { permissions = null }, version) => {
        const input = parseValues(permissionUpdateSchema, { roleId: key, permissions, version });
        if (!input.ok) return input;
        const request = { body: input.answer };
        return mapped(await gateway.request(restRequest(parts, 'form.save', updatePermissions, request)), savedRole);
      },
    },
    'role.duplicate': {
      save: async (key, values) => {
        const input = parseValues(roleNameSchema, values);
        if (!input.ok) return input;
        const request = { variables: { id: key, display_name: input.answer.display_name } };
        return mapped(await gateway.request(graphqlCall(parts, 'form.save', duplicateRole, request)), (answer) =>
          savedRole(answer.duplicateRole),
        );
      },
    },
    'role.delete': {
      save: async (key) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteRole, { variables: { id: key } }));
        return mapped(result, () => ({ id: key, version: null, lists: LISTS }));
      },
    },
  };
}

function savedRole({ id, version }: WireRole): Saved {
  return { id, version, lists: LISTS };
}

function roleOf(role: WireRole): ManagedRole {
  return {
    id: role.id,
    name: role.name,
    label: role.display_name,
    routes: role.has_permission_routes.map(({ route_name: route }) => route),
    users: role.users_count,
    fixed: role.is_fixed,
  };
}
