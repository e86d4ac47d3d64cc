import {
  blockContactsFormSchema,
  blockContacts,
  blockedContacts,
  unblockContacts,
  type Blocked,
  type BlockedContact as WireContact,
} from '../../../contract/graphql/blocked-contacts.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { BlockedContact } from '../../machines/entities/customers.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['blockedContacts', 'customers'];

/** The company's blocked numbers. */
export function blockedContactLists(parts: CallParts): Pick<ListSources, 'blockedContacts'> {
  return {
    blockedContacts: async ({ page, limit, search }) => {
      const variables = { search, pagination_page: page, pagination_limit: limit };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', blockedContacts, { variables }));
      return mapped(result, ({ blockedContacts: { items, total_items } }) => ({
        list: 'blockedContacts',
        rows: items.map(contactOf),
        total: total_items,
      }));
    },
  };
}

/** Blocks the numbers of a text, one a line, and unblocks the number of the key. */
export function blockedContactForms(
  parts: CallParts,
): Pick<FormSources, 'blockedContacts' | 'blockedContacts.unblock'> {
  const { gateway } = parts;
  return {
    blockedContacts: {
      save: async (_, { numbers, reason }) => {
        const lines = typeof numbers === 'string' ? numbers.split(/\r?\n/u) : [];
        const isEmpty = lines.every((line) => line.trim() === '');
        const input = parseValues(blockContactsFormSchema, { numbers: isEmpty ? [] : lines, reason: reason ?? '' });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', blockContacts, request));
        if (!result.ok) return result;
        const { blockContacts: answer } = result.answer;
        if (answer.refused.length > 0) return { ok: false, failure: refusedLines(answer) };
        return { ok: true, answer: { id: null, version: null, lists: LISTS } };
      },
    },
    'blockedContacts.unblock': {
      save: async (number) => {
        const request = { variables: { numbers: [number] } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', unblockContacts, request));
        return mapped(result, () => ({ id: number, version: null, lists: LISTS }));
      },
    },
  };
}

/** Lines that a refusal names for each reason; of more, it ends with an ellipsis. */
const NAMED_MAX = 20;

/** The lines that weren't blocked, by reason. The others were. */
function refusedLines({ blocked, refused }: Blocked): Failure {
  const of = (key: string): string => {
    const lines = refused.filter((each) => each.key === key).map(({ line }) => line);
    return lines.length > NAMED_MAX ? `${lines.slice(0, NAMED_MAX).join(', ')}…` : lines.join(', ');
  };
  return {
    code: 'INVALID',
    key: 'error.blocked.lines',
    params: {
      blocked,
      malformed: of('error.number.malformed') || 'none',
      twice: of('error.blocked.twice') || 'none',
      already: of('error.blocked.already') || 'none',
    },
    fields: {},
    requestId: null,
  };
}

function contactOf(contact: WireContact): BlockedContact {
  return {
    phone: contact.phone_number,
    reason: contact.reason,
    blockedAt: Date.parse(contact.created_at),
    blockedBy: contact.user_name,
    customer:
      contact.customer_id === null || contact.customer_name === null
        ? null
        : { id: contact.customer_id, name: contact.customer_name },
  };
}
