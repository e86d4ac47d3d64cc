import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import type { Actor, Services } from '../context.ts';
import { settingsOf } from '../settings/settings.ts';
import { hasOwnAdministrator } from '../tenants/support-access.ts';

/** Invitation `i` was made by the back-office, from outside or by somebody of it who was there for support. */
export const MADE_BY_SUPPORT = sql<boolean>`(i.invited_by is null or exists (select from app_user inviter
  where inviter.tenant_id = i.tenant_id and inviter.id = i.invited_by and inviter.support_user_id is not null))`;

/**
 * Whether what the back-office invites is no way into a company any more: it lets no support in, and has an
 * administrator of its own who can invite. In a transaction of the company.
 */
export async function isClosedToSupport(tx: Tx, tenantId: Id): Promise<boolean> {
  const { support_access: isAllowed } = await settingsOf(tx, tenantId, ['support_access']);
  return !isAllowed && (await hasOwnAdministrator(tx, tenantId));
}

/** Takes back what the back-office invited and nobody accepted yet, where a company is closed to it from now on. In the change that closes it. */
export async function withdrawSupportInvitations(tx: Tx, services: Pick<Services, 'now'>, actor: Actor): Promise<void> {
  const { tenantId } = actor;
  if (!(await isClosedToSupport(tx, tenantId))) return;
  const { rows } = await sql<{ id: Id; email: string }>`
    update invitation i set revoked_at = ${services.now()}
    where i.tenant_id = ${tenantId} and i.accepted_at is null and i.revoked_at is null and ${MADE_BY_SUPPORT}
    returning i.id, i.email`.execute(tx);
  for (const { id, email } of rows) {
    await auditDeed(tx, actor, { action: 'user.inviteRevoked', subject: `invitation:${id}`, details: { email } });
  }
}
