import { sql } from 'kysely';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { outgoingFileKind, takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { FlowNodeOf } from '../../../contract/flows/flow.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { numbered, optionsShownAs } from '../../../flows/limits.ts';
import type { Sent } from '../../../flows/run.ts';
import { clipped } from '../../../flows/values.ts';
import type { Choices } from '../../channels/channel.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { campaignFile } from '../campaigns/campaign-files.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import { cardFiles } from '../templates/card-files.ts';
import { fill } from '../templates/filled.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { templatesOf } from '../templates/list-templates.ts';
import { ticketAudience } from '../audience/audience.ts';
import { waitingState } from '../outbound/outbox-states.ts';
import { storableText } from '../text.ts';
import { FRAME_WITH_STORED_BY_SYSTEM, STORED_VIEW } from '../views/ticket-view.ts';
import { optionIdOf } from './option-id.ts';
import { isWindowOpen } from './run-context.ts';
import type { RunContext } from './run-context.ts';

/** What the button says that opens a list; customers read it. */
const LIST_BUTTON = 'Ver opções';

/** The run and its last step, by which a tapped option is known, and the name that is prefixed to texts. */
export type FlowSender = { runId: Id; seq: number; botName: string | null };

/**
 * Stores a message of a flow, its outbox entry and its event. It is an answer: the customer doesn't wait while a flow has the
 * ticket.
 */
export async function storeFlowMessage(
  change: Change,
  context: RunContext,
  sent: Sent,
  sender: FlowSender,
  now: Date,
): Promise<void> {
  const { tx, tenantId, append } = change;
  const { ticketId, customerId, instanceId, channel, hasGateway } = context;
  const { text, shared, file, template } = await written(change, sent, context, sender);
  const state = waitingState({ channel, hasGateway, file, template, shared });
  const signedAs = shared === null && template === null ? signerOf(sender.botName, text, context, file) : null;
  const content = shared === null ? null : JSON.stringify(shared);
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, sent_at, created_at, body,
        tag_type, is_bot_message, content, signed_as, template, media, document_name, document_mimetype,
        begins_conversation)
      values (${tenantId}, ${ticketId}, ${customerId}, ${instanceId}, 0, ${now}, ${now}, ${text},
        ${tagTypeOf({ shared, file, template })}, true, ${content}, ${signedAs},
        ${template === null ? null : JSON.stringify(template)},
        ${file === null ? null : JSON.stringify({ sent_as: file.kind })},
        -- As of received files, only documents have a name.
        ${file?.kind === 'document' ? file.name : null}, ${file?.mimeType ?? null}, ${!isWindowOpen(context, now)})
      returning m.id, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state, flow_run_id)
      select ${tenantId}::bigint, stored.id, ${instanceId}::bigint, ${customerId}::bigint, ${state}::text,
        ${sender.runId}::bigint from stored),
    kept as (
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
      from stored, campaign_file f where f.tenant_id = ${tenantId} and f.id = ${file?.id ?? null}::bigint)
    update chat_ticket t set last_message_id = stored.id, last_message_at = ${now}, is_not_responded = false,
      waiting_since = null
    from stored
    join customer c on c.tenant_id = ${tenantId} and c.id = ${customerId}
    join instance i on i.tenant_id = ${tenantId} and i.id = ${instanceId}
    where t.tenant_id = ${tenantId} and t.id = ${ticketId}
    returning ${FRAME_WITH_STORED_BY_SYSTEM} as frame`.execute(tx);
  const chatTicket = rows[0]?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(context));
}

/** The text, and what goes with it: buttons or a list where the channel has them, a file, or the template that it is of. */
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
      return { ...TEXT_ALONE, text: filled.text, template: { ...filled.template, isMarketing } };
    }
  }
}

function tagTypeOf({ shared, file, template }: Omit<Written, 'text'>): TagType {
  if (file !== null) return outgoingFileKind(file.name).tagType;
  if (template !== null) return 'template';
  return shared === null ? 'text' : 'interactive';
}

/** Options by their numbers, their labels shortened alike where they would be longer than there is room for. */
function numberedWithin(options: FlowNodeOf<'ask'>['options'], most: number): string {
  const all = numbered(options);
  if (all.length <= most) return all;
  const labels = options.reduce((sum, { label }) => sum + label.length, 0);
  const each = Math.floor((most - (all.length - labels)) / options.length);
  return numbered(options.map(({ id, label }) => ({ id, label: clipped(label, each) })));
}

/** The bot's name where there is room for it. */
function signerOf(name: string | null, text: string, { channel }: RunContext, file: FrozenFile | null): string | null {
  if (name === null || (file !== null && text === '')) return null;
  const most = file !== null ? CAPTION_MAX_LENGTH : channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  return text.length + signatureOf(name, channel).length <= most ? name : null;
}
