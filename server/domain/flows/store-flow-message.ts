import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { outgoingFileKind, takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { FlowNodeOf } from '../../../contract/flows/flow.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { numbered, optionsShownAs } from '../../../flows/limits.ts';
import type { Sent } from '../../../flows/run.ts';
import { clipped } from '../../../flows/values.ts';
import type { Choices } from '../../channels/channel.ts';
import type { Change } from '../../db/change.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import { campaignFile } from '../campaigns/campaign-files.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import { cardFiles } from '../templates/card-files.ts';
import { fill } from '../templates/filled.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { templatesOf } from '../templates/list-templates.ts';
import { ticketAudience } from '../audience/audience.ts';
import { CLAIMED, claimedAtOnce } from '../outbound/claimed-at-once.ts';
import type { DirectSend } from '../outbound/direct-send.ts';
import type { Claim } from '../outbound/outbox-rows.ts';
import { waitingState } from '../outbound/outbox-states.ts';
import { storableText } from '../text.ts';
import { FRAME_WITH_STORED_BY_SYSTEM, STORED_TEXT_VIEW, STORED_VIEW } from '../views/ticket-view.ts';
import { optionIdOf } from './option-id.ts';
import { isWindowOpen } from './run-context.ts';
import type { RunContext } from './run-context.ts';
import { ticketAfter } from './ticket-after.ts';

/** The label of the button that opens a list; customers read it. */
const LIST_BUTTON = 'Ver opções';

/** The run and its last step, which identify a tapped option, and the name that is prefixed to texts. */
export type FlowSender = { runId: Id; seq: number; botName: string | null };

type Values = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  runId: Id;
  now: Date;
  body: string;
  tagType: TagType;
  content: string | null;
  signedAs: string | null;
  template: string | null;
  media: string | null;
  documentName: string | null;
  documentType: string | null;
  begins: boolean;
  outboxState: OutboxState;
  fileId: Id | null;
  /** Who claims the message, null for nobody, and for how long. */
  lockedBy: string | null;
  leaseMs: number;
};

type Value = (name: keyof Values) => RawBuilder<unknown>;

const queuedOnly = (value: Value) => sql`
  queued as (
    insert into outbox (tenant_id, message_id, instance_id, customer_id, state, flow_run_id)
    select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
      ${value('outboxState')}::text, ${value('runId')}::bigint from stored)`;

type Parts = { view: RawBuilder<unknown>; queued: RawBuilder<unknown>; ending: RawBuilder<unknown> };

/** `queued`: the outbox entry, and whatever else is inserted with the message. */
const storing = <Row>(value: Value, { view, queued, ending }: Parts) => sql<Row>`
  with stored as (
    insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, sent_at, created_at, body,
      tag_type, is_bot_message, content, signed_as, template, media, document_name, document_mimetype,
      begins_conversation)
    values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
      ${value('now')}, ${value('now')}, ${value('body')}, ${value('tagType')}, true, ${value('content')},
      ${value('signedAs')}, ${value('template')}, ${value('media')}, ${value('documentName')}, ${value('documentType')},
      ${value('begins')})
    returning m.id, ${view} as view),
  ${queued}
  update chat_ticket t set last_message_id = stored.id, last_message_at = ${value('now')}, is_not_responded = false,
    waiting_since = null
  from stored ${ending}`;

const withFrame = (value: Value) => sql`
  join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
  join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
  where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
  returning ${FRAME_WITH_STORED_BY_SYSTEM} as frame`;

/** What storing a text whose ticket is known returns. `claimed`: its destination, if it was claimed at once. */
type StoredText = { view: CustomerChat; claimed: Pick<Claim, 'address' | 'phoneNumberId' | 'sealedToken'> | null };

/** Three queries: for a text whose ticket is known, for any text, and for any message. */
const storeTextIn = prepared<Values, StoredText>((value) =>
  storing(value, {
    view: STORED_TEXT_VIEW,
    queued: claimedAtOnce(value, value('runId')),
    ending: sql`
      join queued on true
      join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
      join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
      where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
      returning stored.view, ${CLAIMED} as claimed`,
  }),
);
const storeText = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, { view: STORED_TEXT_VIEW, queued: queuedOnly(value), ending: withFrame(value) }),
);
const storeAny = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, {
    view: STORED_VIEW,
    queued: sql`${queuedOnly(value)},
      kept as (
        insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
        select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
        from stored, campaign_file f where f.tenant_id = ${value('tenantId')} and f.id = ${value('fileId')}::bigint)`,
    ending: withFrame(value),
  }),
);

type Said = {
  sent: Sent;
  sender: FlowSender;
  before: ChatTicketFrame | undefined;
  direct: DirectSend | undefined;
  isLast: boolean;
};

/**
 * Stores a flow's message, its outbox entry and its event; returns the ticket afterwards. The message counts as an
 * answer: the customer doesn't wait while a flow has the ticket. `before`: the ticket before it, if known. `direct`:
 * sends a text of such a ticket at once, unless other messages come first. `isLast`: nothing else is sent after it.
 */
