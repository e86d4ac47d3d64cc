import { setTimeout as pause } from 'node:timers/promises';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type pg from 'pg';
import type { Database } from './database.ts';

/** A scheduled job. `cron` has five fields, in UTC. */
export type Job = { name: string; cron: string; work: () => Promise<void> };

const SCHEMA = 'pgboss';
/** The schema version that the program expects, as a minimum. */
export const JOBS_VERSION = packageJson.pgboss.schema;
/** Interval in seconds at which a node checks for due jobs. */
const POLL_SECONDS = 60;
/** After this long a run is considered dead with its node. */
const RUN_SECONDS = 600;
const STOP_MS = 5_000;

/** The version of the job tables; undefined if there are none, or the role may not see them. */
export async function jobsVersion(client: Pick<pg.ClientBase, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    `select coalesce(has_table_privilege(to_regclass('${SCHEMA}.version'), 'select'), false)
      and has_schema_privilege('${SCHEMA}', 'usage') as there where to_regnamespace('${SCHEMA}') is not null`,
  );
  if (rows[0]?.there !== true) return undefined;
  const found = await client.query<{ version: number }>(`select version from ${SCHEMA}.version`);
  return found.rows[0]?.version;
}

/** Creates or updates the job tables as the owner, and grants the platform's role access. */
export async function installJobs(client: pg.Client): Promise<void> {
  const version = await jobsVersion(client);
  if (version === undefined) await client.query(getConstructionPlans(SCHEMA));
  else if (version < JOBS_VERSION) await client.query(getMigrationPlans(SCHEMA, version));
  await client.query(`
    grant usage on schema ${SCHEMA} to balcao_platform;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to balcao_platform;
    grant usage on all sequences in schema ${SCHEMA} to balcao_platform`);
}

/** Runs as the platform: the login role has no rights on the job tables. */
async function asPlatform(db: Database, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  const client = await db.pool.connect();
  let isClean = false;
  try {
    // Set on the session, as some of these texts contain their own transactions.
    await client.query('set role balcao_platform');
    const result = await client.query(text, values);
    await client.query('reset role');
    isClean = true;
    return result;
  } finally {
    client.release(!isClean);
  }
}

/**
 * Runs jobs at the start and then on schedule, each on one node at a time. A failed run is retried, then left to the
 * next one. Returns a function that stops, and waits for the current run.
 */
export async function startJobs(db: Database, jobs: readonly Job[]): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => asPlatform(db, text, values) },
    // Migrations are done already; and an older program may use newer tables, which pg-boss would refuse.
    migrate: true,
    monitorIntervalSeconds: POLL_SECONDS,
  });
  boss.on('error', (error) => db.log.warn({ err: error }, 'pg-boss reported an error'));
  await boss.start();
  for (const { name, cron, work } of jobs) {
    // Exclusive: while a run is due or in progress, no node adds another.
    await boss.createQueue(name, { policy: 'exclusive', expireInSeconds: RUN_SECONDS });
    await boss.schedule(name, cron);
    await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      try {
        await work();
      } catch (error) {
        db.log.warn({ err: error, job: name }, 'a job failed');
        throw error;
      }
    });
  }
  return async () => {
    // A graceful stop would look every half second whether the runs have ended; this waits for just them.
    const ended = new AbortController();
    const runs = Promise.allSettled(jobs.map(({ name }) => boss.offWork(name))).finally(() => ended.abort());
    await Promise.race([runs, pause(STOP_MS, undefined, { signal: ended.signal }).catch(() => undefined)]);
    await boss.stop({ graceful: false, close: false });
  };
}
