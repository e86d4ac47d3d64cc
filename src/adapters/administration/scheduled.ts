import type {
  OwnScheduledMessage as WireOwnScheduledMessage,
  ScheduledMessage as WireScheduledMessage,
} from '../../../contract/entities/scheduled-message.ts';
import {
  deleteScheduledMessage,
  myScheduledMessages,
  newScheduledMessage,
  newScheduledMessageSchema,
  scheduledInTickets,
  scheduledMessageChangeSchema,
  scheduledMessages,
  sendScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import type { ConversationKey } from '../../machines/entities/ids.ts';
import type { OwnScheduledMessage, ScheduledMessage } from '../../machines/entities/scheduled.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { partsOfKey } from './keys.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['chat.scheduled', 'scheduled'];

/** The scheduled messages of a conversation, one's own of all, and how many tickets have. */
export function scheduledLists(
  parts: CallParts,
): Pick<ListSources, 'chat.scheduled' | 'finish.scheduled' | 'scheduled'> {
  return {
    'chat.scheduled': async ({ filters }) => {
      const { customer = '', instance = '' } = filters;
      const variables = { customer_id: customer, instance_id: instance };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', scheduledMessages, { variables }));
      const of: ConversationKey = `${customer}@${instance}`;
      return mapped(result, ({ scheduledMessages: rows }) => ({
        list: 'chat.scheduled',
        rows: rows.map((row) => ({ ...scheduledOf(row), conversation: of })),
        total: rows.length,
      }));
    },
    'finish.scheduled': async ({ filters: { tickets = '' } }) => {
      const variables = { chat_ticket_ids: tickets.split(',') };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', scheduledInTickets, { variables }));
      return mapped(result, ({ scheduledInTickets: count }) => ({
        list: 'finish.scheduled',
        rows: [{ tickets, count }],
        total: 1,
      }));
    },
    scheduled: async ({ page, limit }) => {
      const variables = { pagination_page: page, pagination_limit: limit };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', myScheduledMessages, { variables }));
      return mapped(result, ({ myScheduledMessages: { items, total_items } }) => ({
        list: 'scheduled',
        rows: items.map(ownScheduledOf),
        total: total_items,
      }));
    },
  };
}

function ownScheduledOf(row: WireOwnScheduledMessage): OwnScheduledMessage {
  const { customer, instance, chat_ticket_id: ticketId, is_finished: isFinished, last_received_at: received } = row;
  return {
    ...scheduledOf(row),
    instance: { id: instance.id, name: instance.name, ...(instance.channel === 'sms' && { sms: true }) },
    customer: customer && { id: customer.id, name: customer.name, phone: customer.phone_number },
    ticketId,
    isFinished,
    receivedAt: received === null ? null : Date.parse(received),
  };
}

function scheduledOf(row: WireScheduledMessage): Omit<ScheduledMessage, 'conversation'> {
  return {
    id: row.id,
    text: row.message,
    sendAt: Date.parse(row.send_at),
    state: row.state,
    reason: row.reason,
    author: row.user,
    isReply: row.reply_message_id !== null,
    isChangeable: row.may_change,
    version: row.version,
  };
}

type ScheduleForm = 'chat.schedule' | 'chat.schedule.edit' | 'chat.schedule.send' | 'chat.schedule.cancel';

/** Scheduling a message, changing it, sending it at once, cancelling it. */
export function scheduledForms(parts: CallParts): Pick<FormSources, ScheduleForm> {
  const { gateway } = parts;
  const saved = (id: string) => ({ id, version: null, lists: LISTS });
  return {
    'chat.schedule': {
      save: async (key, values) => {
        const { customerId: customer_id, instanceId: instance_id } = partsOfKey(key);
        const input = parseValues(newScheduledMessageSchema, { ...values, customer_id, instance_id });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', newScheduledMessage, request));
        return mapped(result, ({ newScheduledMessage: { id } }) => saved(id));
      },
    },
    'chat.schedule.edit': {
      save: async (id, values) => {
        const input = parseValues(scheduledMessageChangeSchema, { ...values, id });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', updateScheduledMessage, request));
        return mapped(result, () => saved(id));
      },
    },
    'chat.schedule.send': {
      save: async (id, { version }) => {
        const request = { variables: { id, ...(typeof version === 'string' && { version }) } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', sendScheduledMessage, request));
        return mapped(result, () => saved(id));
      },
    },
    'chat.schedule.cancel': {
      save: async (id) => {
        const request = { variables: { id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', deleteScheduledMessage, request));
        return mapped(result, () => saved(id));
      },
    },
  };
}
