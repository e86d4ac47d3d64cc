import * as z from 'zod/mini';
import type { CustomerMergeSide } from '../../../contract/entities/customer-merge.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerMerge, mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import type { FoundCustomer, MergeSide } from '../../machines/entities/customers.ts';
import type { ListPage } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { cardOf } from './customer-values.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

/** The candidates for a merge, and its preview. */
export function mergeLists(parts: CallParts): Pick<ListSources, 'chat.mergeWith' | 'chat.merge'> {
  const { gateway } = parts;
  return {
    'chat.mergeWith': async ({ search, limit }) => {
      const ask = (finished: boolean) => {
        const found = { search_query: search, finished_tickets: finished, all_users: true, pagination_limit: limit };
        return gateway.request(graphqlCall(parts, 'list.fetch', chatTickets, { variables: found }));
      };
      const [open, finished] = await Promise.all([ask(false), ask(true)]);
      if (!open.ok) return open;
      return mapped(finished, ({ chatTickets: { items } }): Extract<ListPage, { list: 'chat.mergeWith' }> => {
        const customers = new Map<string, FoundCustomer>();
        for (const { customer } of [...open.answer.chatTickets.items, ...items]) {
          const { id, name, phone_number: phone, image } = customer;
          customers.set(id, { id, name, phone, image });
        }
        return { list: 'chat.mergeWith', rows: [...customers.values()], total: customers.size };
      });
    },
    'chat.merge': async ({ filters: { customer: id = '', other = '' } }) => {
      const variables = { id, other_id: other };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', customerMerge, { variables }));
      return mapped(
        result,
        ({ customerMerge: { into, from, problem } }): Extract<ListPage, { list: 'chat.merge' }> => ({
          list: 'chat.merge',
          rows: [
            {
              into: sideOf(into),
              from: sideOf(from),
              problem:
                problem === null
                  ? null
                  : { key: problem.key, params: { instance: problem.instance, name: problem.name } },
            },
          ],
          total: 1,
        }),
      );
    },
  };
}

function sideOf({ details, tickets, messages, open_tickets: open }: CustomerMergeSide): MergeSide {
  const { image, is_blacklisted: isBlocked } = details.customer;
  return { card: cardOf(details), image, tickets, messages, isBlocked, open };
}

const mergeSchema = z.object({ other_id: z.string(), take_name: z.boolean(), take_image: z.boolean() });

/** Merging another customer into the key's. */
export function mergeForms(parts: CallParts): Pick<FormSources, 'chat.merge'> {
  return {
    'chat.merge': {
      save: async (id, values) => {
        const input = parseValues(mergeSchema, values);
        if (!input.ok) return input;
        const variables = { ...input.answer, id };
        const result = await parts.gateway.request(graphqlCall(parts, 'form.save', mergeCustomers, { variables }));
        return mapped(result, ({ mergeCustomers: { version } }) => ({ id, version, lists: ['chat.customer'] }));
      },
    },
  };
}
