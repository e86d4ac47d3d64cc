import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { Channels } from '../../channels/channels.ts';
import { withTenant } from '../../db/database.ts';
import { auditIn } from '../audit-action.ts';
import { actAs } from '../../db/act-as.ts';
import { requireActiveFrom } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { recordTest } from './claim-number.ts';
import { accessTokenOf, senderAddress } from './instance-of-number.ts';
import { managedInstanceView } from './instance-view.ts';
import { requireInstancesPermission } from './manage-instances.ts';

export type Tested = {
  ok: boolean;
  key: string | null;
  phone_number: string | null;
  verified_name: string | null;
  instance: ManagedInstance;
};

/**
 * Queries the provider for an instance's number with its token, subscribes to webhooks, and stores the outcome; needs
 * the permission to manage instances. Once it has passed, the number's webhooks go to this instance. Fails with
 * `error.instance.numberTaken` if another has the number. CONFLICT `error.instance.noNumber` without a
 * number, `error.instance.noGateway` for one that isn't on Meta's API and has no
 * gateway. At a gateway it begins or renews the pairing.
 */
export async function testInstance(
  services: Services,
  channels: Pick<Channels, 'connect'>,
  actor: Actor,
  input: { id: string; tenantName: string },
): Promise<Tested> {
  requireInstancesPermission(actor);
  const id = parseId(input.id);
  const tenant = await targetTenant(services, actor, input.tenantName);
  const { address, isOfficial, provider, gateway_url } = await withTenant(services.db, tenant.id, async (tx) => ({
    ...(await managedInstanceView(tx, tenant.id, id)),
    address: await senderAddress(tx, { tenantId: tenant.id, instanceId: id }),
  }));
  const isGateway = provider === 'evolution';
  if (!isOfficial && !isGateway) throw conflict('error.instance.noGateway');
  if (isGateway && (gateway_url ?? null) === null) throw conflict('error.instance.noGateway');
  if (address === null) throw conflict('error.instance.noNumber');
  const place = { tenantId: tenant.id, instanceId: id };
  const accessToken = await accessTokenOf(services, place);
  const began = services.now();
  const check = await channels.connect({ phoneNumberId: address, accessToken });
  return recordTest(services, place, { address, check, began }, async ({ tx }, { ok, key }) => {
    // Permissions may have changed while waiting for the provider.
    const admit = (now: Actor) => {
      requireInstancesPermission(now);
      if (tenant.id !== now.tenantId) requireTenantsPermission(now);
    };
    await requireActiveFrom(tx, services, actor, admit, (back) => actAs(back, tenant.id));
    await auditIn(tx, actor, tenant, {
      action: 'instance.test',
      subject: `instance:${id}`,
      details: { ok, key },
    });
    const found = ok && check.outcome === 'found' ? check : undefined;
    return {
      ok,
      key,
      phone_number: found?.displayNumber ?? null,
      verified_name: found?.verifiedName ?? null,
      instance: await managedInstanceView(tx, tenant.id, id),
    };
  });
}
