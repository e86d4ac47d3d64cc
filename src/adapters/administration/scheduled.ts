import type { ScheduledMessage as WireScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import {
  deleteScheduledMessage,
  newScheduledMessage,
  newScheduledMessageSchema,
  scheduledMessageChangeSchema,
  scheduledMessages,
  sendScheduledMessage,
  updateScheduledMessage,
} from '../../../contract/graphql/scheduled-messages.ts';
import type { ConversationKey } from '../../machines/entities/ids.ts';
import type { ScheduledMessage } from '../../machines/entities/scheduled.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { partsOfKey } from './keys.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['chat.scheduled'];

/** The scheduled messages of a conversation. */
export function scheduledLists(parts: CallParts): Pick<ListSources, 'chat.scheduled'> {
  return {
    'chat.scheduled': async ({ filters }) => {
      const { customer = '', instance = '' } = filters;
      const variables = { customer_id: customer, instance_id: instance };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', scheduledMessages, { variables }));
      const of: ConversationKey = `${customer}@${instance}`;
      return mapped(result, ({ scheduledMessages: rows }) => ({
        list: 'chat.scheduled',
        rows: rows.map((row) => scheduledOf(row, of)),
        total: rows.length,
      }));
    },
  };
}

function scheduledOf(row: WireScheduledMessage, conversation: ConversationKey): ScheduledMessage {
  return {
    id: row.id,
    conversation,
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
