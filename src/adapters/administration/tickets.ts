import { shownName } from '../../../contract/facts/phone.ts';
import { partsOfKey } from './keys.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { markConversationUnread } from '../../../contract/graphql/mark-conversation-unread.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { FoundTicket, WaitingTicket } from '../../machines/entities/customers.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { ListQuery } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { pastTicketOf, ticketOf } from '../tenant/from-wire.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

/** Tickets for somebody who is done with one or forwards a message, for the home page, and for the palette. */
export function ticketLists(
  parts: CallParts,
): Pick<ListSources, 'chat.next' | 'chat.past' | 'chat.forward' | 'home.waiting' | 'palette.tickets'> {
  async function found(finished: boolean, query: ListQuery): Promise<Result<readonly FoundTicket[]>> {
    const variables = {
      search_query: query.search,
      finished_tickets: finished,
      all_users: true,
      pagination_limit: query.limit,
    };
    const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables }));
    return mapped(result, ({ chatTickets: { items } }) => items.map(foundTicketOf));
  }

  async function waiting(view: string, instance: string | undefined): Promise<Result<readonly WaitingTicket[]>> {
    const variables = { view, instance_id: instance ?? null, awaits_answer: true };
    const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables }));
    return mapped(result, ({ chatTickets: { items } }) =>
      items.flatMap(({ id, customer, waiting_since: since }) =>
        typeof since === 'string' ? { id, customerName: shownName(customer.name), since: Date.parse(since) } : [],
      ),
    );
  }

  return {
    'chat.forward': async ({ search, limit }) => {
      const own = (view: string) => {
        const variables = { view, search_query: search, pagination_limit: limit };
        return parts.gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables }));
      };
      const [mine, snoozed] = await Promise.all([own('mine'), own('snoozed')]);
      if (!snoozed.ok) return snoozed;
      const put = snoozed.answer.chatTickets;
      return mapped(mine, ({ chatTickets: { items, total_items: total } }) => ({
        list: 'chat.forward',
        rows: [...items, ...put.items].map((ticket) => ({
          ticketId: ticket.id,
          customerId: ticket.customer.id,
          instanceId: ticket.instance.id,
          name: shownName(ticket.customer.name),
          phone: ticket.customer.phone_number,
          image: ticket.customer.image,
          instanceName: ticket.instance.name,
          lastReceivedAt: ticket.last_received_at === null ? null : Date.parse(ticket.last_received_at),
          hasChannel: (ticket.instance.isOfficial ?? true) || ticket.instance.hasGateway === true,
          ...(ticket.instance.hasGateway === true && { gateway: true }),
          ...(ticket.instance.channel === 'sms' && { sms: true }),
        })),
        total: total + put.total_items,
      }));
    },
    'chat.past': async ({ page, limit, filters }) => {
      const variables = {
        customer_id: filters['customer'] ?? '',
        pagination_page: page,
        pagination_limit: limit,
      };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', pastChatTickets, { variables }));
      return mapped(result, ({ pastChatTickets: { items, total_items: total } }) => ({
        list: 'chat.past',
        rows: items.map(pastTicketOf),
        total,
        facts: { customer: Number(filters['customer']) },
      }));
    },
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
    'home.waiting': async ({ limit }) => {
      const variables = { view: 'all', awaits_answer: true, pagination_limit: limit };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables }));
      return mapped(result, ({ chatTickets: { items, total_items: total } }) => ({
        list: 'home.waiting',
        rows: items.map(ticketOf),
        total,
      }));
    },
    'palette.tickets': async (query) => {
      const list = 'palette.tickets';
      if (query.search === '') return { ok: true, answer: { list, rows: [], total: 0 } };
      const [open, finished] = await Promise.all([found(false, query), found(true, query)]);
      if (!open.ok) return open;
      if (!finished.ok) return finished;
      const rows = [...open.answer, ...finished.answer];
      return { ok: true, answer: { list, rows, total: rows.length } };
    },
  };
}

function foundTicketOf({ id, protocol, customer, finished_at: finishedAt, user }: ChatTicket): FoundTicket {
  return {
    id,
    protocol,
    customerId: customer.id,
    customerName: shownName(customer.name),
    phone: customer.phone_number,
    image: customer.image,
    finishedAt: finishedAt === null ? null : Date.parse(finishedAt),
    ownerName: user?.name ?? null,
  };
}

type Forms = 'chat.take' | 'chat.reopen' | 'chat.open' | 'chat.unread' | 'chat.read' | 'chat.snooze' | 'chat.bulk';

/**
 * Actions on tickets; frames report their outcomes. Keys are the tickets'; of `chat.open`, `chat.unread` and
 * `chat.read`, the conversations'.
 */
export function ticketForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const take = async (id: string): Promise<Result<Saved>> =>
    mapped(await gateway.request(graphqlCall(parts, 'form.save', takeChatTicket, { variables: { id } })), () =>
      saved(id),
    );
  const snooze = async (id: string, until: FormValue | undefined): Promise<Result<Saved>> => {
    const variables = { id, until: textOf(until) };
    return mapped(await gateway.request(graphqlCall(parts, 'form.save', snoozeChatTicket, { variables })), () =>
      saved(id),
    );
  };
  const unread = async (key: string): Promise<Result<Saved>> => {
    const { customerId, instanceId } = partsOfKey(key);
    const variables = { id: customerId, instance_id: instanceId };
    return mapped(await gateway.request(graphqlCall(parts, 'form.save', markConversationUnread, { variables })), () =>
      saved(key),
    );
  };
  const read = async (key: string, upTo: FormValue | undefined): Promise<Result<Saved>> => {
    const { customerId, instanceId } = partsOfKey(key);
    const variables = { id: customerId, instance_id: instanceId, up_to_id: textOf(upTo) };
    return mapped(await gateway.request(graphqlCall(parts, 'form.save', resetCustomerUnseenMsgs, { variables })), () =>
      saved(key),
    );
  };
  return {
    'chat.take': { save: take },
    'chat.reopen': {
      save: async (id) =>
        mapped(await gateway.request(graphqlCall(parts, 'form.save', reopenChatTicket, { variables: { id } })), () =>
          saved(id),
        ),
    },
    'chat.open': {
      save: async (key) => {
        const { customerId, instanceId } = partsOfKey(key);
        const variables = { customer_id: customerId, instance_id: instanceId };
        const result = await gateway.request(graphqlCall(parts, 'form.save', openChatTicket, { variables }));
        return mapped(result, ({ openChatTicket: { id } }) => saved(id));
      },
    },
    'chat.snooze': { save: (id, values) => snooze(id, values['until']) },
    'chat.unread': { save: unread },
    'chat.read': { save: (key, values) => read(key, values['up_to_id']) },
    'chat.bulk': {
      save: (key, values) => {
        switch (values['what']) {
          case 'take':
            return take(key);
          case 'snooze':
            return snooze(key, values['until']);
          case 'read':
            return read(key, values['up_to_id']);
          default:
            return unread(key);
        }
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
