import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { openTestDatabase } from '../../support/database.ts';

let db: Database;
let owner: pg.Pool;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ db, owner, close } = await openTestDatabase());
});
afterEach(() => close());

const people = async () =>
  (
    await owner.query<{ slug: string; users: number }>(
      `select t.slug, count(u.id)::int users from tenant t left join app_user u on u.tenant_id = t.id
      group by t.slug order by t.slug`,
    )
  ).rows;
const EVERYBODY = [
  { slug: 'aurora', users: 3 },
  { slug: 'balcao', users: 1 },
  { slug: 'brisa', users: 2 },
];

test('servers that start together on an empty database: everybody once', async () => {
  const added = await Promise.all([seedPeople(db), seedPeople(db), seedPeople(db)]);
  expect(added.flat().toSorted()).toEqual(['aurora', 'balcao', 'brisa']);
  expect(await people()).toEqual(EVERYBODY);
  expect(await seedPeople(db)).toEqual([]);
});

test('one that was killed in the middle: the next one adds who is missing', async () => {
  await owner.query("insert into tenant (slug, name) values ('aurora', 'Aurora Móveis')");
  expect(await seedPeople(db)).toEqual(['aurora', 'brisa', 'balcao']);
  expect(await people()).toEqual(EVERYBODY);
});
