import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerUrlFor } from '../../support/database.ts';
import { startTestServer } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';
import { eventually } from '../../support/expect-eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ attendance: null });
});
afterAll(() => server.stop());

/** Takes the server's database away, or gives it back: no connection can be made, and those there are end. */
async function setReachable(isReachable: boolean): Promise<void> {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: ownerUrlFor(server.databaseUrl, 'postgres') });
  await client.connect();
  await client.query(`alter database ${name} allow_connections ${isReachable}`);
  if (!isReachable)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}

const get = (path: string, token?: string) =>
  fetch(server.url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

test('database there -> gone: 503 and not ready, alive -> back: as before, by itself', async () => {
  const token = await server.tokenOf('ana@aurora.example');
  await setReachable(false);
  const answer = await get('/api/users', token);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { code: 'UNAVAILABLE', key: 'error.unavailable' } },
  ]);
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);
  await setReachable(true);
  expect((await get('/api/users', token)).status).toBe(200);
  await eventually(async () => expect((await get('/readyz')).status).toBe(200));
});
