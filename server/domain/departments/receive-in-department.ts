import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { storeBotMessage } from '../messages/bot-message.ts';
import { receivingDepartment, departmentOfInstance, nextAttendant } from './attendants.ts';
import type { ReceivingDepartment } from './attendants.ts';

/** The department and owner of a new ticket. */
export type Arrangement = { department: ReceivingDepartment | undefined; ownerId: Id | null };

/** Finds the department of a new ticket and, while it is open and no flow answers, the attendant to assign. */
export async function arrangeNewTicket(
  { tx, tenantId }: Change,
  { instanceId, at, hasFlow }: { instanceId: Id; at: Date; hasFlow: boolean },
): Promise<Arrangement> {
  const receiving = await departmentOfInstance(tx, { tenantId, instanceId }, at);
  if (receiving === undefined || !receiving.isOpen || receiving.distribution === 'manual' || hasFlow) {
    return { department: receiving, ownerId: null };
  }
  const by = receiving.distribution;
  const ownerId = await nextAttendant(tx, { tenantId, instanceId, department: receiving, by });
  return { department: receiving, ownerId: ownerId ?? null };
}

type BotRecipient = TicketAccess & { ticketId: Id; customerId: Id; at: Date };

/** Sends the department's greeting, or its after-hours text, for a new ticket. */
export async function greet(change: Change, receiving: ReceivingDepartment, to: BotRecipient): Promise<void> {
  if (!receiving.isOpen) return sendOffHoursText(change, receiving, to);
  if (receiving.greeting !== null) await storeBotMessage(change, { ...to, text: receiving.greeting });
}

/** Sends the after-hours text once per ticket to a customer who writes on after hours. */
export async function greetAfterHours(change: Change, departmentId: Id, to: BotRecipient): Promise<void> {
  const receiving = await receivingDepartment(change.tx, change.tenantId, departmentId, to.at);
  if (receiving !== undefined && !receiving.isOpen) await sendOffHoursText(change, receiving, to);
}

async function sendOffHoursText(
  change: Change,
  { offHoursText }: ReceivingDepartment,
  to: BotRecipient,
): Promise<void> {
  if (offHoursText === null) return;
  await sql`update chat_ticket set off_hours_told_at = ${to.at}
    where tenant_id = ${change.tenantId} and id = ${to.ticketId}`.execute(change.tx);
  await storeBotMessage(change, { ...to, text: offHoursText });
}
