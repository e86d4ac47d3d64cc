import { sql } from 'kysely';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { transferJson } from './json.ts';

const VIEW = sql.raw<TicketTransfer>(transferJson('x'));

/** A transfer. Throws for another tenant's id: look it up first. */
export async function transferView(tx: Tx, tenantId: Id, id: Id): Promise<TicketTransfer> {
  const { rows } = await sql<{ view: TicketTransfer }>`
    select ${VIEW} as view from ticket_transfer x where x.tenant_id = ${tenantId} and x.id = ${id}`.execute(tx);
  const view = rows[0]?.view;
  if (view === undefined) throw new Error(`Transfer ${id} is not there`);
  return view;
}
