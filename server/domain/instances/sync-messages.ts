import type { InstanceSync } from '../../../contract/entities/instance-state.ts';
import type { SyncMessages } from '../../../contract/rest/instances.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import type { Change } from '../../db/change.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { publishInstance } from './instance-state.ts';
import { managedInstanceView } from './instance-view.ts';
import { requireInstancesPermission } from './manage-instances.ts';

/**
 * Starts importing the messages that the provider sent for an instance's number before it was ours, and that were
 * rejected. Needs the permission to manage instances. CONFLICT `error.instance.notVerified` if the number was never
 * confirmed, `error.instance.syncing` if a sync is already running.
 */
export async function syncMessages(
  services: Services & { wakeSyncs: (tenantId: Id) => void },
  caller: Actor,
  input: SyncMessages,
): Promise<InstanceSync> {
  requireInstancesPermission(caller);
  const id = parseId(input.id);
  const daysAgo = input.unlimitedSync ? null : (input.daysAgo ?? null);
  if (daysAgo === null && !input.unlimitedSync) {
    throw invalid('error.form.invalid', { daysAgo: 'error.field.required' });
  }
  const tenant = await targetTenant(services, caller, input.tenantName);
  const work = async (change: Change, actor: Actor) => {
    const { tx } = change;
    const instance = await managedInstanceView(tx, tenant.id, id);
    if (instance.state !== 'connected') throw conflict('error.instance.notVerified');
    if (instance.sync?.state === 'waiting' || instance.sync?.state === 'running') {
      throw conflict('error.instance.syncing');
    }
    const row = await tx
      .insertInto('instance_sync')
      .values({
        tenant_id: tenant.id,
        instance_id: id,
        days_ago: daysAgo,
        created_at: services.now(),
        created_by: actor.tenantId === tenant.id ? actor.userId : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await publishInstance(change, id);
    await auditIn(tx, actor, tenant, {
      action: 'instance.sync',
      subject: `instance:${id}`,
      details: { days_ago: daysAgo, unlimited: input.unlimitedSync },
    });
    return { id: row.id, state: 'waiting' as const, total: 0, done: 0 };
  };
  const sync = await changeAsActor(services, caller, requireInstancesPermission, work, tenant.id);
  services.wakeSyncs(tenant.id);
  return sync;
}
