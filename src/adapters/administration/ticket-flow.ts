import * as z from 'zod/mini';
import { chosenIdSchema } from '../../../contract/fields.ts';
import { hasStartableFlow, startableFlows, startTicketFlow } from '../../../contract/graphql/flow-starts.ts';
import { returnTicketToFlow, stopTicketFlow, ticketFlow } from '../../../contract/graphql/ticket-flow.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['chat.flow'];

type Lists = 'chat.flow' | 'chat.hasStartableFlow' | 'chat.startableFlows';

/** The flow in which a ticket is or was, and those that can be started in it. */
export function ticketFlowLists(parts: CallParts): Pick<ListSources, Lists> {
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
    'chat.hasStartableFlow': async ({ filters: { ticket = '' } }) => {
      const variables = { ticket_id: ticket };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', hasStartableFlow, { variables }));
      return mapped(result, ({ hasStartableFlow: isThere }) => {
        const rows = isThere ? [{ ticketId: ticket }] : [];
        return { list: 'chat.hasStartableFlow', rows, total: rows.length };
      });
    },
    'chat.startableFlows': async ({ filters: { ticket = '' } }) => {
      const variables = { ticket_id: ticket };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', startableFlows, { variables }));
      return mapped(result, ({ startableFlows: rows }) => ({
        list: 'chat.startableFlows',
        rows,
        total: rows.length,
        facts: { ticket: Number(ticket) },
      }));
    },
  };
}

const startSchema = z.object({ flow_id: chosenIdSchema });
type Forms = 'chat.flow.stop' | 'chat.flow.return' | 'chat.flow.start';

export function ticketFlowForms(parts: CallParts): Pick<FormSources, Forms> {
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
    'chat.flow.start': {
      save: async (id, values) => {
        const input = parseValues(startSchema, values);
        if (!input.ok) return input;
        const variables = { ...input.answer, ticket_id: id };
        const result = await gateway.request(graphqlCall(parts, 'form.save', startTicketFlow, { variables }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
  };
}
