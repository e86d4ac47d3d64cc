import { describe, expect, test } from 'vitest';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectFieldProblem,
  selectHasTheirs,
  selectIsTheirs,
  selectIsUnsaved,
  selectValue,
} from '../../src/machines/editing/editing.selectors.ts';
import type { FoundMessage } from '../../src/machines/entities/customers.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import { selectListPage, selectListQuery, selectListingPhase } from '../../src/machines/listing/listing.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { ListName, ListQuery } from '../../src/machines/log/events-administration.ts';
import type { FormFields, FormValue, FormValues } from '../../src/machines/entities/forms.ts';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { brunoViewing, networkFailure } from '../support/builders.ts';
import { anApp, greeting, live, opening, replays } from './directory-support.ts';

const of = { form: 'user', key: '8' } as const;
const query: ListQuery = { page: 1, limit: 25, search: '', sort: { by: 'name', descending: false }, filters: {} };

/** The place in the log where the list or form is opened, right after the page: its questions are numbered on from there. */
const OPENED_AT = 2;

/** The answer to the `n`th question of a list. */
function answer(n: number, total: number): AppEvent {
  const request = OPENED_AT + n;
  return { type: 'list.answered', list: 'users', request, page: { list: 'users', rows: [], total } };
}
/** The answers to the `n`th question of a form. */
function loaded(n: number, values: FormValues, version: string | null): AppEvent {
  return { type: 'form.loaded', ...of, request: OPENED_AT + n, values, version };
}
function changed(field: FormFields['user'], value: string): AppEvent {
  return { type: 'form.changed', ...of, field, value };
}
function saved(n: number, version: string | null): AppEvent {
  return { type: 'form.saved', ...of, request: OPENED_AT + n, id: '8', version, lists: [] };
}
function refused(n: number, fields: Failure['fields'], key = 'error.form.invalid'): AppEvent {
  return {
    type: 'form.refused',
    ...of,
    request: OPENED_AT + n,
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
    list: (name: ListName = 'users') => {
      const actor = found.directory.list(name);
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
    const again = given('form.load').at(-1)?.request ?? 0;
    expect(again).toBeGreaterThan(given('form.save').at(-1)?.request ?? Infinity);
    append(saved(2, 'v2'), loaded(1, { name: 'Bruno' }, 'v1'));
    expect(selectEditingPhase(form())).toBe('loading');
    append(loaded(again - OPENED_AT, { name: 'Bru' }, 'v2'));
    expect(selectEditingPhase(form())).toBe('pristine');
  });

  test('conflict -> loading -> dirty: unsaved changes stay, the other’s changes are marked', () => {
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
    expect([selectValue(form(), 'name'), selectValue(form(), 'email')]).toEqual(['Bruno Lima', 'bru@aurora.example']);
    expect(selectHasTheirs(form())).toBe(true);
    expect([selectIsTheirs(form(), 'name'), selectIsTheirs(form(), 'email')]).toEqual([true, false]);
    append(submitted);
    expect(given('form.save').map(({ version }) => version)).toEqual(['v1', 'v2']);
  });

  test('saved -> dirty -> saving: the next save is of the version that the last one gave', () => {
    const { append, given } = atWork();
    append(opened, loaded(1, { name: 'Bruno' }, 'v1'), changed('name', 'Bru'), submitted, saved(2, 'v2'));
    append(changed('name', 'Bruno Lima'), submitted);
    expect(given('form.save').map(({ version }) => version)).toEqual(['v1', 'v2']);
  });

  test.each<[string, FormValue, FormValue, string]>([
    ['a part more', { all: 1 }, { all: 1, any: 2 }, 'dirty'],
    ['a part less', { all: 1, any: 2 }, { all: 1 }, 'dirty'],
    ['one more of a list', [1], [1, 2], 'dirty'],
    ['the same parts in another order', { all: 1, any: 2 }, { any: 2, all: 1 }, 'pristine'],
  ])('a value with %s: changed only if it says something else', (_name, before, after, phase) => {
    const { append, form } = atWork();
    append(opened, loaded(1, { name: before }, 'v1'), { type: 'form.changed', ...of, field: 'name', value: after });
    expect(selectEditingPhase(form())).toBe(phase);
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

  test('refused -> dirty: a field that is changed is right in all its parts', () => {
    const { append, form } = atWork();
    append(opened, loaded(1, { name: 'Bru', email: 'bru@x' }, '4'), changed('name', 'B'), submitted);
    append(refused(2, { 'name.0.text': 'error.invalid', 'name.1': 'error.invalid', names: 'error.invalid' }));
    append(changed('name', 'Bruno'));
    expect(form().context.failure?.fields).toEqual({ names: 'error.invalid' });
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
    append(saved(2, null));
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

  test('failed without a connection -> fetched again once there is one', () => {
    const { append, given, list } = atWork();
    append({ type: 'list.opened', list: 'users', query }, answer(1, 7));
    append({ type: 'list.opened', list: 'roles', query });
    const request = given('list.fetch').at(-1)?.request ?? 0;
    append({ type: 'list.failed', list: 'roles', request, failure: networkFailure });
    expect(selectListingPhase(list('roles'))).toBe('failed');
    append(...greeting(10, { recovered: true }));
    expect(selectListingPhase(list('roles'))).toBe('loading');
    expect(selectListingPhase(list())).toBe('ready');
  });

  test('failed as the connection broke -> fetched again with the next one, though nothing was missed', () => {
    const { append, app, given } = live(brunoViewing);
    append({ type: 'list.opened', list: 'roles', query });
    const request = given('list.fetch').at(-1)?.request ?? 0;
    append({ type: 'list.failed', list: 'roles', request, failure: networkFailure });
    append({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
    append({ type: 'timer.fired', timer: socketTimers.retry }, ...greeting(10, { attempt: 2, recovered: true }));
    expect(given('tickets.fetch').filter(({ purpose }) => purpose === 'resync')).toHaveLength(1);
    expect(app.directory.list('roles')?.getSnapshot().value).toBe('loading');
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

  test('the next and the previous page go on from the rows shown, others by number; fetched again -> from the same row', () => {
    const { append, given } = atWork();
    const nina = { id: '7', name: 'Nina', phone: '5511984000031', image: null, email: null };
    const rows = [{ ...nina, tags: [], isBlocked: false, createdAt: 0, lastContactAt: null }];
    const answered = (n: number, edge: string): AppEvent => {
      const page = {
        list: 'customers',
        rows,
        total: 90,
        edges: { start: `${edge} start`, end: `${edge} end` },
      } as const;
      return { type: 'list.answered', list: 'customers', request: OPENED_AT + n, page };
    };
    const to = (change: Partial<ListQuery>): AppEvent => ({ type: 'list.queried', list: 'customers', change });
    append({ type: 'list.opened', list: 'customers', query }, answered(1, 'one'));
    append(to({ page: 2 }));
    // The second page isn't there yet: nothing is known to go on from.
    append(to({ page: 3 }), answered(3, 'three'));
    append(to({ page: 2 }), answered(4, 'two'), { type: 'list.outdated', list: 'customers' }, answered(5, 'two'));
    append(to({ page: 1 }), answered(6, 'one'), to({ page: 4 }), answered(7, 'four'), to({ page: 5, limit: 50 }));
    expect(given('list.fetch').map(({ query: { page, seek } }) => [page, seek])).toEqual([
      [1, undefined],
      [2, { after: 'one end' }],
      [3, undefined],
      [2, { before: 'three start' }],
      [2, { before: 'three start' }],
      [1, undefined],
      [4, undefined],
      [5, undefined],
    ]);
  });

  test('a list that grows: a page goes on behind those before, also after a failure; asked anew -> from the beginning', () => {
    const { append, given, list } = atWork();
    const growing = { ...query, search: 'boleto', grows: true } as const;
    const message = { ticketId: '20', customerName: 'Marina', instanceName: 'Vendas', received: true, bot: false };
    const found = (id: string) =>
      ({ ...message, id, author: null, at: 0, tag: 'text', excerpt: '', marks: [] }) satisfies FoundMessage;
    const answered = (n: number, ids: readonly string[], end: string | null): AppEvent => {
      const edges = end === null ? {} : { edges: { start: '', end } };
      const page = { list: 'chat.found', rows: ids.map(found), total: ids.length, ...edges } as const;
      return { type: 'list.answered', list: 'chat.found', request: OPENED_AT + n, page };
    };
    const change = (to: Partial<ListQuery>): AppEvent => ({ type: 'list.queried', list: 'chat.found', change: to });
    const shown = () => {
      const { earlier, page } = list('chat.found').context;
      return [...earlier, ...(page ? [page] : [])].flatMap(({ rows }) =>
        rows.map((row) => ('id' in row ? row.id : '')),
      );
    };
    append({ type: 'list.opened', list: 'chat.found', query: growing }, answered(1, ['9', '8'], '5'));
    append(change({ page: 2 }), {
      type: 'list.failed',
      list: 'chat.found',
      request: OPENED_AT + 2,
      failure: networkFailure,
    });
    expect(shown()).toEqual(['9', '8']);
    // Nothing is found up to 3, where the search goes on.
    append({ type: 'list.retried', list: 'chat.found' }, answered(3, [], '3'));
    expect(selectListingPhase(list('chat.found'))).toBe('ready');
    append(change({ page: 3 }), answered(4, ['2'], null));
    expect(shown()).toEqual(['9', '8', '2']);
    append({ type: 'list.outdated', list: 'chat.found' }, answered(5, ['2'], null));
    expect(shown()).toEqual(['9', '8', '2']);
    append(change(growing), answered(6, ['10', '9'], '9'), change({ page: 2 }), change({ page: 2 }));
    append(answered(8, ['10', '9'], '9'));
    expect(shown()).toEqual(['10', '9']);
    expect(given('list.fetch').map(({ query: { page, seek } }) => [page, seek?.after])).toEqual([
      [1, undefined],
      [2, '5'],
      [2, '5'],
      [3, '3'],
      [3, '3'],
      [1, undefined],
      [2, '9'],
      // The page before isn't there: nothing is known to go on from.
      [1, undefined],
    ]);
  });
});

test('every session above replays to what it held', () => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});
