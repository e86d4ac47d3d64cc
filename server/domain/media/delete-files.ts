import { sql } from 'kysely';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { ENDED } from '../imports/import-state.ts';
import { lockFile } from './hash-lock.ts';
import { mediaPath } from './media-files.ts';
import type { MediaFiles } from './media-files.ts';
import { servedTenants } from '../pools.ts';

/** How long an uploaded file waits to be sent. */
const OUTGOING_HOURS = 24;
const BATCH = 100;

/** Deletes uploads not sent within a day, and orphaned files. */
export async function deleteOldFiles(
  services: Pick<Services, 'db' | 'log' | 'now' | 'pools'>,
  files: MediaFiles,
): Promise<void> {
  const { db, log, now } = services;
  const uploadedBefore = new Date(now().getTime() - OUTGOING_HOURS * 3_600_000);
  for (const id of await servedTenants(services)) {
    try {
      // A sent file is also referenced by its message.
      await withTenant(db, id, (tx) =>
        sql`delete from outgoing_file where tenant_id = ${id} and created_at < ${uploadedBefore}`.execute(tx),
      );
      await withTenant(db, id, (tx) =>
        sql`delete from campaign_file f where f.tenant_id = ${id} and f.created_at < ${uploadedBefore}
          and coalesce(f.used_at + interval '30 days' < ${uploadedBefore}, true)
          and not exists (select from template_file t where t.tenant_id = ${id} and t.file_id = f.id)
          and not exists (select from campaign m, jsonb_array_elements(m.variables) v where m.tenant_id = ${id}
            and v->>'key' like 'file.%' and v->>'text' = f.id::text)
          and not exists (select from campaign_part p, jsonb_array_elements(p.variables) v where p.tenant_id = ${id}
            and v->>'key' like 'file.%' and v->>'text' = f.id::text)
          and not exists (select from campaign m where m.tenant_id = ${id} and m.file_id = f.id)
          and not exists (select from flow w where w.tenant_id = ${id}
            and strpos(w.draft::text, '"file_id":"' || f.id || '"') > 0)
          and not exists (select from flow_version w where w.tenant_id = ${id}
            and strpos(w.flow::text, '"file_id":"' || f.id || '"') > 0)
          and not exists (select from campaign_part p where p.tenant_id = ${id} and p.file_id = f.id)`.execute(tx),
      );
      while (await deleteUnused({ db, log, now }, files, id));
    } catch (error) {
      log.warn({ err: error, tenant: id }, 'old files of a company could not be deleted; it will be retried');
    }
  }
}

/**
 * Deletes a batch of unused files; returns whether there may be more that can be. One that can't be deleted is logged
 * and goes to the end of the line.
 */
async function deleteUnused(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  files: MediaFiles,
  tenantId: Id,
): Promise<boolean> {
  let deleted = 0;
  const before = now();
  const found = await withTenant(db, tenantId, (tx) =>
    tx
      .selectFrom('unused_file')
      .select('sha256')
      .where('tenant_id', '=', tenantId)
      .where('since', '<=', before)
      .orderBy('since')
      .limit(BATCH)
      .execute(),
  );
  for (const { sha256 } of found) {
    const deletion = withTenant(db, tenantId, async (tx) => {
      await lockFile(tx, tenantId, sha256);
      const { rows } = await sql<{ isUsed: boolean }>`
        select exists (select from message_media f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256})
          or exists (select from outgoing_file f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256})
          or exists (select from campaign_file f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256})
          or exists (select from customer_import f where f.tenant_id = ${tenantId} and f.sha256 = ${sha256}
            and f.status <> all(${[...ENDED]}::text[]))
          as "isUsed"
        from unused_file u where u.tenant_id = ${tenantId} and u.sha256 = ${sha256} and u.since <= ${before}`.execute(
        tx,
      );
      const [row] = rows;
      // In use again since it was found.
      if (row === undefined) return;
      if (!row.isUsed) {
        for (const variant of ['original', 'preview'] as const) {
          await files.delete(mediaPath(tenantId, sha256, variant));
        }
      }
      await sql`delete from unused_file where tenant_id = ${tenantId} and sha256 = ${sha256}`.execute(tx);
      deleted += 1;
    });
    await deletion.catch(async (error: unknown) => {
      log.warn({ err: error, tenant: tenantId, sha256 }, 'an unused file could not be deleted; it will be retried');
      // In use again, it becomes due only after its row has had time to be stored.
      await withTenant(db, tenantId, (tx) =>
        sql`update unused_file set since = now() where tenant_id = ${tenantId} and sha256 = ${sha256}
          and since <= ${before}`.execute(tx),
      );
    });
  }
  return found.length === BATCH && deleted > 0;
}
