import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  CHAT_PAGE_SIZE,
  PAGE_SIZE_MAX,
  PROTOCOL_SEARCH_MIN,
  SEARCH_TEXT_MAX,
  PAGE_MAX,
} from '../../../contract/facts/limits.ts';
import { searchedNumbers } from '../../../contract/facts/phone-search.ts';
import { TICKET_SORTS, TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import type { TicketSort, TicketView } from '../../../contract/facts/ticket-views.ts';
import type { ChatTicketPage, ChatTicketsVariables } from '../../../contract/graphql/chat-tickets.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { streamHead } from '../../db/stream.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { ticketViews } from '../views/ticket-view.ts';
import { awaitsAnswer, endedSo, findViews, hasFlow, inView, narrowed, parseNarrow } from './ticket-views.ts';
import type { Narrow } from './ticket-views.ts';
import { requireVisibleTicket, isInstanceVisible, requireVisibleCustomer, visibleTo } from './visibility.ts';

const UNSEEN_MAX = 1_000;

type Filter = {
  customerId: Id | null;
  ticketId: Id | null;
  search: string;
  finished: boolean;
  view: TicketView;
  sort: TicketSort;
  narrow: Narrow;
  awaitsAnswer: boolean;
  page: number;
  limit: number;
};

/**
 * A page of the tickets that the actor sees, pinned first, then in the order asked for. `chat_ticket_id` returns that
 * ticket, even if finished or another's. Ids that the user can't see are not found, pages below 1 are invalid.
 */
export function listTickets(
  services: Services,
  actor: Actor,
  variables: ChatTicketsVariables,
): Promise<ChatTicketPage> {
  requirePermission(actor, 'chat');
  const filter = parseFilter(variables);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    // One snapshot, so that `position` matches the rows.
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const { head } = await streamHead(tx, actor.tenantId);
    const { ids, total } = await findPage(tx, actor, filter);
    const isFirst = isFirstOfList(filter);
    return {
      total_pages: Math.ceil(total / filter.limit),
      total_items: total,
      position: head,
      items: await ticketViews(tx, actor, ids),
      unseen_conversations: isFirst ? await findUnseen(tx, actor) : null,
      pinned_customers: isFirst ? await findPinned(tx, actor) : null,
      views: isFirst && variables.with_views === true ? await findViews(tx, actor, filter.narrow) : null,
    };
  });
}

function isFirstOfList({ page, customerId, ticketId }: Filter): boolean {
  return page === 1 && customerId === null && ticketId === null;
}

/** Conversations with unseen messages in an open ticket that the user sees and no flow has, newest first. */
async function findUnseen(tx: Tx, actor: Actor): Promise<{ customer_id: Id; instance_id: Id }[]> {
  const { rows } = await sql<{ customer_id: Id; instance_id: Id }>`
    select t.customer_id, t.instance_id from chat_ticket t
    where t.tenant_id = ${actor.tenantId} and t.finished_at is null and t.unseen_count > 0 and not ${hasFlow} and ${visibleTo(actor)}
    order by t.id desc limit ${UNSEEN_MAX}`.execute(tx);
  return rows;
}