export async function storeFlowMessage(
  change: Change,
  context: RunContext,
  { sent, sender, before, direct, isLast }: Said,
  now: Date,
): Promise<ChatTicketFrame> {
  const { tx, tenantId, append } = change;
  const { ticketId, customerId, instanceId, channel, hasGateway } = context;
  const { text, shared, file, template } = await written(change, sent, context, sender);
  const values: Values = {
    tenantId,
    ticketId,
    customerId,
    instanceId,
    runId: sender.runId,
    now,
    body: text,
    tagType: tagTypeOf({ shared, file, template }),
    content: shared === null ? null : JSON.stringify(shared),
    signedAs: template === null ? signerOf(sender.botName, text, context, file !== null || shared !== null) : null,
    template: template === null ? null : JSON.stringify(template),
    media: file === null ? null : JSON.stringify({ sent_as: file.kind }),
    // As with received files, only documents have a name.
    documentName: file?.kind === 'document' ? file.name : null,
    documentType: file?.mimeType ?? null,
    begins: !isWindowOpen(context, now),
    outboxState: waitingState({ channel, hasGateway, file, template, shared }),
    fileId: file?.id ?? null,
    lockedBy: null,
    leaseMs: 0,
  };
  const isText = file === null && template === null;
  let chatTicket: ChatTicketFrame | undefined;
  if (isText && before !== undefined) {
    const [row] = await storeTextIn(tx, { ...values, ...claimantIn(direct) });
    const { signedAs } = values;
    const claim = { tenantId, instanceId, text, shared, signedAs, isPatient: isLast, ...NOTHING_ELSE };
    if (row?.claimed) direct?.claimed({ ...claim, ...row.claimed, messageId: row.view.id });
    else direct?.queued();
    chatTicket = row && ticketAfter(before, row.view);
  } else {
    chatTicket = (await (isText ? storeText : storeAny)(tx, values))[0]?.frame;
    direct?.queued();
  }
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(context));
  return chatTicket;
}

function claimantIn(direct: DirectSend | undefined): Partial<Pick<Values, 'lockedBy' | 'leaseMs'>> {
  const slot = direct?.slot;
  return slot === undefined ? {} : { lockedBy: slot.lockedBy, leaseMs: slot.leaseMs };
}

/** The remaining fields of a text's claim. */
const NOTHING_ELSE = {
  attempts: 1,
  imageUrl: null,
  file: null,
  reactsTo: null,
  template: null,
  quotedProviderId: null,
};

/** The text and what goes with it: buttons or a list where the channel has them, a file, or the text's template. */
type Written = {
  text: string;
  shared: Choices | null;
  file: FrozenFile | null;
  template: (SentTemplate & { isMarketing: boolean }) | null;
};

const TEXT_ALONE = { shared: null, file: null, template: null };

async function written(
  { tx, tenantId }: Change,
  sent: Sent,
  { channel, hasGateway, instanceId }: RunContext,
  { runId, seq }: FlowSender,
): Promise<Written> {
  const isPlain = channel === 'sms' || hasGateway;
  const most = channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  const asText = (text: string, tail = ''): Written => {
    const room = Math.max(0, most - tail.length);
    return { ...TEXT_ALONE, text: storableText(clipped(clipped(text, room) + tail, most)) };
  };
  switch (sent.of) {
    case 'text':
      return asText(sent.text);
    case 'link':
      return asText(sent.text, `\n\n${sent.label}: ${sent.url}`);
    case 'question': {
      const { options } = sent;
      const as = isPlain ? 'numbers' : optionsShownAs({ options });
      if (options.length === 0 || as === 'numbers')
        return asText(sent.text, numberedWithin(options, most - Math.min(sent.text.length, most / 4)));
      const text = storableText(clipped(sent.text, CAPTION_MAX_LENGTH));
      const titles = options.map(({ id, label }) => ({
        title: storableText(label),
        description: null,
        id: optionIdOf({ runId, seq, option: id }),
      }));
      const button = as === 'list' ? LIST_BUTTON : null;
      return { ...TEXT_ALONE, text, shared: { kind: 'choices', text, button, options: titles } };
    }
    case 'media': {
      const file = await campaignFile(tx, tenantId, sent.file_id);
      const caption = takesCaption(file.kind) ? (sent.caption ?? '') : '';
      return { ...TEXT_ALONE, text: storableText(clipped(caption, CAPTION_MAX_LENGTH)), file };
    }
    case 'template': {
      const [template] = await templatesOf(tx, { tenantId, instanceId }, sent.template_id);
      if (template === undefined) throw new Error(`Template ${sent.template_id} is not there`);
      const files = await cardFiles(tx, { tenantId, userId: null }, template, new Map(), (key) => key);
      const values = Object.entries(sent.values).map(([key, value]) => ({ key, value }));
      const filled = fill(template, values, files);
      const isMarketing = template.category === 'MARKETING';
      // A file left over from another header isn't sent.
      const header = (template.content?.headerFile ?? null) === null ? undefined : sent.file_id;
      const file = header === undefined ? null : await campaignFile(tx, tenantId, header);
      return { ...TEXT_ALONE, text: filled.text, template: { ...filled.template, isMarketing }, file };
    }
  }
}

function tagTypeOf({ shared, file, template }: Omit<Written, 'text'>): TagType {
  if (file !== null) return outgoingFileKind(file.name).tagType;
  if (template !== null) return 'template';
  return shared === null ? 'text' : 'interactive';
}

/** Options as numbered lines. If they don't fit, all labels are cut to the same maximum length. */
function numberedWithin(options: FlowNodeOf<'ask'>['options'], most: number): string {
  const all = numbered(options);
  if (all.length <= most) return all;
  const labels = options.reduce((sum, { label }) => sum + label.length, 0);
  const each = Math.floor((most - (all.length - labels)) / options.length);
  return numbered(options.map(({ id, label }) => ({ id, label: clipped(label, each) })));
}

/** The bot's name if there is room for it. `isBesides`: the text goes with a file or options. */
function signerOf(name: string | null, text: string, { channel }: RunContext, isBesides: boolean): string | null {
  if (name === null || text === '') return null;
  const most = isBesides ? CAPTION_MAX_LENGTH : channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  return text.length + signatureOf(name, channel).length <= most ? name : null;
}
