import { sql } from 'kysely';
import { withPlatform } from './database.ts';
import type { Database } from './database.ts';

/**
 * Identifies the database: cluster, database, a table (recreated by `pg_restore --clean`), timeline (point-in-time
 * recovery). A restored database differs. So does a promoted standby, which may lack what the old primary had
 * published. A copy of the data folder restored in place has the same identity, and isn't noticed.
 */
const CURRENT = sql<string>`(select concat_ws(' ',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  'database_identity'::regclass::oid,
  left(pg_walfile_name(pg_current_wal_lsn()), 8)))`;

/**
 * Checks whether the database is the one that servers last ran on. If not (a restored backup, a copy), positions would
 * be reused for other events: each tenant's stream gets a new epoch, once however many nodes check, so that every page
 * refetches. Returns whether it was another one.
 */
export async function detectRestore(db: Database): Promise<boolean> {
  const wasRestored = await withPlatform(db, async (tx) => {
    const { known, current } = await tx
      .selectFrom('database_identity')
      .select(['identity as known', CURRENT.as('current')])
      .executeTakeFirstOrThrow();
    if (known === current) return false;
    // The first of several nodes does it; the others wait for its row lock, and find nothing to change.
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
  if (wasRestored) db.log.warn('the database is a copy or a restored backup: every page refetches');
  return wasRestored;
}
