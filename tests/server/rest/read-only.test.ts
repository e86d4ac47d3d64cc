import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connected } from '../../../contract/graphql/connected.ts';
import { refusalOf, startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { createTestDatabase, ownerUrlFor } from '../../support/database.ts';
import { DEMO_PASSWORD, spawnServer } from '../../support/server.ts';
import { eventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

async function asOwner<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrlFor(databaseUrl, 'postgres') });
  await client.connect();
  const { rows } = await client.query<Row>(text.replaceAll('$database', new URL(databaseUrl).pathname.slice(1)));
  await client.end();
  return rows;
}

/** Makes every connection from now on one to a database that only lets read, or one that lets write. */
const setReadOnly = (databaseUrl: string, isReadOnly: boolean) =>
  asOwner(databaseUrl, `alter database $database set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
const cutConnections = (databaseUrl: string) =>
  asOwner(databaseUrl, "select pg_terminate_backend(pid) from pg_stat_activity where datname = '$database'");

async function readiness() {
  const response = await fetch(`${world.url}/readyz`);
  const { checks }: { checks: Record<string, boolean> } = await response.json();
  return { status: response.status, checks };
}
const logIn = () =>
  fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@aurora.example', password: DEMO_PASSWORD }),
  });

test('writable -> read-only: 503 everywhere and not ready -> writable: as before, by itself, on other connections', async () => {
  const { databaseUrl } = world.server;
  const { bruno } = world.people;
  expect((await readiness()).checks).toMatchObject({ database: true, writable: true });
  await setReadOnly(databaseUrl, true);
  await cutConnections(databaseUrl);
  // As at a standby that took the primary's place: it answers, and changes nothing.
  await expect.poll(readiness).toMatchObject({ status: 503, checks: { database: true, writable: false } });
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  const { body } = writtenBody({ from: '5511970000201' });
  expect(await Promise.all([logIn().then(({ status }) => status), world.webhook(body)])).toEqual([503, 503]);
  expect(await refusalOf(world.call(bruno, connected, {}))).toBe('UNAVAILABLE error.unavailable');

  const [since] = await asOwner<{ at: Date }>(databaseUrl, 'select now() as at');
  await setReadOnly(databaseUrl, false);
  // Nobody cuts the connections now: the server has to leave those that still only read.
  await eventually(async () => expect((await readiness()).status).toBe(200));
  expect(await world.webhook(body)).toBe(200);
  const made = `select application_name as name, backend_start < '${since?.at.toISOString()}' as "isOld"
    from pg_stat_activity where datname = '$database' and application_name like 'balcao%'`;
  await eventually(async () => {
    await Promise.all(Array.from({ length: 16 }, () => world.call(bruno, connected, {})));
    const connections = await asOwner<{ name: string; isOld: boolean }>(databaseUrl, made);
    expect(new Set(connections.map(({ name }) => name))).toEqual(
      new Set(['balcao', 'balcao listener', 'balcao people']),
    );
    expect(connections.filter(({ isOld }) => isOld)).toEqual([]);
  });
});

test('started on a read-only database: one sentence, and it ends', async () => {
  const { url, drop } = await createTestDatabase();
  await setReadOnly(url, true);
  await expect(spawnServer({ env: { DATABASE_URL: url } })).rejects.toThrow(
    /takes no changes to "test_\w+": it is a standby/,
  );
  await drop();
});
