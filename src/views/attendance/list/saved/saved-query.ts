import type { SavedView, SavedViewQuery } from '../../../../machines/entities/saved-view.ts';
import type { AppEvent } from '../../../../machines/log/event.ts';
import type { InboxFilters, InboxQuery } from '../../../../machines/log/events-inbox.ts';

/** The list as it is, to be saved; the search isn't. */
export function savedOf({ instanceId, status, scope, sort, only = {} }: InboxQuery): SavedViewQuery {
  return {
    view: status === 'finished' ? 'finished' : scope,
    sort_name: sort ?? 'last_message',
    instance_id: instanceId,
    department_id: only.departmentId ?? null,
    user_id: only.ownerId ?? null,
    tag_id: only.tagId ?? null,
    unseen: only.unseen === true,
    not_responded: only.notResponded === true,
    blacklisted: only.blacklisted === true,
  };
}

const FIELDS = [
  'view',
  'sort_name',
  'instance_id',
  'department_id',
  'user_id',
  'tag_id',
  'unseen',
  'not_responded',
  'blacklisted',
] as const satisfies readonly (keyof SavedViewQuery)[];

/** The saved view without what it names and is gone. */
export function withoutGone(saved: SavedView): SavedViewQuery {
  const kept = (field: 'instance_id' | 'department_id' | 'user_id' | 'tag_id') =>
    saved.gone.includes(field) ? null : saved[field];
  return {
    view: saved.view,
    sort_name: saved.sort_name,
    instance_id: kept('instance_id'),
    department_id: kept('department_id'),
    user_id: kept('user_id'),
    tag_id: kept('tag_id'),
    unseen: saved.unseen,
    not_responded: saved.not_responded,
    blacklisted: saved.blacklisted,
  };
}

/** The view as it was saved, for a form. */
export function fieldsOf(saved: SavedView): SavedViewQuery {
  return withoutGone({ ...saved, gone: [] });
}

export function isSameView(one: SavedViewQuery, other: SavedViewQuery): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

/** Whether the list shows more than one of the built-in views, so that saving it is of use. */
export function isWorthSaving(query: SavedViewQuery): boolean {
  const { view: _, sort_name: sort, ...filters } = query;
  return sort !== 'last_message' || Object.values(filters).some((value) => value !== null && value !== false);
}

/** What brings the list there. Administrators see all finished ones, others their own. */
export function eventsFor(query: SavedViewQuery, seesAll: boolean): readonly AppEvent[] {
  const { view, instance_id: instanceId } = query;
  const isFinished = view === 'finished';
  const scope = view === 'finished' ? (seesAll ? 'all' : 'mine') : view;
  const only: InboxFilters = {
    ...(query.department_id !== null && { departmentId: query.department_id }),
    ...(query.user_id !== null && { ownerId: query.user_id }),
    ...(query.tag_id !== null && { tagId: query.tag_id }),
    ...(query.unseen && { unseen: true as const }),
    ...(query.not_responded && { notResponded: true as const }),
    ...(query.blacklisted && { blacklisted: true as const }),
  };
  return [
    { type: 'instance.chosen', instanceId },
    { type: 'inbox.filtered', instanceId, status: isFinished ? 'finished' : 'open', scope },
    { type: 'inbox.narrowed', only },
    { type: 'inbox.sorted', sort: query.sort_name },
  ];
}
