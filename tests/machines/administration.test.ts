import { describe, expect, test } from 'vitest';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectFieldProblem,
  selectHasTheirs,
  selectIsTheirs,
  selectIsUnsaved,
  selectValues,
} from '../../src/machines/editing/editing.selectors.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import { selectListPage, selectListQuery, selectListingPhase } from '../../src/machines/listing/listing.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { FormValues, ListQuery } from '../../src/machines/log/events-administration.ts';
import { brunoViewing } from '../support/builders.ts';
import { anApp, opening, replays } from './directory-support.ts';

const of = { form: 'user', key: '8' } as const;
const query: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

function answer(request: number, total: number): AppEvent {
  return { type: 'list.answered', list: 'users', request, page: { list: 'users', rows: [], total } };
}
function loaded(request: number, values: FormValues, version: string | null): AppEvent {
  return { type: 'form.loaded', ...of, request, values, version };
}
function changed(field: string, value: string): AppEvent {
  return { type: 'form.changed', ...of, field, value };
}
function refused(request: number, fields: Failure['fields'], key = 'error.form.invalid'): AppEvent {
  return {
    type: 'form.refused',
    ...of,
    request,
    failure: { code: 'INVALID', key, params: {}, fields, requestId: null },
  };
}

function atWork() {
  const found = anApp();
  found.append(opening(brunoViewing));
  return {
    ...found,
    form: () => {
      const actor = found.directory.form(of.form, of.key);
      if (actor === undefined) throw new Error('no form is open');
      return actor.getSnapshot();
    },
    list: () => {
      const actor = found.directory.list('users');
      if (actor === undefined) throw new Error('no list is open');
      return actor.getSnapshot();
    },
  };
}

const submitted: AppEvent = { type: 'form.submitted', ...of };
const opened: AppEvent = { type: 'form.opened', ...of, values: null };

describe('forms', () => {
  test('saving -> left -> opened again: the late answer is not its own', () => {
    const { append, given, form } = atWork();
    append(opened, loaded(1, { name: 'Bruno' }, 'v1'), changed('name', 'Bru'), submitted, { type: 'form.left', ...of });
    append(opened);
    expect(given('form.load').map(({ request }) => request)).toEqual([1, 3]);
    append({ type: 'form.saved', ...of, request: 2, id: '8', version: 'v2', lists: [] });
    expect(selectEditingPhase(form())).toBe('loading');
    append(loaded(3, { name: 'Bru' }, 'v2'));
    expect(selectEditingPhase(form())).toBe('pristine');
  });

  test('conflict -> loading -> dirty: what was typed stays, what the other changed is told', () => {
    const { append, given, form } = atWork();
    append(
      opened,
      loaded(1, { name: 'Bruno', email: 'b@aurora.example' }, 'v1'),
      changed('email', 'bru@aurora.example'),
    );
    append(submitted, refused(2, {}, 'error.form.conflict'));
    expect(selectEditingPhase(form())).toBe('conflict');
    append(submitted, { type: 'form.retried', ...of });
    append(loaded(3, { name: 'Bruno Lima', email: 'b@aurora.example' }, 'v2'));
    expect(selectEditingPhase(form())).toBe('dirty');
    expect(selectValues(form())).toEqual({ name: 'Bruno Lima', email: 'bru@aurora.example' });
    expect(selectHasTheirs(form())).toBe(true);
    expect([selectIsTheirs(form(), 'name'), selectIsTheirs(form(), 'email')]).toEqual([true, false]);
    append(submitted);
    expect(given('form.save').map(({ version }) => version)).toEqual(['v1', 'v2']);
  });

  test('refused -> dirty: a field is wrong until it is changed, the others stay wrong', () => {
    const { append, form } = atWork();
    append(opened, loaded(1, { name: '', email: '' }, null), changed('name', 'B'), submitted);
    append(refused(2, { name: 'error.invalid', email: 'error.invalid' }), changed('name', 'Bruno'));
    expect(selectFieldProblem(form(), 'name')).toBeUndefined();
    expect(selectFieldProblem(form(), 'email')).toBe('error.invalid');
    expect(selectEditingFailure(form())?.key).toBe('error.form.invalid');
    append(changed('email', 'b@aurora.example'));
    expect(selectEditingFailure(form())).toBeNull();
  });

  test('submitted twice, changed while it is saved: saved once, as it was submitted', () => {
    const { append, given, form } = atWork();
    append(
      opened,
      loaded(1, { name: 'Bruno' }, null),
      changed('name', 'Bru'),
      submitted,
      submitted,
      changed('name', 'X'),
    );
    expect(given('form.save').map(({ values }) => values)).toEqual([{ name: 'Bru' }]);
    append({ type: 'form.saved', ...of, request: 2, id: '8', version: null, lists: [] });
    expect(selectIsUnsaved(form())).toBe(false);
  });
});

describe('lists', () => {
  test('loading, outdated -> loading: what was on its way is not shown', () => {
    const { append, given, list } = atWork();
    append({ type: 'list.opened', list: 'users', query }, { type: 'list.outdated', list: 'users' });
    append(answer(1, 7));
    expect(selectListingPhase(list())).toBe('loading');
    append(answer(2, 8));
    expect(selectListPage(list())?.total).toBe(8);
    expect(given('list.fetch')).toHaveLength(2);
  });

  test('a page past the end -> the last one', () => {
    const { append, given, list } = atWork();
    append({ type: 'list.opened', list: 'users', query }, answer(1, 60));
    append({ type: 'list.queried', list: 'users', change: { page: 3 } }, answer(2, 30));
    expect(selectListQuery(list()).page).toBe(2);
    expect(given('list.fetch').map(({ query }) => query.page)).toEqual([1, 3, 2]);
  });

  test('another search begins at page one; another page keeps the search', () => {
    const { append, list } = atWork();
    append({ type: 'list.opened', list: 'users', query }, answer(1, 60));
    append({ type: 'list.queried', list: 'users', change: { page: 2 } });
    append({ type: 'list.queried', list: 'users', change: { search: 'bru' } });
    expect(selectListQuery(list())).toMatchObject({ page: 1, search: 'bru' });
    append({ type: 'list.queried', list: 'users', change: { page: 2 } });
    expect(selectListQuery(list())).toMatchObject({ page: 2, search: 'bru' });
  });
});

test('every session above replays to what it held', () => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});
