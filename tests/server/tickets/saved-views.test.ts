import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedViewForm } from '../../../contract/entities/saved-view.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/facts/ticket-views.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { deleteSavedView, newSavedView, savedViews, updateSavedView } from '../../../contract/graphql/saved-views.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { SAVED_VIEW } from '../../support/saved-view.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const form = (name: string, changes: Partial<SavedViewForm> = {}): SavedViewForm => ({
  ...SAVED_VIEW,
  name,
  ...changes,
});
const save = async (who: Person, name: string, changes: Partial<SavedViewForm> = {}) =>
  (await world.call(who, newSavedView, form(name, changes))).newSavedView;
const list = async (who: Person) => (await world.call(who, savedViews, {})).savedViews;
const NOT_FOUND = 'NOT_FOUND error.notFound';

test('everybody has their own, and nobody another’s', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const view = await save(bruno, ' Urgentes ', { instance_id: world.instances.suporte });
  expect(await list(bruno)).toEqual([
    { ...SAVED_VIEW, instance_id: world.instances.suporte, id: view.id, name: 'Urgentes', gone: [] },
  ]);
  for (const other of [ana, carla, bia]) {
    expect(await list(other)).toEqual([]);
    expect(await refusalOf(world.call(other, updateSavedView, { ...form('Minha'), id: view.id }))).toBe(NOT_FOUND);
    expect(await refusalOf(world.call(other, deleteSavedView, { id: view.id }))).toBe(NOT_FOUND);
  }
  await world.call(bruno, updateSavedView, { ...form('Sem resposta', { view: 'all' }), id: view.id });
  expect((await list(bruno)).map(({ name, view: of }) => [name, of])).toEqual([['Sem resposta', 'all']]);
  const told = await world.rows<{ audience: unknown }>(
    "select audience from event where data->>'list' = 'saved_views' order by position",
  );
  expect(told.map(({ audience }) => audience)).toEqual([
    { to: 'people', userIds: [bruno.id] },
    { to: 'people', userIds: [bruno.id] },
  ]);
  await world.call(bruno, deleteSavedView, { id: view.id });
  expect(await list(bruno)).toEqual([]);
});

test('what a view names and is deleted later is said; what isn’t there, as another company’s, can’t be named', async () => {
  const { ana, bia } = world.people;
  const { id: tag_id } = (await world.call(ana, newTag, { name: 'Passageira', color: 'blue' })).newTag;
  const { id } = await save(ana, 'Etiqueta', { tag_id, user_id: world.people.bruno.id });
  const goneOf = async () => (await list(ana)).find((each) => each.id === id)?.gone;
  expect(await goneOf()).toEqual([]);
  await world.call(ana, deleteTag, { id: tag_id });
  expect(await goneOf()).toEqual(['tag_id']);
  // It keeps what is gone, under another name too.
  const kept = { ...form('Sem etiqueta', { tag_id, user_id: world.people.bruno.id }), id };
  expect((await world.call(ana, updateSavedView, kept)).updateSavedView.gone).toEqual(['tag_id']);
  expect(await refusalOf(save(ana, 'De outra', { user_id: bia.id }))).toBe(NOT_FOUND);
  expect(await refusalOf(save(ana, 'De outra', { instance_id: world.instances.brisa }))).toBe(NOT_FOUND);
  // Carla doesn't serve it.
  expect(await refusalOf(save(world.people.carla, 'Vendas', { instance_id: world.instances.vendas }))).toBe(NOT_FOUND);
});

test('a name that is taken or empty, one too many, and what is no view are refused', async () => {
  const { bruno } = world.people;
  for (let at = 0; at < SAVED_VIEWS_MAX; at += 1) await save(bruno, `Visão ${at}`);
  expect(await refusalOf(save(bruno, 'visão 3'))).toBe('INVALID error.form.invalid');
  expect(await refusalOf(save(bruno, '  '))).toBe('INVALID error.form.invalid');
  expect(await refusalOf(save(bruno, 'Mais uma'))).toBe('CONFLICT error.savedView.tooMany');
  const [first] = await list(bruno);
  const sort_name = 'id; drop table message' as 'last_message';
  const change = { ...form('Outra', { sort_name }), id: first?.id ?? '' };
  expect(await refusalOf(world.call(bruno, updateSavedView, change))).toBe('INVALID error.invalid');
});
