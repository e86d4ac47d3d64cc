import { afterAll, beforeAll, expect, test } from 'vitest';
import { USER_PREFERENCES_MAX } from '../../../contract/entities/user-preferences.ts';
import type { UserPreferences } from '../../../contract/entities/user-preferences.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { saveUserPreferences, userPreferences } from '../../../contract/graphql/user-preferences.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({ emulator: null });
});
afterAll(() => world.stop());

const dark: UserPreferences = { theme: 'dark', locale: 'en', sound: false, singleKeys: true };
const save = (who: Person, preferences: object) =>
  world.call(who, saveUserPreferences, { preferences: JSON.stringify(preferences) });
const saved = async (who: Person): Promise<unknown> => {
  const { userPreferences: json } = await world.call(who, userPreferences, {});
  return json === null ? null : JSON.parse(json);
};
const told = () => world.rows<{ audience: unknown }>(`select audience from event where data->>'list' = 'preferences'`);

test('saved -> one’s own alone, the newest; one’s other pages are told once', async () => {
  const { ana, bruno, bia } = world.people;
  expect(await saved(bruno)).toBeNull();
  await save(bruno, { ...dark, theme: 'light' });
  const newest = { ...dark, starredPages: ['users'], notices: { silent: ['queue'] } };
  await save(bruno, newest);
  await save(bruno, newest);
  expect(await saved(bruno)).toEqual(newest);
  expect([await saved(ana), await saved(bia)]).toEqual([null, null]);
  const people = { audience: { to: 'people', userIds: [bruno.id] } };
  expect(await told()).toEqual([people, people]);
});

test('parts of a later version -> stay as they are', async () => {
  const { bia } = world.people;
  const later = { ...dark, font: 'large', notices: { silent: ['queue'], tone: { name: 'bell' } } };
  await save(bia, later);
  expect(await saved(bia)).toEqual(later);
});

test.each([
  ['no JSON', '{'],
  ['another theme', JSON.stringify({ ...dark, theme: 'pink' })],
  ['too long', JSON.stringify({ ...dark, more: 'x'.repeat(USER_PREFERENCES_MAX) })],
  ['more stars than there may be', JSON.stringify({ ...dark, starredPages: Array(11).fill('users') })],
])('%s -> refused, and nothing changes', async (_, preferences) => {
  const { carla } = world.people;
  expect(await refusalOf(world.call(carla, saveUserPreferences, { preferences }))).toMatch(/^INVALID/u);
  expect(await saved(carla)).toBeNull();
});

test('the user is deleted -> so are they', async () => {
  const { ana, carla } = world.people;
  const ofCarla = () => world.rows('select 1 from user_preference where user_id = $1', [carla.id]);
  await save(carla, dark);
  expect(await ofCarla()).toHaveLength(1);
  await world.call(ana, deleteUser, { id: carla.id });
  expect(await ofCarla()).toEqual([]);
});
