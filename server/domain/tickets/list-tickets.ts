import { sql } from 'kysely';
import { CHAT_PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/facts/limits.ts';
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
import {
  requireVisibleTicket,
  isInstanceVisible,
  joinVisibility,
  ownOrOffered,
  requireVisibleCustomer,
  visibleTo,
} from './visibility.ts';

const PAGE_MAX = 1_000_000;
const SEARCH_MAX = 200;
const UNSEEN_MAX = 1_000;

type Filter = {
  instanceId: Id | null;
  customerId: Id | null;
  ticketId: Id | null;
  search: string;
  finished: boolean;
  allUsers: boolean;
  page: number;
  limit: number;
};

/**
 * A page of the tickets that the actor sees, pinned first, then by newest last message. `chat_ticket_id` returns that
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
    return {
      total_pages: Math.ceil(total / filter.limit),
      total_items: total,
      position: head,
      items: await ticketViews(tx, actor, ids),
      unseen_conversations: isFirstOfList(filter) ? await findUnseen(tx, actor) : null,
      pinned_customers: isFirstOfList(filter) ? await findPinned(tx, actor) : null,
    };
  });
}

function isFirstOfList({ page, customerId, ticketId }: Filter): boolean {
  return page === 1 && customerId === null && ticketId === null;
}

/** Conversations with unseen messages in an open ticket that the user sees, newest first. */
async function findUnseen(tx: Tx, actor: Actor): Promise<{ customer_id: Id; instance_id: Id }[]> {
  const { rows } = await sql<{ customer_id: Id; instance_id: Id }>`
    select t.customer_id, t.instance_id from chat_ticket t
    where t.tenant_id = ${actor.tenantId} and t.finished_at is null and t.unseen_count > 0 and ${visibleTo(actor)}
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
    instanceId: parseOptionalId(variables.instance_id),
    customerId: parseOptionalId(variables.customer_id),
    ticketId: parseOptionalId(variables.chat_ticket_id),
    search: storableText(variables.search_query ?? '')
      .trim()
      .slice(0, SEARCH_MAX),
    finished: variables.finished_tickets ?? false,
    allUsers: variables.all_users ?? false,
    page,
    limit: Math.min(limit, PAGE_SIZE_MAX),
  };
}

async function findPage(tx: Tx, actor: Actor, filter: Filter): Promise<{ ids: Id[]; total: number }> {
  if (filter.instanceId !== null && !(await isInstanceVisible(tx, actor, filter.instanceId))) throw notFound();
  if (filter.customerId !== null) await requireVisibleCustomer(tx, actor, filter.customerId, null);
  if (filter.ticketId !== null) {
    const ticket = await requireVisibleTicket(tx, actor, filter.ticketId);
    return filter.page === 1 ? { ids: [ticket.id], total: 1 } : { ids: [], total: 1 };
  }
  const conditions = [
    filter.finished ? sql`t.finished_at is not null` : sql`t.finished_at is null`,
    filter.allUsers ? visibleTo(actor) : ownOrOffered(actor),
  ];
  if (filter.instanceId !== null) conditions.push(sql`t.instance_id = ${filter.instanceId}`);
  if (filter.customerId !== null) conditions.push(sql`t.customer_id = ${filter.customerId}`);
  if (filter.search !== '') conditions.push(matches(filter.search));
  const where = sql`where t.tenant_id = ${actor.tenantId} and ${sql.join(conditions, sql` and `)}`;
  const source = sql`chat_ticket t join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id`;
  const { rows: counted } = await sql<{ total: string }>`
    select count(*) as total from ${source} ${where}`.execute(tx);
  // A finished ticket is sorted by the last message of its conversation that the user can read; an open one is the
  // newest.
  const [visibility, lastAt] = filter.finished
    ? [joinVisibility(actor), sql`n.last_message_at`]
    : [sql``, sql`t.last_message_at`];
  const { rows } = await sql<{ id: Id }>`
    select t.id from ${source} ${visibility} ${where}
    order by exists (select from pinned_customer p where p.tenant_id = t.tenant_id
        and p.user_id = ${actor.userId} and p.customer_id = t.customer_id) desc,
      ${lastAt} desc, t.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(tx);
  return { ids: rows.map((row) => row.id), total: Number(counted[0]?.total ?? 0) };
}

/** Matches a case-insensitive part of the name, or of the number in any notation. */
function matches(search: string): ReturnType<typeof sql> {
  const part = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const isNumber = /^[\d\s()+-]*$/.test(search) && /\d/.test(search);
  const number = isNumber ? search.replaceAll(/\D/g, '') : search;
  return sql`(c.name ilike ${part(search)} or c.phone_number ilike ${part(number)})`;
}
