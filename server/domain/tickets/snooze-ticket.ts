import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { SNOOZE_MAX_DAYS } from '../../../contract/facts/ticket-views.ts';
import { snoozeFormSchema } from '../../../contract/graphql/snooze-chat-ticket.ts';
import type { SnoozeChatTicketVariables } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { changeTenant } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { findTicketToChange } from './passed-on.ts';
import { isServedId } from '../pools.ts';

/**
 * Snoozes an open ticket until a moment; without one, brings it back at once. Only for its owner
 * (`error.ticket.notYours`), and within a year (`error.snooze.moment`). The customer's next message brings it back too;
 * finishing it or changing its owner ends the snooze.
 */
export function snoozeTicket(services: Services, actor: Actor, variables: SnoozeChatTicketVariables): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(variables.id);
  const { until: wanted } = parseInput(snoozeFormSchema, { until: variables.until });
  const until = typeof wanted === 'string' ? new Date(wanted) : null;
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const ticket = await findTicketToChange(tx, actor, id);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    if (ticket.ownerId !== actor.userId) throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
    const now = services.now().getTime();
    const isInTime = until === null || (until.getTime() > now && until.getTime() <= now + SNOOZE_MAX_DAYS * DAY_MS);
    if (!isInTime) throw invalid('error.snooze.moment', { until: 'error.snooze.moment' });
    await tx
      .updateTable('chat_ticket')
      .set({ snoozed_until: until, woken_at: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    append('CustomerCreatedToChat', { chatTicket: await ticketFrame(tx, tenantId, id) }, ticketAudience(ticket));
    return true;
  });
}

/** Brings back the tickets whose snooze is over, each once; safe on several nodes. Returns how many. */
export async function wakeSnoozed(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, now, log } = services;
  const due = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ tenantId: Id; id: Id }>`
      select t.tenant_id as "tenantId", t.id from chat_ticket t join tenant on tenant.id = t.tenant_id
      where t.snoozed_until <= ${now()} and tenant.deleted_at is null and ${isServedId(services, 'tenant.id')}
      order by t.snoozed_until limit 500`.execute(tx);
    return rows;
  });
  let count = 0;
  for (const { tenantId, id } of due) {
    const waking = changeTenant(db, tenantId, async ({ tx, append }) => {
      const { rows } = await sql<{ instanceId: Id; ownerId: Id | null; offeredTo: Id | null }>`
        update chat_ticket t set snoozed_until = null, woken_at = ${now()}
        where t.tenant_id = ${tenantId} and t.id = ${id} and t.snoozed_until <= ${now()}
        returning t.instance_id as "instanceId", t.user_id as "ownerId", (select x.next_user_id from ticket_transfer x
          where x.tenant_id = t.tenant_id and x.ticket_id = t.id and x.transferred_at is null
            and x.deleted_at is null) as "offeredTo"`.execute(tx);
      const [ticket] = rows;
      if (ticket === undefined) return false;
      const chatTicket = await ticketFrame(tx, tenantId, id);
      append('CustomerCreatedToChat', { chatTicket, woken: true }, ticketAudience(ticket));
      return true;
    });
    // A ticket that fails is retried, and doesn't block the others.
    const isWoken = await waking.catch((error: unknown) => {
      log.warn({ err: error, ticket: id }, 'a snoozed ticket could not be brought back');
      return false;
    });
    if (isWoken) count += 1;
  }
  return count;
}
