import type { ManagedUser } from '../../contract/entities/managed-user.ts';
import type { FlowDetails } from '../../contract/entities/flow.ts';
import type { ManagedUserPage } from '../../contract/graphql/paginated-users.ts';
import type { FormValue, FormValues } from '../../src/machines/entities/forms.ts';

/** A page with one user. */
export function onePage(user: ManagedUser): ManagedUserPage {
  return { total_pages: 1, total_items: 1, user_count: 1, user_limit: null, items: [user] };
}

function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The user whom the adapter of the form makes such values of. */
export function wireOfForm(id: string, values: FormValues, version: string): ManagedUser {
  const chosen = values['chosen_instances'];
  const department = values['user_department_id'];
  return {
    id,
    name: textOf(values['name']),
    username: textOf(values['username']),
    email: textOf(values['email']),
    image: null,
    role: { id: textOf(values['role_id']), name: 'atendente', display_name: 'Atendente' },
    isConnected: false,
    isBlocked: false,
    hasTwoFactor: false,
    created_at: new Date(0).toISOString(),
    userDepartment: typeof department === 'string' ? { id: department, name: 'Vendas', activated: true } : null,
    userInstances: (Array.isArray(chosen) ? chosen : []).map((instance) => ({
      id: `9${textOf(instance)}`,
      instance: { id: textOf(instance), name: 'Vendas', activated: true },
    })),
    version,
  };
}

/** The flow whose draft is such values. */
export function wireOfFlow(id: string, { name, flow, places }: FormValues, version: string): FlowDetails {
  return {
    id,
    name: textOf(name),
    kind: 'passive',
    is_active: false,
    is_archived: false,
    position: 0,
    bot_name: null,
    trigger: { instance_ids: [], starts: 'any', keywords: [], hours: 'any' },
    number: null,
    has_draft: true,
    running: 0,
    version,
    updated_at: new Date(0).toISOString(),
    flow: JSON.stringify(flow),
    places: JSON.stringify(places),
  };
}
