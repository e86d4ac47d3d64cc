import type {
  ProtocolEvent as WireEvent,
  ProtocolTicket as WireTicket,
} from '../../../contract/rest/whatsapp-protocol.ts';
import { whatsappProtocol, whatsappProtocolTimeline } from '../../../contract/rest/whatsapp-protocol.ts';
import type { ProtocolEvent, ProtocolTicket } from '../../machines/entities/support.ts';
import type { ListQuery } from '../../machines/log/events-administration.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { ListSources } from './sources.ts';

/** A ticket and its history by the filter `protocol`; empty without it. */
export function protocolLists(parts: CallParts): Pick<ListSources, 'protocol' | 'protocol.timeline'> {
  const { gateway } = parts;
  const numberOf = ({ filters }: ListQuery) => filters['protocol'] ?? '';
  return {
    protocol: async (query) => {
      const protocol = numberOf(query);
      // An invalid protocol can't match, so nothing is sent.
      if (!parseValues(whatsappProtocol.body, { protocol }).ok) {
        return { ok: true, answer: { list: 'protocol', rows: [], total: 0 } };
      }
      const result = await gateway.request(restRequest(parts, 'list.fetch', whatsappProtocol, { query: { protocol } }));
      if (!result.ok && result.failure.code === 'NOT_FOUND') {
        return { ok: true, answer: { list: 'protocol', rows: [], total: 0 } };
      }
      return mapped(result, (ticket) => ({ list: 'protocol', rows: [ticketOf(ticket)], total: 1 }));
    },
    'protocol.timeline': async (query) => {
      const parameters = {
        protocol: numberOf(query),
        pagination_page: String(query.page),
        pagination_limit: String(query.limit),
      };
      if (parameters.protocol === '') return { ok: true, answer: { list: 'protocol.timeline', rows: [], total: 0 } };
      const result = await gateway.request(
        restRequest(parts, 'list.fetch', whatsappProtocolTimeline, { query: parameters }),
      );
      return mapped(result, ({ items, total_items: total }) => ({
        list: 'protocol.timeline',
        rows: items.map(eventOf),
        total,
      }));
    },
  };
}

function ticketOf(ticket: WireTicket): ProtocolTicket {
  return {
    id: ticket.id,
    protocol: ticket.protocol,
    startedAt: Date.parse(ticket.started_at),
    finishedAt: ticket.finished_at === null ? null : Date.parse(ticket.finished_at),
    owner: ticket.user,
    customer: { id: ticket.customer.id, name: ticket.customer.name, phone: ticket.customer.phone_number },
    instance: ticket.instance,
    department: ticket.department,
    received: ticket.messages_in,
    sent: ticket.messages_out,
  };
}

function eventOf(event: WireEvent): ProtocolEvent {
  return {
    id: event.id,
    at: Date.parse(event.at),
    kind: event.event,
    by: event.user,
    next: event.next_user,
    sent: event.type === 0,
    bot: event.is_bot_message,
    tag: event.tag_type ?? 'text',
    text: event.message,
    documentName: event.document_name,
    errorKey: event.error_key,
  };
}
