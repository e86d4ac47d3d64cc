import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelCustomerImport,
  pauseCustomerImport,
  resumeCustomerImport,
} from '../../../contract/graphql/customer-imports.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { importsOf } from './import-world.ts';

const ROWS = 24_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let nodes: SpawnedServer[] = [];
const start = async () => {
  const node = await spawnServer({ env: { DATABASE_URL: database.url, DATA_DIR: folder } });
  nodes.push(node);
  return node;
};

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'balcao-imports-'));
  await seedPeople(database.db, TEST_PASSWORD);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end()));
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const numbers = async () => {
  const { rows } = await database.owner.query<{ all: string; twins: string; notes: string }>(
    `select (select count(*) from customer where name like 'Linha %') as all,
      (select count(*) from (select phone_number from customer group by 1 having count(*) > 1) t) as twins,
      (select count(*) from customer_import_change where kind = 'added') as notes`,
  );
  return rows[0];
};

test('two nodes, killed one after the other in the middle, and many clicks: every row is in once', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const token = await tokenOf(one.url, 'ana@aurora.example', TEST_PASSWORD);
  const who = { tenant: 'aurora', token };
  const rows = Array.from({ length: ROWS }, (_, at) => `Linha ${at};11 9${String(70_000_000 + at)}`);
  // A number that an earlier line has, and one that nobody can be written to.
  const file = ['Nome;Telefone', ...rows, 'Linha dupla;5511970000000', 'Linha grátis;0800 722 1100'].join('\n');
  const { id } = await importsOf(one.url, who).checked('grande.csv', file);
  await importsOf(one.url, who).begin(id);

  const under = async (node: SpawnedServer, passed: number) => {
    const { read } = importsOf(node.url, who);
    await expect.poll(async () => (await read(id)).passed).toBeGreaterThan(passed);
  };
  await under(two, 0);
  const click = (at: number): Promise<unknown> =>
    at % 2 === 0
      ? callGraphql(two.url, who, pauseCustomerImport, { id })
      : callGraphql(two.url, who, resumeCustomerImport, { id });
  const clicks = Array.from({ length: 10 }, (_, at) => click(at).catch(() => undefined));
  await Promise.all(clicks);
  await callGraphql(two.url, who, resumeCustomerImport, { id }).catch(() => undefined);
  const { passed: before } = await importsOf(two.url, who).read(id);
  await one.end('SIGKILL');
  const three = await start();
  await under(three, Math.min(before, ROWS - 1));
  await two.end('SIGKILL');
  nodes = [three];
  const done = await importsOf(three.url, who).until(id, 'done', 'paused');
  expect(done).toMatchObject({ status: 'done', added: ROWS, changed: 0, kept: 0, refused: 2, passed: ROWS + 2 });
  expect(await numbers()).toEqual({ all: String(ROWS), twins: '0', notes: String(ROWS) });
  await callGraphql(three.url, who, cancelCustomerImport, { id }).then(
    () => expect.unreachable('It was over'),
    (error: unknown) => expect(error).toMatchObject({ key: 'error.import.state' }),
  );
});
