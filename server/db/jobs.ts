import { PgBoss } from 'pg-boss';
import type { Database } from './database.ts';

/** Work by the clock. `cron` has five fields, in UTC. */
export type Job = { name: string; cron: string; work: () => Promise<void> };

/** How often a node looks whether something is due, in seconds. */
const LOOK_SECONDS = 60;
/** A run that takes longer is taken for one whose node died. */
const RUN_SECONDS = 600;
const STOP_MS = 5_000;

/**
 * Runs jobs at the start and then by their clocks, each on one of the nodes at a time, however many
 * there are. Their tables are in the schema `pgboss`, made the first time. A failed run is tried
 * again, then left to the next one. Answers how to stop, which waits for a run under way.
 */
export async function startJobs(db: Database, jobs: readonly Job[]): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
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
