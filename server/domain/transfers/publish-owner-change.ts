import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { StreamData } from '../../../contract/realtime/server-frame.ts';
import type { Change } from '../../db/change.ts';
import type { Audience } from '../../db/audience.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../audience/audience.ts';
import { recordEvent } from '../thread/record-event.ts';
import type { TicketHappening } from '../thread/record-event.ts';
import { outsiderFrame } from '../views/ticket-view.ts';

type OwnerChange = Omit<StreamData<'ChatTicketTransferred'>, 'first_user_id' | 'previous_user_id'>;

/**
 * Publishes a ticket's new owner to the `audience`, and to the company's first user, who is notified of every change of
 * owner: with an outsider's frame and without the transfer's note if they don't see it. Also records it in the
 * conversation, with the given fields of the `happening`.
 */
export async function publishOwnerChange(
  change: Change,
  data: OwnerChange,
  audience: Audience,
  happening: Partial<TicketHappening> = {},
): Promise<void> {
  const { tx, tenantId, append } = change;
  const first = await findFirstUser(tx, tenantId);
  const frame = {
    ...data,
    ...(first !== undefined && { first_user_id: first.userId }),
    previous_user_id: happening.previousUserId ?? data.ticketTransfer?.previous_user_id ?? null,
  };
  append('ChatTicketTransferred', frame, audience);
  await recordEvent(change, { ...happeningOf(data), ...happening });
  if (first === undefined || !first.canChat || isFor(audience, first)) return;
  const chatTicket = outsiderFrame(data.chatTicket);
  const outsider: Audience = { to: 'users', userIds: [first.userId], admins: false };
  const ticketTransfer = data.ticketTransfer && { ...data.ticketTransfer, note: null };
  append('ChatTicketTransferred', { ...frame, ticketTransfer, chatTicket }, outsider);
}

function happeningOf({ ticketTransfer, chatTicket, user, department }: OwnerChange): TicketHappening {
  const by = { ticketId: chatTicket.id, userId: user?.id ?? null };
  const ownerId = chatTicket.user?.id ?? null;
  if (ticketTransfer !== null) {
    const { previous_user_id: previousUserId, next_user_id: nextUserId } = ticketTransfer;
    return { ...by, kind: 'transfer_accepted', previousUserId, nextUserId };
  }
  if (department !== undefined) return { ...by, kind: 'queued', departmentId: department.id };
  if (ownerId === null) return { ...by, kind: 'returned' };
  return ownerId === by.userId ? { ...by, kind: 'taken' } : { ...by, kind: 'assigned', nextUserId: ownerId };
}

/** The company's first user, its owner. The platform's support users don't count. */
async function findFirstUser(tx: Tx, tenantId: Id) {
  const { rows } = await sql<{ userId: Id; isAdmin: boolean; canChat: boolean; instanceIds: Id[] }>`
    select u.id as "userId", r.name = ${ADMIN_ROLE} as "isAdmin",
      exists (select from role_permission held where held.tenant_id = r.tenant_id and held.role_id = r.id
        and held.route_name = 'chat') as "canChat",
      array(select served.instance_id::text from user_instance served
        where served.tenant_id = u.tenant_id and served.user_id = u.id) as "instanceIds"
    from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where u.tenant_id = ${tenantId} and u.support_user_id is null
    order by u.id limit 1`.execute(tx);
  const [user] = rows;
  // Tickets have no audience by screen.
  return user && { ...user, instanceIds: new Set(user.instanceIds), routes: new Set<string>() };
}
