import { createServer } from 'node:net';
import type pg from 'pg';
import { seedPeople } from '../../server/demo/people.ts';
import { openTestDatabase } from './database.ts';
import { startEmulatorProcess } from './emulator.ts';
import type { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from './server.ts';

export interface Killable {
  readonly owner: pg.Pool;
  readonly emulator: EmulatorClient;
  /** Of each node that runs now; the emulator calls the first. */
  readonly urls: () => readonly [string, ...string[]];
  /** Whom calls are made as, to the first node. */
  readonly ana: () => Promise<{ readonly tenant: string; readonly token: string }>;
  /** Kills all nodes with -9 once what was begun stands still in front of this table, in the middle of its transaction. */
  readonly killAt: (table: string, begin: () => Promise<unknown>) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The demo's people on so many nodes, each a process of its own. */
export async function startKillable(nodes: number): Promise<Killable> {
  const database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
  const port = await freePort();
  const emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  const spawn = (at: number) => {
    const env = { DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
    return spawnServer({ env: { ...env, PORT: at === 0 ? String(port) : '0' } });
  };
  const spawnAll = () => Promise.all(Array.from({ length: nodes }, (_, at) => spawn(at)));
  let servers = await spawnAll();
  const urls = (): readonly [string, ...string[]] => {
    const [first = '', ...others] = servers.map(({ url }) => url);
    return [first, ...others];
  };
  return {
    owner: database.owner,
    emulator: emulator.client,
    urls,
    ana: async () => ({ tenant: 'aurora', token: await tokenOf(urls()[0], 'ana@aurora.example', TEST_PASSWORD) }),
    async killAt(table, begin) {
      const holding = await database.owner.connect();
      await holding.query(`begin; lock table ${table} in exclusive mode`);
      try {
        await begin();
        await expectEventually(async () => {
          const { rows } = await database.owner.query(
            'select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = $1 and not l.granted',
            [table],
          );
          return rows.length;
        }).toBeGreaterThan(0);
        await Promise.all(servers.map((server) => server.end('SIGKILL')));
      } finally {
        await holding.query('rollback');
        holding.release();
      }
    },
    async restart() {
      servers = await spawnAll();
    },
    async stop() {
      await Promise.all(servers.map((server) => server.end()));
      await emulator.close();
      await database.close();
    },
  };
}

/** A port that nobody listens on at the moment: the emulator has to know the server's before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
