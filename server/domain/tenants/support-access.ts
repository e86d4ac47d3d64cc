import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError } from '../errors.ts';
import { settingsOf } from '../settings/settings.ts';

/** FORBIDDEN `error.tenant.supportOff` if the company is closed to support. In a transaction of the company. */
export async function requireSupportAccess(tx: Tx, tenantId: Id): Promise<void> {
  const { support_access: isAllowed } = await settingsOf(tx, tenantId, ['support_access']);
  if (!isAllowed) throw new DomainError('FORBIDDEN', 'error.tenant.supportOff');
}

/** Whether a company has an active administrator of its own, in its transaction. */
export async function hasOwnAdministrator(tx: Tx, tenantId: Id): Promise<boolean> {
  const found = await tx
    .selectFrom('app_user')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'app_user.tenant_id').onRef('role.id', '=', 'app_user.role_id'),
    )
    .select('app_user.id')
    .where('app_user.tenant_id', '=', tenantId)
    .where('role.name', '=', ADMIN_ROLE)
    .where('deleted_at', 'is', null)
    .where('is_blocked', '=', false)
    .where('support_user_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
