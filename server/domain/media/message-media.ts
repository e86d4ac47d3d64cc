import { sql } from 'kysely';
import type { MessageMedia, MessageMediaVariables } from '../../../contract/graphql/message-media.ts';
import { PROVIDER_KEEPS_DAYS } from '../../../contract/facts/media.ts';
import type { MediaRefusal, MediaState } from '../../../contract/facts/media.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { mayChat, requirePermission } from '../permissions.ts';
import { readableBy } from '../tickets/visibility.ts';
import { isPdf, isShown } from './check-type.ts';
import { addressEnd, signAddress } from './media-address.ts';
import type { MediaTarget } from './media-address.ts';
import { mediaPath } from './media-files.ts';

type MediaRow = {
  id: Id;
  state: MediaState;
  refusal: MediaRefusal | null;
  mimeType: string | null;
  sizeBytes: number | null;
  width: number | null;
  height: number | null;
  hasPreview: boolean;
  /** Null if the file isn't ready, and wasn't when it was lost. */
  sha256: string | null;
  isReceived: boolean;
};

/**
 * A message's file, with new addresses if it is ready. Not found if the user can't read the message, or it has none.
 * A file missing from the store is lost, and ready again once it is back. While the store doesn't answer, a ready
 * one counts as present.
 */
export async function messageMedia(
  services: Services & { hasFile: (path: string) => Promise<boolean> },
  actor: Actor,
  { id }: MessageMediaVariables,
): Promise<MessageMedia> {
  requirePermission(actor, 'chat');
  const messageId = parseId(id);
  const { tenantId } = actor;
  const row = await withTenant(services.db, tenantId, (tx) => requireMedia(tx, actor, messageId));
  if (row.sha256 === null) return mediaView(services, actor, row);
  const isThere = services.hasFile(mediaPath(tenantId, row.sha256, 'original'));
  if (row.state === 'ready') {
    const isReady = await isThere.catch(() => true);
    return mediaView(services, actor, isReady ? row : await noteLost(services, tenantId, row));
  }
  const isBack = await isThere.catch(() => false);
  return mediaView(services, actor, isBack ? await noteFound(services, tenantId, row) : row);
}

/** Its lost file is on the disk again. */
async function noteFound({ db }: Services, tenantId: Id, row: MediaRow): Promise<MediaRow> {
  const { numAffectedRows } = await withTenant(db, tenantId, (tx) =>
    sql`update message_media set state = 'ready', error_key = null, updated_at = now()
      where tenant_id = ${tenantId} and message_id = ${row.id} and state = ${row.state}
        and error_key = 'error.file.lost'`.execute(tx),
  );
  return numAffectedRows === 1n ? { ...row, state: 'ready' } : row;
}

/** Marks a file as lost: a received one may be fetched again, a sent one exists nowhere else. */
async function noteLost({ db, log }: Services, tenantId: Id, row: MediaRow): Promise<MediaRow> {
  const state = row.isReceived ? 'failed' : 'expired';
  log.error({ message: row.id }, 'the file of a message is not on the disk');
  await withTenant(db, tenantId, (tx) =>
    sql`update message_media set state = ${state}, error_key = 'error.file.lost', updated_at = now()
      where tenant_id = ${tenantId} and message_id = ${row.id} and state = 'ready'`.execute(tx),
  );
  return { ...row, state };
}

/**
 * Fetches a message's file now if it failed, waits for another attempt, or wasn't delivered by the provider, which may
 * still have it; otherwise like `messageMedia`.
 */
export async function retryMessageMedia(
  services: Services & { wakeMedia: (tenantId: Id) => void },
  actor: Actor,
  { id }: MessageMediaVariables,
): Promise<MessageMedia> {
  requirePermission(actor, 'chat');
  const messageId = parseId(id);
  const { tenantId } = actor;
  const media = await changeAsAttendant(services, actor, async ({ tx }) => {
    await sql`update message_media f set state = 'fetching', attempts = 0, next_attempt_at = now(), updated_at = now()
      from message m
      where m.tenant_id = f.tenant_id and m.id = f.message_id and f.tenant_id = ${tenantId} and f.message_id = ${messageId}
        and (f.state = 'failed' or (f.state = 'fetching' and f.locked_by is null and f.next_attempt_at > now())
          or (f.state = 'expired' and m.type = 1
          and m.created_at > ${services.now()}::timestamptz - make_interval(days => ${PROVIDER_KEEPS_DAYS}::integer)))`.execute(
      tx,
    );
    return requireMedia(tx, actor, messageId);
  });
  if (media.state === 'fetching') services.wakeMedia(tenantId);
  return mediaView(services, actor, media);
}

