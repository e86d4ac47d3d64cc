import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { Channel } from '../../channels/channel.ts';
import { withTenant } from '../../db/database.ts';
import { auditIn } from '../audit-across.ts';
import { actAs } from '../../db/act-as.ts';
import { requireStandingFrom } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { mayOpenTenants } from '../permissions.ts';
import { targetTenant } from '../tenants/target-tenant.ts';
import { settleTest } from './claim-number.ts';
import { accessTokenOf } from './instance-of-number.ts';
import { managedInstanceView } from './instance-view.ts';
import { mayOpenInstances } from './manage-instances.ts';

export type Tested = {
  ok: boolean;
  key: string | null;
  phone_number: string | null;
  verified_name: string | null;
  instance: ManagedInstance;
};

/**
 * Asks the provider for an instance's number with the instance's own token and notes how it stands,
 * for who may open the instances: what comes for the number comes here once this has passed. A number
 * that is another's fails with `error.instance.numberTaken`. Refuses one without a provider's number
 * with CONFLICT `error.instance.noNumber`.
 */
export async function testInstance(
  services: Services,
  channel: Channel,
  actor: Actor,
  given: { id: string; tenantName: string },
): Promise<Tested> {
  mayOpenInstances(actor);
  const id = parseId(given.id);
  const tenant = await targetTenant(services, actor, given.tenantName);
  const { phone_number_id: number } = await withTenant(services.db, tenant.id, (tx) =>
    managedInstanceView(tx, tenant.id, id),
  );
  if (number === null) throw conflict('error.instance.noNumber');
  const place = { tenantId: tenant.id, instanceId: id };
  const check = await channel.checkNumber(number, await accessTokenOf(services, place));
  return settleTest(services, place, { number, check }, async ({ tx }, { ok, key }) => {
    // The provider was waited for.
    const admit = (now: Actor) => {
      mayOpenInstances(now);
      if (tenant.id !== now.tenantId) mayOpenTenants(now);
    };
    await requireStandingFrom(tx, services, actor, admit, (back) => actAs(back, tenant.id));
    await auditIn(tx, actor, tenant, {
      action: 'instance.test',
      subject: `instance:${id}`,
      details: { ok, key },
    });
    const told = ok && check.outcome === 'found' ? check : undefined;
    return {
      ok,
      key,
      phone_number: told?.displayNumber ?? null,
      verified_name: told?.verifiedName ?? null,
      instance: await managedInstanceView(tx, tenant.id, id),
    };
  });
}
