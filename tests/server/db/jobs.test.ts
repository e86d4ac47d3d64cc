import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { startJobs } from '../../../server/db/jobs.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { openTestDatabase } from '../../support/database.ts';

let db: Database;
let owner: pg.Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, owner, close } = await openTestDatabase());
});
afterAll(() => close());

const NEVER = '0 0 1 1 *';
const runs = async () => (await owner.query('select state from pgboss.job order by created_on')).rows;

test('start -> a run; of two nodes one runs it, and stopping waits for it', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const ran: string[] = [];
  const node = (name: string) => {
    const work = async () => {
      ran.push(name);
      await held;
    };
    return startJobs(db, [{ name: 'sweep', cron: NEVER, work }]);
  };
  const stops = await Promise.all([node('one'), node('two')]);
  await expectEventually(() => ran.length).toBe(1);
  const stopThird = await node('three');
  expect(await runs()).toEqual([{ state: 'active' }]);
  const stopping = Promise.all([...stops, stopThird].map((stop) => stop()));
  release();
  await stopping;
  expect(ran).toHaveLength(1);
  expect(await runs()).toEqual([{ state: 'completed' }]);
});

test('a run that fails takes nothing with it', async () => {
  let failures = 0;
  const stop = await startJobs(db, [
    { name: 'broken', cron: NEVER, work: () => ((failures += 1), Promise.reject(new Error('broken'))) },
  ]);
  await expectEventually(() => failures).toBe(1);
  await stop();
  const { rows } = await owner.query("select state from pgboss.job where name = 'broken'");
  expect(rows).toEqual([{ state: 'retry' }]);
});
