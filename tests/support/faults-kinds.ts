import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { breakInserts, mendInserts } from './faults-database.ts';
import type { FaultWorld } from './faults-world.ts';
import type { Random } from './simulation-random.ts';

/** Something that breaks, for so long, and is whole again when it resolves. */
type Fault = { name: string; weight: number; run: (world: FaultWorld, random: Random, ms: number) => Promise<void> };

const ACTIVE = `from pg_stat_activity where application_name = 'balcao' and datname = current_database()`;

export const FAULTS: readonly Fault[] = [
  {
    name: 'a server is stopped, and goes on',
    weight: 3,
    run: async ({ places }, random, ms) => {
      const place = random.pick(places);
      place?.signal('SIGSTOP');
      await pause(ms);
      place?.signal('SIGCONT');
    },
  },
  {
    name: 'a server is killed, and another comes',
    weight: 2,
    run: async ({ places }, random) => {
      const place = random.pick(places);
      await place?.kill();
      await place?.start();
    },
  },
  {
    name: 'a process of PostgreSQL is stopped, and goes on',
    weight: 2,
    run: async ({ insist }, random, ms) => {
      const backends = await insist<{ pid: number }>(`select pid ${ACTIVE} order by state, pid`);
      const pid = random.pick(backends)?.pid;
      if (pid === undefined) return;
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'connections are ended',
    weight: 2,
    run: async ({ insist }, random) => {
      await insist(`select pg_terminate_backend(pid) from (select pid ${ACTIVE} order by state, pid limit $1) chosen`, [
        1 + random.int(20),
      ]);
    },
  },
  {
    name: 'statements are canceled',
    weight: 2,
    run: async ({ insist }, _random, ms) => {
      const end = performance.now() + ms;
      while (performance.now() < end) {
        await insist(`select pg_cancel_backend(pid) ${ACTIVE} and state = 'active'`);
        await pause(50);
      }
    },
  },
  {
    name: 'a company’s row is locked',
    weight: 3,
    run: (world, random, ms) =>
      holding(world, `select from tenant where slug = '${random.pick(['aurora', 'brisa'])}' for update`, ms),
  },
  { name: 'the messages are locked', weight: 3, run: (world, _random, ms) => holding(world, 'lock table message', ms) },
  {
    name: 'PostgreSQL is restarted',
    weight: 1,
    run: async ({ postmaster, insist }, random) => {
      // Quick, or as if it had crashed.
      process.kill(await postmaster(), random.pick(['SIGINT', 'SIGQUIT']));
      await pause(300);
      await insist('select 1');
    },
  },
  { name: 'connections run out', weight: 2, run: takeAllConnections },
  {
    name: 'some messages meet a fault of ours',
    weight: 3,
    run: ({ insist }, _random, ms) => breaking(insist, 'P0001', ms),
  },
  {
    name: 'some messages meet a failure that passes',
    weight: 2,
    run: ({ insist }, random, ms) => breaking(insist, random.pick(['57014', '53200', '40001', '55P03']) ?? '57014', ms),
  },
];

/** Locks something for so long, if the lock is to be had. */
async function holding({ databaseUrl }: FaultWorld, lock: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    await client.query(lock);
    await pause(ms);
  } catch {
    // Another fault's trace: nothing is held then.
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function takeAllConnections({ databaseUrl }: FaultWorld, _random: Random, ms: number): Promise<void> {
  const taken: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    taken.push(client);
  };
  const takeSome = () => Promise.allSettled(Array.from({ length: 20 }, take));
  while ((await takeSome()).every(({ status }) => status === 'fulfilled'));
  await pause(ms);
  await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
}

async function breaking(insist: FaultWorld['insist'], state: string, ms: number): Promise<void> {
  await breakInserts(insist, 'message', 'random() < 0.4', state);
  await pause(ms);
  await mendInserts(insist, 'message');
}
