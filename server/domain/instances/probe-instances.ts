import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { NotPaired, NumberCheck } from '../../channels/channel.ts';
import type { Channels } from '../../channels/channels.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { recordTest } from './claim-number.ts';
import { accessTokenOf } from './instance-of-number.ts';
import { isServedId } from '../pools.ts';

/**
 * Meta's instances are probed after this long without activity, and once a day for their throughput; others at this
 * interval, as an accepted send doesn't prove that their webhooks arrive.
 */
export const PROBE_AFTER_MS = 300_000;

type Probed = Pick<Channels, 'checkNumber' | 'connect'>;

/** Queries the provider for the numbers of the instances that are due; nodes share the work. Returns how many. */
export async function probeInstances(services: Services, channels: Probed): Promise<number> {
  const now = services.now();
  const due = new Date(now.getTime() - PROBE_AFTER_MS);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const isDue = sql<boolean>`activated and sender_address is not null
    and (is_official or provider = 'evolution' and state <> 'unverified')
    and (coalesce(case when provider = 'meta' then greatest(checked_at, last_seen_at) else checked_at end, '-infinity')
      < ${due} or coalesce(checked_at, '-infinity') < ${dayAgo})`;
  const tenants = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('instance')
      .innerJoin('tenant', 'tenant.id', 'instance.tenant_id')
      .select('instance.tenant_id as id')
      .distinct()
      .where(isDue)
      .where('tenant.deleted_at', 'is', null)
      .where(isServedId(services, 'tenant.id'))
      .execute(),
  );
  let count = 0;
  for (const { id: tenantId } of tenants) {
    // The first node to claim it probes it.
    const { rows } = await withTenant(services.db, tenantId, (tx) =>
      sql<{ id: Id; address: string; isHeard: boolean }>`
        update instance set checked_at = ${now} where tenant_id = ${tenantId} and ${isDue}
        returning id, sender_address as address, provider = 'meta' and coalesce(last_seen_at >= ${due}, false) as "isHeard"`.execute(
        tx,
      ),
    );
    for (const { id, address, isHeard } of rows) {
      const place = { tenantId, instanceId: id };
      const began = services.now();
      const found = await check(channels, address, await accessTokenOf(services, place));
      count += 1;
      // There was activity meanwhile, so it works, whatever the provider answered.
      if (isHeard && found.outcome !== 'found') continue;
      await recordTest(services, place, { address, check: found, began }, async () => undefined);
    }
  }
  return count;
}

/** Without webhooks, as after a new token, the instance must be subscribed again: a found number isn't enough. */
function check(channels: Probed, address: string, accessToken: string | undefined): Promise<NumberCheck | NotPaired> {
  return channelOf(address) === 'sms'
    ? channels.connect({ phoneNumberId: address, accessToken })
    : channels.checkNumber(address, accessToken);
}