async function findPinned(tx: Tx, { tenantId, userId }: Actor): Promise<Id[]> {
  const rows = await tx
    .selectFrom('pinned_customer')
    .select('customer_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.customer_id);
}

function parseFilter(variables: ChatTicketsVariables): Filter {
  const page = variables.pagination_page ?? 1;
  const limit = variables.pagination_limit ?? CHAT_PAGE_SIZE;
  if (page < 1 || page > PAGE_MAX) throw invalid('error.invalid', { pagination_page: 'error.invalid' });
  if (limit < 1) throw invalid('error.invalid', { pagination_limit: 'error.invalid' });
  return {
    customerId: parseOptionalId(variables.customer_id),
    ticketId: parseOptionalId(variables.chat_ticket_id),
    search: storableText(variables.search_query ?? '')
      .trim()
      .slice(0, SEARCH_TEXT_MAX),
    finished: variables.finished_tickets ?? false,
    view: oneOf('view', TICKET_VIEWS, variables.view) ?? (variables.all_users === true ? 'all' : 'mine'),
    sort: oneOf('sort_name', TICKET_SORTS, variables.sort_name) ?? 'last_message',
    narrow: parseNarrow(variables),
    awaitsAnswer: variables.awaits_answer ?? false,
    page,
    limit: Math.min(limit, PAGE_SIZE_MAX),
  };
}

/** The value if it is one of `known`; null if not given, invalid otherwise. */
function oneOf<Known extends string>(
  field: string,
  known: readonly Known[],
  value: string | null | undefined,
): Known | null {
  if (value === null || value === undefined) return null;
  const found = known.find((each) => each === value);
  if (found === undefined) throw invalid('error.invalid', { [field]: 'error.invalid' });
  return found;
}

async function findPage(tx: Tx, actor: Actor, filter: Filter): Promise<{ ids: Id[]; total: number }> {
  const { instanceId } = filter.narrow;
  if (instanceId !== null && !(await isInstanceVisible(tx, actor, instanceId))) throw notFound();
  if (filter.customerId !== null) await requireVisibleCustomer(tx, actor, filter.customerId, null);
  if (filter.ticketId !== null) {
    const ticket = await requireVisibleTicket(tx, actor, filter.ticketId);
    return filter.page === 1 ? { ids: [ticket.id], total: 1 } : { ids: [], total: 1 };
  }
  const conditions = [
    filter.finished ? sql`t.finished_at is not null` : sql`t.finished_at is null`,
    inView(actor, filter.view),
    ...narrowed(filter.narrow),
    ...(filter.finished ? endedSo(filter.narrow) : []),
  ];
  if (filter.customerId !== null) conditions.push(sql`t.customer_id = ${filter.customerId}`);
  if (filter.awaitsAnswer) conditions.push(awaitsAnswer(actor));
  if (filter.search !== '') conditions.push(matches(filter.search));
  const where = sql`where t.tenant_id = ${actor.tenantId} and ${sql.join(conditions, sql` and `)}`;
  const source = sql`chat_ticket t join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id`;
  const { rows: counted } = await sql<{ total: string }>`
    select count(*) as total from ${source} ${where}`.execute(tx);
  const { rows } = await sql<{ id: Id }>`
    select t.id from ${source} ${where}
    order by ${filter.awaitsAnswer ? longestWait : sql`${isPinnedBy(actor)} desc, ${sorted(filter)}`}, t.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(tx);
  return { ids: rows.map((row) => row.id), total: Number(counted[0]?.total ?? 0) };
}

const longestWait = sql`date_trunc('milliseconds', case when not ${hasFlow} then t.waiting_since end) nulls last`;

function isPinnedBy({ userId }: Actor): RawBuilder<unknown> {
  return sql`exists (select from pinned_customer p where p.tenant_id = t.tenant_id
    and p.user_id = ${userId} and p.customer_id = t.customer_id)`;
}

/** In milliseconds, the precision of times on the wire. */
function sorted({ finished, sort }: Filter): RawBuilder<unknown> {
  if (finished) return sql`date_trunc('milliseconds', t.finished_at) desc`;
  // A ticket back from snooze sorts by when it woke.
  const last = sql`greatest(t.last_message_at, date_trunc('milliseconds', t.woken_at)) desc`;
  return sort === 'last_message' ? last : sql`${longestWait}, ${last}`;
}

/** Combining accents of a decomposed text. */
const ACCENTS = String.fromCodePoint(...Array.from({ length: 0x70 }, (_, index) => 0x300 + index));

/** Matches a part of the name, whatever case and accents, of the number in any notation, or the protocol's beginning. */
function matches(search: string): ReturnType<typeof sql> {
  const part = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const isNumber = /^[\d\s()+-]*$/.test(search) && /\d/.test(search);
  const numbers = isNumber ? searchedNumbers(search.replaceAll(/\D/g, '')) : [search];
  // One condition each: `any` can't use the index.
  const isOne = (column: string) =>
    sql`(${sql.join(
      numbers.map((number) => sql`${sql.ref(column)} ilike ${part(number)}`),
      sql` or `,
    )})`;
  const plain = search.normalize('NFD').replaceAll(/[\u0300-\u036F]/gu, '');
  const isProtocol = search.length >= PROTOCOL_SEARCH_MIN;
  return sql`(translate(normalize(c.name, NFD), ${ACCENTS}, '') ilike ${part(plain)}
    or ${isOne('c.phone_number')}
    or exists (select from customer_number extra where extra.tenant_id = c.tenant_id
      and extra.customer_id = c.id and extra.address ~ '^[0-9]' and ${isOne('extra.address')})
    or (${isProtocol}::boolean and starts_with(t.protocol, ${search})))`;
}
