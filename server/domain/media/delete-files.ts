import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { lockFile } from './hash-lock.ts';
import { mediaPath } from './media-files.ts';
import type { MediaFiles } from './media-files.ts';

/** How long an uploaded file waits to be sent. */
const OUTGOING_HOURS = 24;
const BATCH = 100;

/** Deletes uploads that were not sent in a day, and files that no message and no upload has any more. */
export async function deleteOldFiles({ db, now }: Pick<Services, 'db' | 'now'>, files: MediaFiles): Promise<void> {
  const uploadedBefore = new Date(now().getTime() - OUTGOING_HOURS * 3_600_000);
  const tenants = await withPlatform(db, (tx) => tx.selectFrom('tenant').select('id').execute());
  for (const { id } of tenants) {
    // What was sent has a row of its message's too.
    await withTenant(db, id, (tx) =>
      sql`delete from outgoing_file where tenant_id = ${id} and created_at < ${uploadedBefore}`.execute(tx),
    );
    while ((await deleteUnused(db, files, id)) === BATCH);
  }
}

/** Deletes a batch of unused files; returns how many it looked at. */
async function deleteUnused(db: Database, files: MediaFiles, tenantId: Id): Promise<number> {
  const found = await withTenant(db, tenantId, (tx) =>
    tx
      .selectFrom('unused_file')
      .select('sha256')
      .where('tenant_id', '=', tenantId)
      .orderBy('since')
      .limit(BATCH)
      .execute(),
  );
  for (const { sha256 } of found) {
    await withTenant(db, tenantId, async (tx) => {
      await lockFile(tx, tenantId, sha256);
      const { rows } = await sql<{ isUsed: boolean }>`
        select exists (select from message_media f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256})
          or exists (select from outgoing_file f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256})
          as "isUsed"`.execute(tx);
      if (rows[0]?.isUsed === false) {
        for (const variant of ['original', 'preview'] as const) {
          await files.delete(mediaPath(tenantId, sha256, variant));
        }
      }
      await sql`delete from unused_file where tenant_id = ${tenantId} and sha256 = ${sha256}`.execute(tx);
    });
  }
  return found.length;
}
