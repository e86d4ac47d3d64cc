import { sql } from 'kysely';
import type {
  ResetCustomerUnseenMsgsVariables,
  UnseenReset,
} from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { changeTenant } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Audience } from '../../db/audience.ts';
import type { Actor, Services } from '../context.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { requireMessageOf } from '../messages/message-facts.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleCustomer, visibleTo } from '../tickets/visibility.ts';

/**
 * Marks a customer's messages on an instance as seen, with `up_to_id` only those up to it, and
 * answers how many are left. Messages of a later ticket that the user doesn't see stay unseen: they
 * wait for somebody else. Tells of it only if something changed. Refuses as not found a conversation
 * that the user doesn't see, and an `up_to_id` that is no message of it.
 */
export function resetUnseen(
  services: Services,
  actor: Actor,
  variables: ResetCustomerUnseenMsgsVariables,
): Promise<UnseenReset> {
  requirePermission(actor, 'chat');
  const customerId = parseId(variables.id);
  const instanceId = parseId(variables.instance_id);
  const askedUpToId = parseOptionalId(variables.up_to_id);
  return changeTenant(services.db, actor.tenantId, async ({ tx, tenantId, append, position }) => {
    await requireVisibleCustomer(tx, actor, customerId, instanceId);
    if (askedUpToId !== null) await requireMessageOf(tx, { tenantId, customerId, instanceId }, askedUpToId);
    const upToId = earlier(askedUpToId, await lastInSight(tx, actor, { tenantId, customerId, instanceId }));
    const seen = await markSeen(tx, { tenantId, customerId, instanceId }, upToId);
    const left = await countLeft(tx, { tenantId, customerId, instanceId }, seen);
    const answer = { customer_id: customerId, instance_id: instanceId, up_to_id: upToId, unseenMsg: left };
    if (seen === 0) return { ...answer, position: await position() };
    append(
      'CustomerUnseenMsgsReset',
      { customer: { id: customerId }, instance: { id: instanceId }, up_to_id: upToId, unseenMsg: left },
      await conversationAudience(tx, { tenantId, customerId, instanceId }),
    );
    return { ...answer, position: await position() };
  });
}

type Conversation = { tenantId: Id; customerId: Id; instanceId: Id };

/** The last message of the newest ticket that the user sees; null where it is the conversation's newest. */
async function lastInSight(
  tx: Tx,
  actor: Actor,
  { tenantId, customerId, instanceId }: Conversation,
): Promise<Id | null> {
  if (actor.isAdmin) return null;
  const { rows } = await sql<{ lastId: Id | null; isNewest: boolean }>`
    select t.last_message_id as "lastId", not exists (select from chat_ticket n where n.tenant_id = t.tenant_id
      and n.customer_id = t.customer_id and n.instance_id = t.instance_id and n.id > t.id) as "isNewest"
    from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
      and t.instance_id = ${instanceId} and ${visibleTo(actor)}
    order by t.id desc limit 1`.execute(tx);
  const [ticket] = rows;
  return ticket === undefined || ticket.isNewest ? null : ticket.lastId;
}

/** The earlier of two messages; null is none, so the other. */
function earlier(a: Id | null, b: Id | null): Id | null {
  if (a === null || b === null) return a ?? b;
  return BigInt(a) < BigInt(b) ? a : b;
}

/** How many messages this made seen. */
async function markSeen(
  tx: Tx,
  { tenantId, customerId, instanceId }: Conversation,
  upToId: Id | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update message set unseen = false
    where tenant_id = ${tenantId} and unseen and (${upToId}::bigint is null or id <= ${upToId}::bigint)
      and ticket_id in (select t.id from chat_ticket t
        where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Takes what was seen off the conversation's counter, which its newest ticket holds; answers what is left. */
async function countLeft(tx: Tx, { tenantId, customerId, instanceId }: Conversation, seen: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    update chat_ticket set unseen_count = unseen_count - ${seen}
    where tenant_id = ${tenantId} and id = (select t.id from chat_ticket t
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
      order by t.id desc limit 1)
    returning unseen_count as "left"`.execute(tx);
  return rows[0]?.left ?? 0;
}

/** Those who see the conversation's newest ticket, and the owners of the ones before it. */
async function conversationAudience(tx: Tx, { tenantId, customerId, instanceId }: Conversation): Promise<Audience> {
  const { rows } = await sql<{ ownerId: Id | null; userIds: Id[] }>`
    select t.user_id as "ownerId", array(
        select distinct earlier.user_id::text from chat_ticket earlier where earlier.tenant_id = t.tenant_id
          and earlier.customer_id = t.customer_id and earlier.instance_id = t.instance_id and earlier.user_id is not null
        union
        select x.next_user_id::text from ticket_transfer x where x.tenant_id = t.tenant_id and x.ticket_id = t.id
          and x.transferred_at is null and x.deleted_at is null) as "userIds"
    from chat_ticket t
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
    order by t.id desc limit 1`.execute(tx);
  return { to: 'ticket', instanceId, ownerId: rows[0]?.ownerId ?? null, userIds: rows[0]?.userIds ?? [] };
}
