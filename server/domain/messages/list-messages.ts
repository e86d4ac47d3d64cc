import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { CONVERSATION_PAGE_MAX, CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { CustomerChatsVariables } from '../../../contract/graphql/customer-chats.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { isWithin, ownOrOffered, requireVisibility } from '../tickets/visibility.ts';
import { messageViews } from '../views/message-view.ts';
import { requireReadable } from './message-facts.ts';

/** Longer pages are read in parts, with a pause between two: long texts would keep a processor busy without a break. */
const BYTES_A_PART = 64 * 1024;
const PAUSE_MS = 2;

/**
 * Messages of a customer on an instance, oldest first: the newest, those before `before_id`, the first ones after
 * `after_id`, or those around `around_id`. `finished_tickets` includes finished tickets, `all_users` other attendants'
 * tickets, up to the newest ticket that the user sees. Not found if they see no ticket of the conversation, or if an id
 * is not a message that they can read there.
 */
export function listMessages(
  services: Services,
  actor: Actor,
  variables: CustomerChatsVariables,
): Promise<CustomerChat[]> {
  requirePermission(actor, 'chat');
  const conversation = {
    tenantId: actor.tenantId,
    customerId: parseId(variables.customer_id),
    instanceId: parseId(variables.instance_id),
  };
  const beforeId = parseOptionalId(variables.before_id);
  const afterId = parseOptionalId(variables.after_id);
  const aroundId = parseOptionalId(variables.around_id);
  const limit = Math.min(variables.limit ?? CONVERSATION_PAGE_SIZE, CONVERSATION_PAGE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { tenantId, customerId, instanceId } = conversation;
    const visibility = await requireVisibility(tx, actor, conversation);
    for (const id of [beforeId, afterId, aroundId]) {
      if (id !== null) await requireReadable(tx, conversation, visibility, id);
    }
    const conditions = [
      sql`m.tenant_id = ${tenantId}`,
      sql`m.customer_id = ${customerId}`,
      sql`m.instance_id = ${instanceId}`,
      isWithin(visibility, 'm.ticket_id'),
    ];
    if (beforeId !== null) conditions.push(sql`m.id < ${beforeId}`);
    if (afterId !== null) conditions.push(sql`m.id > ${afterId}`);
    if (variables.finished_tickets !== true) conditions.push(sql`t.finished_at is null`);
    if (variables.all_users !== true) conditions.push(ownOrOffered(actor));
    const read = async (end: 'newest' | 'oldest', count: number, bound = sql`true`) => {
      const { rows } = await sql<Listed>`
        select m.id, coalesce(octet_length(m.body), 0) as bytes from message m
        join chat_ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
        where ${sql.join([...conditions, bound], sql` and `)}
        order by m.id ${end === 'newest' ? sql`desc` : sql`asc`} limit ${count}`.execute(tx);
      return end === 'newest' ? rows.toReversed() : rows;
    };
    const half = Math.floor(limit / 2);
    const rows =
      aroundId === null
        ? await read(afterId === null ? 'newest' : 'oldest', limit)
        : [
            ...(await read('newest', limit - half, sql`m.id <= ${aroundId}`)),
            ...(await read('oldest', half, sql`m.id > ${aroundId}`)),
          ];
    const views: CustomerChat[] = [];
    for (const part of partsOf(rows)) {
      if (views.length > 0) await pause(PAUSE_MS);
      views.push(...(await messageViews(tx, tenantId, part, visibility.ticketId)));
    }
    return views;
  });
}

type Listed = { id: Id; bytes: number };

/** Splits messages into runs whose texts the database reads in a short time. */
function* partsOf(messages: readonly Listed[]): Generator<Id[]> {
  let part: Id[] = [];
  let size = 0;
  for (const { id, bytes } of messages) {
    if (part.length > 0 && size + bytes > BYTES_A_PART) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(id);
    size += bytes;
  }
  if (part.length > 0) yield part;
}
