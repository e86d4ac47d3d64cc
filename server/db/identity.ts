import { sql } from 'kysely';
import { withPlatform } from './database.ts';
import type { Database } from './database.ts';

/**
 * What a restored database doesn't share with the one that its backup was taken of: the cluster, the
 * database, a table (made anew by `pg_restore --clean`), the timeline (recovery to a moment).
 * A standby that took over is another one too: it may lack what the old primary had told of. A copy of the
 * data folder put back in its place is the same in all of this, and isn't noticed.
 */
const CURRENT = sql<string>`(select concat_ws(' ',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  'database_identity'::regclass::oid,
  left(pg_walfile_name(pg_current_wal_lsn()), 8)))`;

/**
 * Looks whether the database is the one that servers last ran on. Where it isn't (a restored backup, a
 * copy), positions will be given a second time to other events: each tenant's stream gets a new epoch,
 * once however many nodes look, so that every page fetches anew. Answers whether it was another one.
 */
export async function noticeRestore(db: Database): Promise<boolean> {
  const wasRestored = await withPlatform(db, async (tx) => {
    const { known, current } = await tx
      .selectFrom('database_identity')
      .select(['identity as known', CURRENT.as('current')])
      .executeTakeFirstOrThrow();
    if (known === current) return false;
    // Of several nodes the first does it; the others wait for its row, and then find nothing to change.
    const { numUpdatedRows: written } = await tx
      .updateTable('database_identity')
      .set({ identity: current })
      .where('identity', 'is distinct from', current)
      .executeTakeFirst();
    if (written === 0n || known === null) return false;
    await tx
      .updateTable('tenant')
      .set({ epoch: sql`gen_random_uuid()` })
      .execute();
    return true;
  });
  if (wasRestored)
    db.log.warn(
      'the database is not the one that ran before, but a copy or a restored backup: every page fetches anew',
    );
  return wasRestored;
}
