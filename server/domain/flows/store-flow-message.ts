import { sql } from 'kysely';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import type { FlowNodeOf } from '../../../contract/flows/flow.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { numbered, optionsShownAs } from '../../../flows/limits.ts';
import type { Sent } from '../../../flows/run.ts';
import { clipped } from '../../../flows/values.ts';
import type { Choices } from '../../channels/channel.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { waitingState } from '../outbound/outbox-states.ts';
import { storableText } from '../text.ts';
import { FRAME_WITH_STORED_BY_SYSTEM, STORED_VIEW } from '../views/ticket-view.ts';
import { optionIdOf } from './option-id.ts';
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
  const { text, shared } = written(sent, context, sender);
  const state = waitingState({ channel, hasGateway, file: null, shared });
  const signedAs = shared === null ? signerOf(sender.botName, text, context) : null;
  const content = shared === null ? null : JSON.stringify(shared);
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, sent_at, created_at, body,
        tag_type, is_bot_message, content, signed_as)
      values (${tenantId}, ${ticketId}, ${customerId}, ${instanceId}, 0, ${now}, ${now}, ${text},
        ${shared === null ? 'text' : 'interactive'}, true, ${content}, ${signedAs})
      returning m.id, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${tenantId}::bigint, stored.id, ${instanceId}::bigint, ${customerId}::bigint, ${state}::text from stored)
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

/** The text, and where the channel has them the buttons or the list that go with it. */
function written(
  sent: Sent,
  { channel, hasGateway }: RunContext,
  { runId, seq }: FlowSender,
): { text: string; shared: Choices | null } {
  const isPlain = channel === 'sms' || hasGateway;
  const most = channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  const asText = (text: string, tail = '') => {
    const room = Math.max(0, most - tail.length);
    return { text: storableText(clipped(clipped(text, room) + tail, most)), shared: null };
  };
  switch (sent.of) {
    case 'text':
      return asText(sent.text);
    case 'link':
      return asText(sent.text, `\n\n${sent.label}: ${sent.url}`);
    case 'question': {
      const { options } = sent;
      const as = isPlain ? 'numbers' : optionsShownAs({ options });
      if (options.length === 0 || as === 'numbers') return asText(sent.text, numberedWithin(options, most - Math.min(sent.text.length, most / 4)));
      const text = storableText(clipped(sent.text, CAPTION_MAX_LENGTH));
      const titles = options.map(({ id, label }) => ({
        title: storableText(label),
        description: null,
        id: optionIdOf({ runId, seq, option: id }),
      }));
      return { text, shared: { kind: 'choices', text, button: as === 'list' ? LIST_BUTTON : null, options: titles } };
    }
    case 'media':
    case 'template':
      throw new Error('A flow with files or templates was published');
  }
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
function signerOf(name: string | null, text: string, { channel }: RunContext): string | null {
  if (name === null) return null;
  const most = channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  return text.length + signatureOf(name, channel).length <= most ? name : null;
}
