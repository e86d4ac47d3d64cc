import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { storeBotMessage } from '../messages/bot-message.ts';
import { receptionOf, receptionOfInstance, whoseTurn } from './attending.ts';
import type { Reception } from './attending.ts';

/** Where a new ticket comes to, and who gets it. */
export type Arranged = { reception: Reception | undefined; ownerId: Id | null };

/** Finds the department of a ticket that is about to open, and while it is open whose turn it is. */
export async function arrange(
  { tx, tenantId }: Change,
  { instanceId, at }: { instanceId: Id; at: Date },
): Promise<Arranged> {
  const reception = await receptionOfInstance(tx, { tenantId, instanceId }, at);
  if (reception === undefined || !reception.isOpen || reception.distribution === 'manual') {
    return { reception, ownerId: null };
  }
  const by = reception.distribution;
  const ownerId = await whoseTurn(tx, { tenantId, instanceId, department: reception, by });
  return { reception, ownerId: ownerId ?? null };
}

type Told = TicketAccess & { ticketId: Id; customerId: Id; at: Date };

/** Says the greeting to who opens a ticket, or that nobody is there, as the department has it. */
export async function greet(change: Change, reception: Reception, told: Told): Promise<void> {
  if (!reception.isOpen) return tellOffHours(change, reception, told);
  if (reception.greeting !== null) await storeBotMessage(change, { ...told, text: reception.greeting });
}

/** The same to who writes on in a ticket after hours: once a ticket. */
export async function greetAfterHours(change: Change, departmentId: Id, told: Told): Promise<void> {
  const reception = await receptionOf(change.tx, change.tenantId, departmentId, told.at);
  if (reception !== undefined && !reception.isOpen) await tellOffHours(change, reception, told);
}

async function tellOffHours(change: Change, { offHoursText }: Reception, told: Told): Promise<void> {
  if (offHoursText === null) return;
  await sql`update chat_ticket set off_hours_told_at = ${told.at}
    where tenant_id = ${change.tenantId} and id = ${told.ticketId}`.execute(change.tx);
  await storeBotMessage(change, { ...told, text: offHoursText });
}
