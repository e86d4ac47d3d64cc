import type { CustomerView, CustomerViewQuery } from '../../../machines/entities/saved-view.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';

/** The filters of the list by the names that a saved view has for them. */
const FILTERS = {
  tag_id: 'tag',
  group_id: 'group',
  instance_id: 'instance',
  contact_days: 'contact',
  blacklisted: 'blocked',
  consent: 'consent',
  field_id: 'field',
  field_op: 'fieldOp',
  field_value: 'fieldValue',
} as const;
type Filter = keyof typeof FILTERS;
const NAMES = ['tag_id', 'group_id', 'instance_id', 'contact_days', 'blacklisted', 'consent'] as const;
const FIELD = ['field_id', 'field_op', 'field_value'] as const;

/** Order and filters of a saved view; the server validates them. The search isn't saved. */
type KeptQuery = Readonly<Record<Filter, string | number | boolean | null>> &
  Readonly<Record<'sort_name' | 'sort_type', string>>;

/** The list as it is, to be saved. */
export function keptOf({ sort, filters }: ListQuery): KeptQuery {
  const textOf = (name: Filter) => filters[FILTERS[name]] ?? null;
  const { contact, blocked } = filters;
  return {
    sort_name: sort.by,
    sort_type: sort.descending ? 'DESC' : 'ASC',
    tag_id: textOf('tag_id'),
    group_id: textOf('group_id'),
    instance_id: textOf('instance_id'),
    contact_days: contact === undefined ? null : Number(contact),
    blacklisted: blocked === undefined ? null : blocked === 'true',
    consent: textOf('consent'),
    field_id: textOf('field_id'),
    field_op: textOf('field_op'),
    field_value: textOf('field_value'),
  };
}

/** A view as it was saved, without its name. */
export function fieldsOfView(view: CustomerViewQuery): KeptQuery {
  const { sort_name, sort_type, tag_id, group_id, instance_id, contact_days, blacklisted, consent } = view;
  const { field_id, field_op, field_value } = view;
  const field = { field_id, field_op, field_value };
  return { sort_name, sort_type, tag_id, group_id, instance_id, contact_days, blacklisted, consent, ...field };
}

/** A saved view without filters whose ids no longer exist; a field is dropped with its value. */
export function withoutGoneOf(view: CustomerView): KeptQuery {
  const without = view.gone.includes('field_id') ? [...view.gone, ...FIELD] : view.gone;
  return { ...fieldsOfView(view), ...Object.fromEntries(without.map((name) => [name, null])) };
}

export function isSameKept(one: KeptQuery, other: KeptQuery): boolean {
  return ([...NAMES, ...FIELD, 'sort_name', 'sort_type'] as const).every((name) => one[name] === other[name]);
}

/** Whether it differs from the initial list. */
export function isWorthKeeping({ sort_name, sort_type, ...filters }: KeptQuery): boolean {
  return sort_name !== 'name' || sort_type !== 'ASC' || Object.values(filters).some((value) => value !== null);
}

/** The query changes that apply the view. */
export function queryOf(kept: KeptQuery): Pick<ListQuery, 'sort' | 'filters' | 'search'> {
  return {
    search: '',
    sort: { by: kept.sort_name, descending: kept.sort_type === 'DESC' },
    filters: Object.fromEntries(
      [...NAMES, ...FIELD].flatMap((name) => (kept[name] === null ? [] : [[FILTERS[name], String(kept[name])]])),
    ),
  };
}
