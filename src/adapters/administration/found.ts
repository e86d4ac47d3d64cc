import { shownName } from '../../../contract/facts/phone.ts';
import { FOUND_PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/facts/limits.ts';
import {
  searchMessages,
  type FoundMessage as WireMessage,
  type SearchMessagesVariables,
} from '../../../contract/graphql/search-messages.ts';
import type { FoundMessage } from '../../machines/entities/customers.ts';
import type { ListQuery } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import type { ListSources, Result } from './sources.ts';

/** A search that finds little continues by itself for this many calls; then the user decides, and it goes on from there. */
const CALLS_MAX = 5;

type Found = {
  readonly rows: readonly FoundMessage[];
  readonly total: number;
  readonly facts: Readonly<Record<'more' | 'waiting', number>>;
  readonly edges?: { readonly start: string; readonly end: string };
};

/** Messages by their words. */
export function foundLists(parts: CallParts): Pick<ListSources, 'chat.found' | 'chat.foundHere' | 'palette.messages'> {
  const { gateway } = parts;

  async function find({ search, filters, limit, seek }: ListQuery): Promise<Result<Found>> {
    const rows: FoundMessage[] = [];
    let before: string | null = seek?.after ?? null;
    let isIndexed = true;
    for (let calls = 0; calls < CALLS_MAX && rows.length < limit; calls++) {
      const variables: SearchMessagesVariables = {
        search,
        customer_id: filters['customer'] ?? null,
        instance_id: filters['instance'] ?? null,
        before_id: before,
        sender: filters['sender'] ?? null,
        from: filters['from'] === undefined ? null : Number(filters['from']),
        to: filters['to'] === undefined ? null : Number(filters['to']),
        limit: Math.min(Math.max(limit - rows.length, FOUND_PAGE_SIZE), PAGE_SIZE_MAX),
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', searchMessages, { variables }));
      if (!result.ok) return result;
      const { items, next_before, is_indexed } = result.answer.searchMessages;
      rows.push(...items.map(foundOf));
      before = next_before;
      isIndexed = is_indexed;
      if (before === null) break;
    }
    const facts = { more: before === null ? 0 : 1, waiting: isIndexed ? 0 : 1 };
    const edges = before === null ? {} : { edges: { start: rows[0]?.id ?? before, end: before } };
    return { ok: true, answer: { rows, total: rows.length, facts, ...edges } };
  }

  return {
    'chat.found': async (query) => {
      const found = await find(query);
      return found.ok ? { ok: true, answer: { list: 'chat.found', ...found.answer } } : found;
    },
    'palette.messages': async (query) => {
      const found = await find(query);
      return found.ok ? { ok: true, answer: { list: 'palette.messages', ...found.answer } } : found;
    },
    'chat.foundHere': async (query) => {
      const found = await find(query);
      return found.ok ? { ok: true, answer: { list: 'chat.foundHere', ...found.answer } } : found;
    },
  };
}

function foundOf(found: WireMessage): FoundMessage {
  return {
    id: found.id,
    ticketId: found.ticket_id,
    customerName: shownName(found.customer.name),
    instanceName: found.instance.name,
    received: found.type === 1,
    bot: found.is_bot_message,
    author: found.user,
    at: Date.parse(found.created_at),
    tag: found.tag_type,
    excerpt: found.excerpt,
    marks: found.marks,
  };
}
