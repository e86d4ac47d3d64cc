import { sql } from 'kysely';
import { isBlank } from '../../../contract/facts/blank.ts';
import { forwardedAs } from '../../../contract/facts/forwarding.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { ForwardMessageVariables } from '../../../contract/graphql/forward-message.ts';
import type { Shareable } from '../../channels/channel.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { readableBy } from '../tickets/visibility.ts';
import { findDestination } from './find-destination.ts';
import type { OutgoingFile } from './outgoing-file.ts';
import { ownMessageView } from '../views/message-view.ts';
import { hiddenConversationRefusal } from '../tickets/passed-on.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { acceptFor, parseTarget, takeOnce } from './accept-outgoing.ts';
import type { Outgoing, SendServices } from './accept-outgoing.ts';

/**
 * Accepts a message that the user can read for another customer, as `acceptOutgoing` does: its text, its file as it is
 * kept, or the place or contact cards that it shares. One that didn't reach the customer whom it goes to again is
 * repeated as it was: not marked, with its quote, a template as a template, and only once. Refuses kinds that can't be
 * forwarded, a file that isn't there, and a text longer than may be sent.
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
    const { earlierId, destination } = await findDestination(change.tx, actor, target);
    if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
    const source = await findSource(change.tx, actor, sourceId);
    if (source === undefined) throw notFound();
    if (destination === undefined) throw await hiddenConversationRefusal(change.tx, actor, target);
    const { undelivered } = source;
    const isRetry = undelivered?.customerId === destination.customerId && undelivered.instanceId === target.instanceId;
    if (isRetry && undelivered.isRepeated) throw conflict('error.forward.repeated');
    const { forwarded, ...content } = isRetry ? repeated(sourceId, source) : contentOf(sourceId, source);
    const replyToId = isRetry ? undelivered.replyToId : null;
    const marked = {
      ...forwarded,
      isRetry,
      isMarked: !isRetry || undelivered.isForwarded,
      signedAs: isRetry ? undelivered.signedAs : null,
    };
    const outgoing = { ...target, ...content, replyToId, forwarded: marked };
    return acceptFor(change, services.now(), actor, outgoing, destination);
  });
}

/** The message to forward. */
type Source = {
  tagType: TagType;
  text: string;
  /** Its location, contacts or choices. */
  shared: Shareable | null;
  imageUrl: string | null;
  sentAs: SentAs | null;
  documentName: string | null;
  /** Of its file; null while that isn't there. */
  mimeType: string | null;
  template: (SentTemplate & { isMarketing: boolean }) | null;
  /** For a message of ours that failed or is uncertain; else null. */
  undelivered: {
    customerId: Id;
    instanceId: Id;
    replyToId: Id | null;
    isForwarded: boolean;
    isRepeated: boolean;
    signedAs: string | null;
  } | null;
};

type Content = Pick<Outgoing, 'text' | 'imageUrl' | 'isFile' | 'shared' | 'template'> & {
  forwarded: { id: Id; file: OutgoingFile | null };
};

async function findSource(tx: Tx, actor: Actor, id: Id): Promise<Source | undefined> {
  const { tenantId } = actor;
  const { rows } = await sql<Source>`
    select coalesce(m.tag_type, 'text') as "tagType", coalesce(m.body, '') as text,
      case when m.content->>'kind' in ('location', 'contacts', 'choices') then m.content end as shared,
      m.media->>'url' as "imageUrl", m.media->>'sent_as' as "sentAs", m.document_name as "documentName",
      case when f.state = 'ready' then f.mime_type end as "mimeType",
      m.template || jsonb_build_object('isMarketing', exists (select from message_template known
        where known.tenant_id = m.tenant_id and known.id = (m.template->>'id')::bigint
          and known.category = 'MARKETING')) as template,
      case when m.type = 0 and m.error_code is not null and not m.is_bot_message then json_build_object(
        'customerId', m.customer_id::text, 'instanceId', m.instance_id::text, 'replyToId', m.reply_to_id::text,
        'isForwarded', m.is_forwarded, 'signedAs', m.signed_as, 'isRepeated', exists (select from message again
          where again.tenant_id = m.tenant_id and again.customer_id = m.customer_id
            and again.instance_id = m.instance_id and again.id > m.id and again.repeats_id = m.id)) end as undelivered
    from message m
    left join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
    where m.tenant_id = ${tenantId} and m.id = ${id} and ${readableBy(actor)}`.execute(tx);
  return rows[0];
}

/** A message to send again. */
function repeated(id: Id, source: Source): Content {
  const { template, text } = source;
  if (template === null) return contentOf(id, source);
  return { text, imageUrl: null, isFile: false, template, forwarded: { id, file: fileOf(source) } };
}

function contentOf(id: Id, source: Source): Content {
  const { tagType, text, shared, imageUrl } = source;
  const as = forwardedAs(tagType);
  const words = isBlank(text) ? '' : text;
  if (as === undefined || (as === 'text' && words === '')) throw conflict('error.forward.kind');
  if (as === 'shared' || shared?.kind === 'choices') {
    if (shared === null) throw conflict('error.forward.kind');
    return { text: words, imageUrl: null, isFile: false, forwarded: { id, file: null }, shared };
  }
  if (as === 'text') {
    requireLength(words, MESSAGE_MAX_LENGTH, 'error.message.tooLong');
    return { text: words, imageUrl: null, isFile: false, forwarded: { id, file: null } };
  }
  requireLength(words, CAPTION_MAX_LENGTH, 'error.image.captionTooLong');
  if (imageUrl !== null) return { text: words, imageUrl, isFile: false, forwarded: { id, file: null } };
  const file = fileOf(source);
  if (file === null) throw conflict('error.forward.file');
  return { text: takesCaption(file.sentAs) ? words : '', imageUrl: null, isFile: false, forwarded: { id, file } };
}

/** Its file; null if there is none, or it isn't here. */
function fileOf({ tagType, sentAs, documentName: name, mimeType }: Source): OutgoingFile | null {
  if (mimeType === null) return null;
  return { name: name ?? '', tagType, sentAs: sentAs ?? sentAsOf(tagType), mimeType };
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
