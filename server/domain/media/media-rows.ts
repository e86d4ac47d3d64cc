import { sql } from 'kysely';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { keepFile } from './keep-file.ts';
import type { LookedAt } from './keep-file.ts';
import type { MediaFiles } from './media-files.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';
import type { Services } from '../context.ts';

/** A file claimed to be fetched. */
export type MediaClaim = {
  tenantId: Id;
  messageId: Id;
  attempts: number;
  tagType: TagType;
  documentName: string | null;
  announcedType: string | null;
  providerId: string;
  announcedHash: string | null;
  /** Null if the instance has no number with tested credentials. */
  phoneNumberId: string | null;
};

/** A file that is kept, by its bytes. */
export type KeptMedia = {
  mimeType: string;
  sizeBytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  hasPreview: boolean;
};

type Node = { id: string; leaseMs: number };

/** Served tenants with files that are due. */
export async function findTenantsWithMedia(services: Serving): Promise<Id[]> {
  const rows = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('message_media')
      .select('tenant_id')
      .distinct()
      .where('state', '=', 'fetching')
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .where(isServedId(services, 'tenant_id'))
      .execute(),
  );
  return rows.map((row) => row.tenant_id);
}

/** Claims due files, newest first, those of dead nodes included. Skips rows that another node is claiming. */
export async function claimMedia(db: Database, tenantId: Id, node: Node & { limit: number }): Promise<MediaClaim[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<MediaClaim>`
      with due as (
        select f.message_id from message_media f
        where f.tenant_id = ${tenantId} and f.state = 'fetching' and f.next_attempt_at <= now()
        order by f.message_id desc limit ${node.limit} for update skip locked),
      claimed as (
        update message_media f set attempts = f.attempts + 1, locked_by = ${node.id}, updated_at = now(),
          next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
        from due where f.tenant_id = ${tenantId} and f.message_id = due.message_id
        returning f.tenant_id, f.message_id, f.attempts)
      select c.tenant_id as "tenantId", c.message_id as "messageId", c.attempts,
        coalesce(m.tag_type, 'doc') as "tagType", m.document_name as "documentName",
        m.document_mimetype as "announcedType", coalesce(m.media->>'provider_id', '') as "providerId",
        m.media->>'sha256' as "announcedHash", i.claimed_number as "phoneNumberId"
      from claimed c
      join message m on m.tenant_id = c.tenant_id and m.id = c.message_id
      join instance i on i.tenant_id = c.tenant_id and i.id = m.instance_id`.execute(tx);
    return rows;
  });
}

/** Extends the leases of a node's claims. */
export async function renewMediaLeases(
  db: Database,
  tenantId: Id,
  node: Node,
  messageIds: readonly Id[],
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      update message_media set next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      where tenant_id = ${tenantId} and state = 'fetching' and locked_by = ${node.id}
        and message_id = any(${messageIds}::bigint[])`.execute(tx),
  );
}

/** Keeps the file and makes it ready. */
export async function settleKept(
  services: Pick<Services, 'db' | 'now'>,
  files: MediaFiles,
  claim: MediaClaim,
  kept: LookedAt,
): Promise<void> {
  const { mimeType, sizeBytes, sha256, width, height, hasPreview } = kept.media;
  await keepFile(services, files, claim.tenantId, kept);
  await withTenant(services.db, claim.tenantId, (tx) =>
    sql`
      update message_media set state = 'ready', locked_by = null, error_key = null, updated_at = now(),
        mime_type = ${mimeType}, size_bytes = ${sizeBytes}, sha256 = ${sha256},
        width = ${width}, height = ${height}, has_preview = ${hasPreview}
      where ${isStill(claim)}`.execute(tx),
  );
}

/** It won't be fetched again by itself. */
export async function settleLost(
  db: Database,
  claim: MediaClaim,
  state: 'failed' | 'expired' | 'refused',
  key: string,
): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`update message_media set state = ${state}, locked_by = null, error_key = ${key}, updated_at = now()
      where ${isStill(claim)}`.execute(tx),
  );
}

/** Fetches it again after a pause; `isCounted`: as another attempt. */
export async function postpone(
  db: Database,
  claim: MediaClaim,
  { pauseMs, key, isCounted }: { pauseMs: number; key: string; isCounted: boolean },
): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update message_media set locked_by = null, error_key = ${key}, updated_at = now(),
        attempts = attempts - ${isCounted ? 0 : 1}::integer,
        next_attempt_at = now() + make_interval(secs => ${pauseMs / 1000})
      where ${isStill(claim)}`.execute(tx),
  );
}

/** Another node may have claimed it since. */
function isStill({ tenantId, messageId, attempts }: MediaClaim) {
  return sql<boolean>`tenant_id = ${tenantId} and message_id = ${messageId} and state = 'fetching'
    and attempts = ${attempts}`;
}
