import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import type { WaitingTicket } from '../../machines/entities/customers.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

/** Tickets for somebody who is done with one. */
export function ticketLists(parts: CallParts): Pick<ListSources, 'chat.next'> {
  async function waiting(view: string, instance: string | undefined): Promise<Result<readonly WaitingTicket[]>> {
    const variables = { view, instance_id: instance ?? null, not_responded: true, sort_name: 'longest_wait' };
    const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables }));
    return mapped(result, ({ chatTickets: { items } }) =>
      items.flatMap(({ id, customer, waiting_since: since }) =>
        typeof since === 'string' ? { id, customerName: customer.name, since: Date.parse(since) } : [],
      ),
    );
  }

  return {
    'chat.next': async ({ filters }) => {
      const [mine, queue] = await Promise.all([
        waiting('mine', filters['instance']),
        waiting('queue', filters['instance']),
      ]);
      if (!mine.ok) return mine;
      if (!queue.ok) return queue;
      const rows = [...mine.answer, ...queue.answer].toSorted((one, other) => one.since - other.since);
      return { ok: true, answer: { list: 'chat.next', rows, total: rows.length } };
    },
  };
}

type Forms = 'chat.take' | 'chat.queue' | 'chat.reopen' | 'chat.open';

/** What is done with a ticket; the frames tell what came of it. Keys are the tickets', of `chat.open` the conversation's. */
export function ticketForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  return {
    'chat.take': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', takeChatTicket, { variables: { id } })), () =>
          saved(id),
        ),
    },
    'chat.reopen': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', reopenChatTicket, { variables: { id } })), () =>
          saved(id),
        ),
    },
    'chat.open': {
      save: async (key) => {
        const [customer_id = '', instance_id = ''] = key.split('@');
        const variables = { customer_id, instance_id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', openChatTicket, { variables }));
        return mapped(result, ({ openChatTicket: { id } }) => saved(id));
      },
    },
    'chat.queue': {
      save: async (id, { department_id: department, note }) => {
        const variables = { id, department_id: textOf(department), note: textOf(note) };
        const result = await gateway.request(graphqlCall(parts, 'form.save', queueChatTicket, { variables }));
        return mapped(result, () => saved(id));
      },
    },
  };
}

function saved(id: string): Saved {
  return { id, version: null, lists: [] };
}

function textOf(value: FormValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
