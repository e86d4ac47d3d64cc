import type { InstanceSync } from '../../../contract/entities/instance-state.ts';
import type { SyncMessages } from '../../../contract/rest/instances.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-across.ts';
import type { Change } from '../../db/change.ts';
import { changeAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { tellOfInstance } from './instance-state.ts';
import { managedInstanceView } from './instance-view.ts';
import { mayOpenInstances } from './manage-instances.ts';

/**
 * Begins to take in the messages that the provider sent for an instance's number before it was
 * one of ours: they were kept aside. For who may open the instances. Refuses one whose number was
 * never confirmed with CONFLICT `error.instance.notVerified`, and a second at a time with CONFLICT
 * `error.instance.syncing`.
 */
export async function syncMessages(
  services: Services & { wakeSyncs: (tenantId: Id) => void },
  caller: Actor,
  given: SyncMessages,
): Promise<InstanceSync> {
  mayOpenInstances(caller);
  const id = parseId(given.id);
  const daysAgo = given.unlimitedSync ? null : (given.daysAgo ?? null);
  if (daysAgo === null && !given.unlimitedSync) {
    throw invalid('error.form.invalid', { daysAgo: 'error.field.required' });
  }
  const tenant = await targetTenant(services, caller, given.tenantName);
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
    await tellOfInstance(change, id);
    await auditIn(tx, actor, tenant, {
      action: 'instance.sync',
      subject: `instance:${id}`,
      details: { days_ago: daysAgo, unlimited: given.unlimitedSync },
    });
    return { id: row.id, state: 'waiting' as const, total: 0, done: 0 };
  };
  const sync = await changeAs(services, caller, mayOpenInstances, work, tenant.id);
  services.wakeSyncs(tenant.id);
  return sync;
}