/** Whether a file is ready, or was and may be back in its store; `f` is the alias of `message_media`. */
export function mayBeKept(f: string) {
  return sql.raw<boolean>(
    `(${f}.state = 'ready' or (${f}.state in ('failed', 'expired') and ${f}.error_key = 'error.file.lost'))`,
  );
}

async function requireMedia(tx: Tx, actor: Actor, id: Id): Promise<MediaRow> {
  const { rows } = await sql<MediaRow>`
    select m.id, f.state,
      case when f.state = 'refused' then substring(f.error_key from '^media[.]refused[.](.*)$') end as refusal, f.mime_type as "mimeType", f.size_bytes as "sizeBytes", f.width, f.height,
      f.has_preview as "hasPreview", 
      case when ${mayBeKept('f')} then f.sha256 end as sha256, m.type = 1 as "isReceived"
    from message m join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
    where m.tenant_id = ${actor.tenantId} and m.id = ${id} and ${readableBy(actor)}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

function mediaView(services: Services, { tenantId, sessionId }: Actor, row: MediaRow): MessageMedia {
  const { id, state, refusal } = row;
  if (state !== 'ready') {
    const nothing = { mime_type: null, size_bytes: null, width: null, height: null };
    return { id, state, refusal, ...nothing, url: null, preview_url: null, expires_at: null };
  }
  const end = addressEnd(services);
  const address = (variant: MediaTarget['variant']) =>
    signAddress(services, { tenantId, sessionId, messageId: id, variant }, end);
  return {
    id,
    state,
    refusal,
    mime_type: row.mimeType,
    size_bytes: row.sizeBytes,
    width: row.width,
    height: row.height,
    url: address('original'),
    preview_url: row.hasPreview ? address('preview') : null,
    expires_at: end.toISOString(),
  };
}

/** A file to serve. */
export type ServedMedia = {
  /** Below the folder of files. */
  path: string;
  mimeType: string;
  /** Whether a browser may show it in place; otherwise it is a download. */
  isInline: boolean;
  /** The document's name, as the customer's phone had it. */
  name: string | null;
  tenantName: string;
};

type ServedRow = {
  sha256: string;
  mimeType: string;
  width: number | null;
  hasPreview: boolean;
  name: string | null;
  isDocument: boolean;
  tenantName: string;
};

/** The file, if the session its address was made for is still valid and its user still sees the message. */
const servedRow = prepared<{ tenantId: Id; sessionId: Id; messageId: Id; now: Date }, ServedRow>((value) => {
  const reader = { tenantId: value('tenantId'), userId: sql`s.user_id`, isAdmin: false };
  return sql<ServedRow>`
    select f.sha256, f.mime_type as "mimeType", f.width, f.has_preview as "hasPreview", m.document_name as name,
      t.name as "tenantName",
      m.document_name is not null or m.tag_type in ('pdf', 'doc') as "isDocument"
    from message_media f
    join message m on m.tenant_id = f.tenant_id and m.id = f.message_id
    join tenant t on t.id = f.tenant_id and t.deleted_at is null
    join session s on s.tenant_id = f.tenant_id and s.id = ${value('sessionId')} and s.revoked_at is null
      and s.expires_at > ${value('now')}
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.deleted_at is null and not u.is_blocked
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where f.tenant_id = ${value('tenantId')} and f.message_id = ${value('messageId')} and f.state = 'ready'
      and ${mayChat('u')} and (r.name = ${sql.lit(ADMIN_ROLE)} or ${readableBy(reader)})`;
});

/** The file that a verified address leads to; undefined if there is none, or not for its user any more. */
export async function servedMedia(services: Services, target: MediaTarget): Promise<ServedMedia | undefined> {
  const { tenantId, sessionId, messageId, variant } = target;
  const now = services.now();
  const rows = await withTenant(services.db, tenantId, (tx) => servedRow(tx, { tenantId, sessionId, messageId, now }));
  const [row] = rows;
  if (row === undefined) return undefined;
  const path = mediaPath(tenantId, row.sha256, variant);
  const { tenantName } = row;
  if (variant === 'preview') {
    return row.hasPreview ? { path, mimeType: 'image/webp', isInline: true, name: null, tenantName } : undefined;
  }
  return { path, mimeType: row.mimeType, isInline: isInline(row), name: row.name, tenantName };
}

/** Of documents only PDFs are shown, and no picture that was too large for a preview. */
function isInline({ mimeType, isDocument, width, hasPreview }: ServedRow): boolean {
  if (isPdf(mimeType)) return true;
  return !isDocument && isShown(mimeType) && (width === null || hasPreview);
}
