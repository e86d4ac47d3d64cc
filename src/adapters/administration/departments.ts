import { departmentFormSchema } from '../../../contract/entities/department.ts';
import type { Department as WireDepartment } from '../../../contract/entities/department.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { departments } from '../../../contract/graphql/departments.ts';
import { managedDepartments } from '../../../contract/graphql/managed-departments.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import type { ManagedDepartment } from '../../machines/entities/administration.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { FormValue, ValuesOf } from '../../machines/entities/forms.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { instanceOf, personOf } from '../tenant/from-wire.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['departments', 'choices.departments', 'choices.placements'];

/**
 * The company's departments; few, so the client searches and sorts them by name. `choices.departments`: the options.
 * `choices.placements`: the department of each user and instance.
 */
export function departmentLists(
  parts: CallParts,
): Pick<ListSources, 'departments' | 'choices.departments' | 'choices.placements'> {
  return {
    departments: async ({ page, limit, search, sort }) => {
      const result = await parts.gateway.request(
        graphqlCall(parts, 'list.fetch', managedDepartments, { variables: {} }),
      );
      return mapped(result, (answer) => {
        const wanted = search.trim().toLowerCase();
        const fitting = answer.managedDepartments.filter(({ name }) => name.toLowerCase().includes(wanted));
        // The server sorts by name.
        const rows = sort.descending ? fitting.toReversed() : fitting;
        return {
          list: 'departments',
          rows: rows.slice((page - 1) * limit, page * limit).map(managedDepartmentOf),
          total: fitting.length,
        };
      });
    },
    'choices.departments': async () => {
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', departments, { variables: {} }));
      return mapped(result, ({ departments: all }) => ({
        list: 'choices.departments',
        rows: all.map(({ id, name, activated }) => ({ id, label: name, ...(!activated && { isInactive: true }) })),
        total: all.length,
      }));
    },
    'choices.placements': async () => {
      const result = await parts.gateway.request(
        graphqlCall(parts, 'list.fetch', managedDepartments, { variables: {} }),
      );
      return mapped(result, (answer) => {
        const rows = answer.managedDepartments.flatMap(({ id, name, members, instances }) =>
          [...members.map((user) => `user:${user.id}`), ...instances.map((instance) => `instance:${instance.id}`)].map(
            (placed) => ({ id: placed, department: { id, name } }),
          ),
        );
        return { list: 'choices.placements', rows, total: rows.length };
      });
    },
  };
}

/** Adding, changing and deleting departments. Field names are the wire's. */
export function departmentForms(parts: CallParts): Pick<FormSources, 'department' | 'department.delete'> {
  const { gateway } = parts;

  async function load(key: string): Promise<Result<{ values: ValuesOf<'department'>; version: string | null }>> {
    if (key === 'new') return { ok: true, answer: { values: EMPTY, version: null } };
    const result = await gateway.request(graphqlCall(parts, 'form.load', managedDepartments, { variables: {} }));
    if (!result.ok) return result;
    const department = result.answer.managedDepartments.find(({ id }) => id === key);
    if (department === undefined) return { ok: false, failure: NOT_FOUND };
    return { ok: true, answer: { values: valuesOf(department), version: department.version } };
  }

  async function save(key: string, values: ValuesOf<'department'>, version: string | null): Promise<Result<Saved>> {
    const input = parseValues(departmentFormSchema, values);
    if (!input.ok) return input;
    if (key === 'new') {
      const request = { variables: input.answer };
      const result = await gateway.request(graphqlCall(parts, 'form.save', newDepartment, request));
      return mapped(result, (answer) => savedDepartment(answer.newDepartment));
    }
    const request = { variables: { ...input.answer, id: key, version } };
    const result = await gateway.request(graphqlCall(parts, 'form.save', updateDepartment, request));
    return mapped(result, (answer) => savedDepartment(answer.updateDepartment));
  }

  return {
    department: { load, save },
    'department.delete': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteDepartment, { variables: { id } }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
  };
}

const EMPTY: ValuesOf<'department'> = {
  name: '',
  activated: true,
  greeting: null,
  off_hours_text: null,
  opening_hours: null,
  holidays: [],
  distribution: 'manual',
  max_open_tickets: null,
  transfer_after_minutes: null,
  member_ids: [],
  instance_ids: [],
};

function valuesOf(department: WireDepartment): ValuesOf<'department'> {
  const { members, instances, opening_hours, holidays, ...rest } = department;
  return {
    name: rest.name,
    activated: rest.activated,
    greeting: rest.greeting,
    off_hours_text: rest.off_hours_text,
    opening_hours: opening_hours?.map((span): FormValue => ({ ...span })) ?? null,
    holidays: holidays.map((holiday): FormValue => ({ ...holiday })),
    distribution: rest.distribution,
    max_open_tickets: rest.max_open_tickets,
    transfer_after_minutes: rest.transfer_after_minutes,
    member_ids: members.map(({ id }) => id),
    instance_ids: instances.map(({ id }) => id),
  };
}

function savedDepartment({ id, version }: WireDepartment): Saved {
  return { id, version, lists: LISTS };
}

function managedDepartmentOf(department: WireDepartment): ManagedDepartment {
  return {
    id: department.id,
    name: department.name,
    active: department.activated,
    members: department.members.map(personOf),
    instances: department.instances.map(instanceOf),
    distribution: department.distribution,
    hasHours: department.opening_hours !== null,
    ticketsEach: department.max_open_tickets,
    transferMinutes: department.transfer_after_minutes,
  };
}
