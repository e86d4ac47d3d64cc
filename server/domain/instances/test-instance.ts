import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { Channel } from '../../channels/channel.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import { auditIn } from '../audit-across.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { noteStanding } from './instance-state.ts';
import { managedInstanceView } from './instance-view.ts';

export type Tested = {
  ok: boolean;
  key: string | null;
  phone_number: string | null;
  verified_name: string | null;
  instance: ManagedInstance;
};

/**
 * Asks the provider for an instance's number and notes how it stands, for who may open the
 * instances. Refuses one without a provider's number with CONFLICT `error.instance.noNumber`.
 */
export async function testInstance(
  services: Services,
  channel: Channel,
  actor: Actor,
  given: { id: string; tenantName: string },
): Promise<Tested> {
  requirePermission(actor, 'instances');
  const id = parseId(given.id);
  const tenant = await targetTenant(services, actor, given.tenantName);
  const { phone_number_id: number } = await withTenant(services.db, tenant.id, (tx) =>
    managedInstanceView(tx, tenant.id, id),
  );
  if (number === null) throw conflict('error.instance.noNumber');
  const check = await channel.checkNumber(number);
  return changeTenant(services.db, tenant.id, async (change) => {
    const { tx } = change;
    const reasonKey = check.outcome === 'found' ? null : check.key;
    const state = check.outcome === 'found' ? 'connected' : 'disconnected';
    await noteStanding(change, { instanceId: id, at: services.now(), state, reasonKey });
    await auditIn(tx, actor, tenant, {
      action: 'instance.test',
      subject: `instance:${id}`,
      details: { ok: check.outcome === 'found', key: reasonKey },
    });
    return {
      ok: check.outcome === 'found',
      key: reasonKey,
      phone_number: check.outcome === 'found' ? check.displayNumber : null,
      verified_name: check.outcome === 'found' ? check.verifiedName : null,
      instance: await managedInstanceView(tx, tenant.id, id),
    };
  });
}
