import { returnTicketToFlow, stopTicketFlow, ticketFlow } from '../../../contract/graphql/ticket-flow.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['chat.flow'];

/** The flow in which a ticket is or was. */
export function ticketFlowLists(parts: CallParts): Pick<ListSources, 'chat.flow'> {
  return {
    'chat.flow': async ({ filters: { ticket = '' } }) => {
      const variables = { ticket_id: ticket };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', ticketFlow, { variables }));
      return mapped(result, ({ ticketFlow: found }) => {
        if (found === null) return { list: 'chat.flow', rows: [{ ticketId: ticket, flow: null }], total: 1 };
        const { ticket_id: ticketId, started_at: at, ...flow } = found;
        return { list: 'chat.flow', rows: [{ ticketId, flow: { ...flow, startedAt: Date.parse(at) } }], total: 1 };
      });
    },
  };
}

export function ticketFlowForms(parts: CallParts): Pick<FormSources, 'chat.flow.stop' | 'chat.flow.return'> {
  const { gateway } = parts;
  return {
    'chat.flow.stop': {
      save: async (id) => {
        const request = { variables: { ticket_id: id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', stopTicketFlow, request));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'chat.flow.return': {
      save: async (id) => {
        const request = { variables: { ticket_id: id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', returnTicketToFlow, request));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
  };
}
