import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { settingsOf } from '../settings/settings.ts';
import { hasOwnAdministrator } from '../tenants/support-access.ts';

/** SQL condition: invitation `i` was made by the back-office, directly or by a support user. */
export const MADE_BY_SUPPORT = sql<boolean>`(i.invited_by is null or exists (select from app_user inviter
  where inviter.tenant_id = i.tenant_id and inviter.id = i.invited_by and inviter.support_user_id is not null))`;

/**
 * Whether the back-office may no longer invite anybody: the company is closed to support and has an administrator of
 * its own who can. In a transaction of the company.
 */
export async function isClosedToSupport(tx: Tx, tenantId: Id): Promise<boolean> {
  const { support_access: isAllowed } = await settingsOf(tx, tenantId, ['support_access']);
  return !isAllowed && (await hasOwnAdministrator(tx, tenantId));
}

/** Withdraws the back-office's open invitations when a company closes itself to support. In that change. */
export async function withdrawSupportInvitations(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const { tenantId } = actor;
  if (!(await isClosedToSupport(tx, tenantId))) return;
  const { rows } = await sql<{ id: Id; email: string }>`
    update invitation i set revoked_at = ${services.now()}
    where i.tenant_id = ${tenantId} and i.accepted_at is null and i.revoked_at is null and ${MADE_BY_SUPPORT}
    returning i.id, i.email`.execute(tx);
  for (const { id, email } of rows) {
    await auditAction(tx, actor, { action: 'user.inviteRevoked', subject: `invitation:${id}`, details: { email } });
  }
}
