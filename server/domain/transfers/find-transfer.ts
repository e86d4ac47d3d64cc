import type { TicketTransferVariables } from '../../../contract/graphql/ticket-transfer.ts';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleTicket } from '../tickets/visibility.ts';
import { transferView } from '../views/transfer-view.ts';

/** The newest transfer of a visible ticket, pending or (`transferred`) confirmed; null if there is none. */
export function findTicketTransfer(
  services: Services,
  actor: Actor,
  variables: TicketTransferVariables,
): Promise<TicketTransfer | null> {
  requirePermission(actor, 'chat');
  const ticketId = parseId(variables.chat_ticket_id);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireVisibleTicket(tx, actor, ticketId);
    const found = await tx
      .selectFrom('ticket_transfer')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('ticket_id', '=', ticketId)
      .where('deleted_at', 'is', null)
      .where('transferred_at', variables.transferred === true ? 'is not' : 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found === undefined ? null : transferView(tx, actor.tenantId, found.id);
  });
}
