import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type pg from 'pg';
import type { Database } from './database.ts';

/** Work by the clock. `cron` has five fields, in UTC. */
export type Job = { name: string; cron: string; work: () => Promise<void> };

const SCHEMA = 'pgboss';
/** What the program expects of the schema, or newer. */
export const JOBS_VERSION = packageJson.pgboss.schema;
/** How often a node looks whether something is due, in seconds. */
const LOOK_SECONDS = 60;
/** A run that takes longer is taken for one whose node died. */
const RUN_SECONDS = 600;
const STOP_MS = 5_000;

/** The version of the jobs' tables; undefined when there are none, or when whoever asks may not see them. */
export async function jobsVersion(client: Pick<pg.ClientBase, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    `select coalesce(has_table_privilege(to_regclass('${SCHEMA}.version'), 'select'), false)
      and has_schema_privilege('${SCHEMA}', 'usage') as there where to_regnamespace('${SCHEMA}') is not null`,
  );
  if (rows[0]?.there !== true) return undefined;
  const found = await client.query<{ version: number }>(`select version from ${SCHEMA}.version`);
  return found.rows[0]?.version;
}

/** Makes the jobs' tables or brings them up to date, as the owner, and lets the platform's role use them. */
export async function installJobs(client: pg.Client): Promise<void> {
  const version = await jobsVersion(client);
  if (version === undefined) await client.query(getConstructionPlans(SCHEMA));
  else if (version < JOBS_VERSION) await client.query(getMigrationPlans(SCHEMA, version));
  await client.query(`
    grant usage on schema ${SCHEMA} to balcao_platform;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to balcao_platform;
    grant usage on all sequences in schema ${SCHEMA} to balcao_platform`);
}

/** Runs as the platform: who logs in has no rights on the jobs' tables. */
async function asPlatform(db: Database, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  const client = await db.pool.connect();
  let isClean = false;
  try {
    // Of the session, not of a transaction: some of these texts hold their own.
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
 * Runs jobs at the start and then by their clocks, each on one of the nodes at a time, however many
 * there are. A failed run is tried again, then left to the next one. Answers how to stop, which waits
 * for a run under way.
 */
export async function startJobs(db: Database, jobs: readonly Job[]): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => asPlatform(db, text, values) },
    // Nothing is left to migrate; but an older program goes on with a newer one's tables, which it else refuses.
    migrate: true,
    monitorIntervalSeconds: LOOK_SECONDS,
  });
  boss.on('error', (error) => db.log.warn({ err: error }, 'the jobs have trouble'));
  await boss.start();
  for (const { name, cron, work } of jobs) {
    // Exclusive: while one run is due or under way, no node adds another.
    await boss.createQueue(name, { policy: 'exclusive', expireInSeconds: RUN_SECONDS });
    await boss.schedule(name, cron);
    await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: LOOK_SECONDS }, async () => {
      try {
        await work();
      } catch (error) {
        db.log.warn({ err: error, job: name }, 'a job failed');
        throw error;
      }
    });
  }
  return () => boss.stop({ graceful: true, timeout: STOP_MS, close: false });
}
