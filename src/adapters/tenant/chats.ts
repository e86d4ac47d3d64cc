import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { instances } from '../../../contract/graphql/instances.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import type { Message } from '../../machines/entities/entities.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { instanceOf, lineOf, messageOf, ticketOf } from './from-wire.ts';
import { graphqlCall } from './request.ts';

/** Tickets and their conversations. */
interface TenantChats {
  /** -> tickets.listed | tickets.listFailed */
  readonly listTickets: (command: CommandOf<'tickets.fetch'>) => void;
  /** -> ticket.loaded | ticket.loadFailed */
  readonly loadTicket: (command: CommandOf<'ticket.fetch'>) => void;
  /** -> chat.listed | chat.listFailed */
  readonly listChat: (command: CommandOf<'chat.fetch'>) => void;
  /** -> unseen.resetAnswered | unseen.resetFailed */
  readonly resetUnseen: (command: CommandOf<'unseen.reset'>) => void;
  /** -> instances.listed | instances.listFailed */
  readonly listInstances: () => void;
}

export function createTenantChats(parts: CallParts): TenantChats {
  const { append, gateway } = parts;

  return {
    listTickets: ({ request, query, page, limit, purpose, withViews }) => {
      const { only = {} } = query;
      const variables = {
        instance_id: query.instanceId,
        search_query: query.search === '' ? null : query.search,
        finished_tickets: query.status === 'finished',
        all_users: query.scope !== 'mine',
        pagination_page: page,
        pagination_limit: limit,
        view: query.scope,
        sort_name: query.sort ?? null,
        user_id: only.ownerId ?? null,
        department_id: only.departmentId ?? null,
        tag_id: only.tagId ?? null,
        unseen: only.unseen ?? null,
        not_responded: only.notResponded ?? null,
        blacklisted: only.blacklisted ?? null,
        ended: only.ended ?? null,
        with_views: withViews ?? false,
      };
      gateway.call(graphqlCall(parts, 'tickets.fetch', chatTickets, { variables }), (result) => {
        if (!result.ok) {
          append({ type: 'tickets.listFailed', request, failure: result.failure });
          return;
        }
        const listed = result.answer.chatTickets;
        append({
          type: 'tickets.listed',
          request,
          query,
          page,
          limit,
          purpose,
          totalPages: listed.total_pages,
          totalItems: listed.total_items,
          ...(listed.unseen_conversations === null
            ? {}
            : {
                unseenConversations: listed.unseen_conversations.map(
                  ({ customer_id, instance_id }) => `${customer_id}@${instance_id}` as const,
                ),
              }),
          ...(listed.pinned_customers === null ? {} : { pinnedCustomers: listed.pinned_customers }),
          ...(listed.views ? { views: listed.views } : {}),
          streamPosition: listed.position,
          items: listed.items.map(ticketOf),
        });
      });
    },
    loadTicket: ({ ticketId }) => {
      const variables = { chat_ticket_id: ticketId, all_users: true };
      gateway.call(graphqlCall(parts, 'ticket.fetch', chatTickets, { variables }), (result) => {
        if (!result.ok) {
          append({ type: 'ticket.loadFailed', ticketId, failure: result.failure });
          return;
        }
        const { items, position } = result.answer.chatTickets;
        const ticket = items.find((item) => item.id === ticketId);
        append(
          ticket
            ? { type: 'ticket.loaded', ticket: ticketOf(ticket), streamPosition: position }
            : { type: 'ticket.loadFailed', ticketId, failure: NOT_FOUND },
        );
      });
    },
    listChat: (command) => {
      const { request, customerId, instanceId, beforeId, afterId, aroundId, limit } = command;
      const variables = {
        customer_id: customerId,
        instance_id: instanceId,
        finished_tickets: true,
        all_users: true,
        before_id: beforeId,
        ...(afterId !== undefined && { after_id: afterId }),
        ...(aroundId !== undefined && { around_id: aroundId }),
        limit,
      };
      gateway.call(graphqlCall(parts, 'chat.fetch', customerChats, { variables }), (result) => {
        if (!result.ok) {
          append({ type: 'chat.listFailed', customerId, instanceId, request, failure: result.failure });
          return;
        }
        const items = result.answer.customerChats.map(messageOf);
        const lines = result.answer.customerChatEvents?.map(lineOf);
        append({
          type: 'chat.listed',
          customerId,
          instanceId,
          request,
          older: beforeId !== null,
          items,
          ...(lines && { lines }),
          ...endsOf(items, command),
        });
      });
    },
    resetUnseen: ({ customerId, instanceId, upToId }) => {
      const variables = { id: customerId, instance_id: instanceId, up_to_id: upToId };
      gateway.call(graphqlCall(parts, 'unseen.reset', resetCustomerUnseenMsgs, { variables }), (result) => {
        if (!result.ok) {
          append({ type: 'unseen.resetFailed', customerId, instanceId, failure: result.failure });
          return;
        }
        const reset = result.answer.resetCustomerUnseenMsgs;
        append({
          type: 'unseen.resetAnswered',
          customerId: reset.customer_id,
          instanceId: reset.instance_id,
          upToId: reset.up_to_id,
          unseen: reset.unseenMsg,
          streamPosition: reset.position,
        });
      });
    },
    listInstances: () => {
      gateway.call(graphqlCall(parts, 'instances.fetch', instances, { variables: {} }), (result) => {
        append(
          result.ok
            ? { type: 'instances.listed', instances: result.answer.instances.map(instanceOf) }
            : { type: 'instances.listFailed', failure: result.failure },
        );
      });
    },
  };
}

/** Which ends of the conversation a page has: those where it isn't full. */
function endsOf(
  items: readonly Message[],
  { afterId, aroundId, limit }: CommandOf<'chat.fetch'>,
): { readonly complete: boolean; readonly latest?: boolean } {
  if (afterId !== undefined) return { complete: false, latest: items.length < limit };
  if (aroundId === undefined) return { complete: items.length < limit };
  const newer = items.filter(({ id }) => BigInt(id) > BigInt(aroundId)).length;
  const half = Math.floor(limit / 2);
  return { complete: items.length - newer < limit - half, latest: newer < half };
}
