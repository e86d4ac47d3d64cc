import { sql } from 'kysely';
import { isBlank } from '../../../contract/facts/blank.ts';
import { forwardedAs } from '../../../contract/facts/forwarding.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { ForwardMessageVariables } from '../../../contract/graphql/forward-message.ts';
import type { SharedContent } from '../../channels/channel.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { readableBy } from '../tickets/visibility.ts';
import { ownMessageView } from '../views/message-view.ts';
import { acceptOnce, parseTarget, takeOnce } from './accept-outgoing.ts';
import type { Outgoing, SendServices } from './accept-outgoing.ts';

/**
 * Accepts a message that the user can read for another customer, as `acceptOutgoing` does: its text, its file as it is
 * kept, or the place or contact cards that it shares. Refuses kinds that can't be forwarded, a file that isn't there, and a text longer than may be sent.
 */
export async function forwardMessage(
  services: SendServices,
  actor: Actor,
  variables: ForwardMessageVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const target = { ...parseTarget(actor, variables), replyToId: null };
  const sourceId = parseId(variables.message_id);
  return takeOnce(services, actor, target.clientId, async (change) => {
    const { earlierId, source } = await findSource(change.tx, actor, sourceId, target.clientId);
    if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
    if (source === null) throw notFound();
    return acceptOnce(change, services.now(), actor, { ...target, ...contentOf(sourceId, source) });
  });
}

/** The message to forward. */
type Source = {
  tagType: TagType;
  text: string;
  /** The place or the contact cards that it is. */
  shared: SharedContent | null;
  imageUrl: string | null;
  sentAs: SentAs | null;
  documentName: string | null;
  /** Of its file; null while that isn't there. */
  mimeType: string | null;
};

async function findSource(
  tx: Tx,
  actor: Actor,
  id: Id,
  clientId: string | null,
): Promise<{ earlierId: Id | null; source: Source | null }> {
  const { tenantId, userId } = actor;
  const { rows } = await sql<{ earlierId: Id | null; source: Source | null }>`
    select
      (select own.id from message own where own.tenant_id = ${tenantId} and own.user_id = ${userId}
        and own.client_id = ${clientId}::uuid) as "earlierId",
      (select json_build_object('tagType', coalesce(m.tag_type, 'text'), 'text', coalesce(m.body, ''),
          'shared', case when m.content->>'kind' in ('location', 'contacts') then m.content end,
          'imageUrl', m.media->>'url', 'sentAs', m.media->>'sent_as', 'documentName', m.document_name,
          'mimeType', case when f.state = 'ready' then f.mime_type end)
        from message m
        left join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
        where m.tenant_id = ${tenantId} and m.id = ${id} and ${readableBy(actor)}) as source`.execute(tx);
  return rows[0] ?? { earlierId: null, source: null };
}

function contentOf(
  id: Id,
  { tagType, text, shared, imageUrl, sentAs, documentName, mimeType }: Source,
): Pick<Outgoing, 'text' | 'imageUrl' | 'isFile' | 'forwarded' | 'shared'> {
  const as = forwardedAs(tagType);
  const words = isBlank(text) ? '' : text;
  if (as === undefined || (as === 'text' && words === '')) throw conflict('error.forward.kind');
  if (as === 'shared') {
    if (shared === null) throw conflict('error.forward.kind');
    return { text: words, imageUrl: null, isFile: false, forwarded: { id, file: null }, shared };
  }
  if (as === 'text') {
    requireLength(words, MESSAGE_MAX_LENGTH, 'error.message.tooLong');
    return { text: words, imageUrl: null, isFile: false, forwarded: { id, file: null } };
  }
  requireLength(words, CAPTION_MAX_LENGTH, 'error.image.captionTooLong');
  if (imageUrl !== null) return { text: words, imageUrl, isFile: false, forwarded: { id, file: null } };
  if (mimeType === null) throw conflict('error.forward.file');
  const kind = sentAs ?? sentAsOf(tagType);
  const file = { name: documentName ?? '', tagType, sentAs: kind, mimeType };
  return { text: takesCaption(kind) ? words : '', imageUrl: null, isFile: false, forwarded: { id, file } };
}

/** How a received file was sent. */
function sentAsOf(tagType: TagType): SentAs {
  return tagType === 'image' || tagType === 'sticker' || tagType === 'audio' || tagType === 'video'
    ? tagType
    : 'document';
}

function requireLength(text: string, max: number, key: string): void {
  if (text.length > max) throw new DomainError('INVALID', key, { params: { max } });
}
