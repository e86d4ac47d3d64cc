import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { invalid } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { requireMayGrantRole } from '../users/user-rules.ts';

/**
 * Sets who answers at an instance; needs the permission to manage users, too. Refuses by field people who aren't the
 * tenant's, and users above the actor.
 */
export async function setPeople(change: Change, actor: Actor, instanceId: Id, userIds: readonly Id[]): Promise<void> {
  requirePermission(actor, 'users');
  const { tx, tenantId } = change;
  const { rows: people } = await sql<{ id: Id; roleId: Id; isChosen: boolean; isServing: boolean }>`
    select u.id, u.role_id as "roleId", u.id = any(${userIds}::bigint[]) as "isChosen",
      exists (select from user_instance l where l.tenant_id = u.tenant_id and l.user_id = u.id
        and l.instance_id = ${instanceId}) as "isServing"
    from app_user u
    where u.tenant_id = ${tenantId} and u.deleted_at is null and u.support_user_id is null`.execute(tx);
  const chosen = people.filter(({ isChosen }) => isChosen);
  if (chosen.length !== new Set(userIds).size) throw invalid('error.form.invalid', { user_ids: 'error.field.gone' });
  const changed = people.filter(({ isChosen, isServing }) => isChosen !== isServing);
  for (const roleId of new Set(changed.map((person) => person.roleId))) await requireMayGrantRole(tx, actor, roleId);
  if (changed.length === 0) return;
  const idsOf = (isChosen: boolean) => changed.filter((person) => person.isChosen === isChosen).map(({ id }) => id);
  await sql`delete from user_instance where tenant_id = ${tenantId} and instance_id = ${instanceId}
    and user_id = any(${idsOf(false)}::bigint[])`.execute(tx);
  await sql`insert into user_instance (tenant_id, user_id, instance_id)
    select ${tenantId}::bigint, chosen, ${instanceId}::bigint from unnest(${idsOf(true)}::bigint[]) chosen`.execute(tx);
  // Unowned tickets of the instance appear or disappear with it.
  change.append('PermissionsChanged', {}, { to: 'people', userIds: changed.map(({ id }) => id) });
}
