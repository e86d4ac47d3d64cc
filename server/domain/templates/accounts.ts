import { sql } from 'kysely';
import type { AccountNews, FullChannel } from '../../channels/channel.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { accessTokenOf } from '../instances/instance-of-number.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { isServedId } from '../pools.ts';
import { syncSoon } from './template-rows.ts';

/** How long a number's account from a webhook is cached: it hardly ever changes. */
const KNOWN_MS = 600_000;
/** Backoff after a provider couldn't name a number's account. */
const ASK_AGAIN_MS = 600_000;

/**
 * Notes the accounts that signed webhooks name for our numbers. Never fails a webhook: the next one repeats it.
 */
export function accountNotes(
  services: Pick<Services, 'db' | 'log'>,
  placeOf: (phoneNumberId: string) => Promise<InstancePlace | undefined>,
): (news: readonly AccountNews[]) => Promise<void> {
  const known = new Map<string, { accountId: string; until: number }>();
  return async (news) => {
    for (const { phoneNumberId, accountId } of news) {
      const seen = known.get(phoneNumberId);
      if (seen?.accountId === accountId && seen.until > performance.now()) continue;
      try {
        const place = await placeOf(phoneNumberId);
        if (place === undefined) continue;
        await storeAccount(services, place, phoneNumberId, accountId);
        known.set(phoneNumberId, { accountId, until: performance.now() + KNOWN_MS });
      } catch (error) {
        services.log.warn({ err: error }, "a number's account could not be stored");
      }
    }
  };
}

/**
 * Stores a number's account, unless the instance has got another number meanwhile; has its templates listed, and the
 * number asked for the account's limit.
 */
async function storeAccount(
  { db }: Pick<Services, 'db'>,
  { tenantId, instanceId }: InstancePlace,
  phoneNumberId: string,
  accountId: string,
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const { numAffectedRows } = await sql`
      update instance set waba_id = ${accountId}, checked_at = null where tenant_id = ${tenantId} and id = ${instanceId}
        and claimed_number = ${phoneNumberId} and waba_id is distinct from ${accountId}`.execute(tx);
    if (numAffectedRows === 1n) await syncSoon(tx, tenantId, accountId);
  });
}

/** Asks the provider for the accounts of numbers without one; nodes share the work. */
export async function askAccounts(services: Services, channel: Pick<FullChannel, 'findAccount'>): Promise<void> {
  const now = services.now();
  const isDue = sql<boolean>`instance.waba_id is null and instance.claimed_number is not null and instance.activated
    and instance.is_official and instance.channel = 'whatsapp'
    and coalesce(instance.waba_asked_at, '-infinity') < ${new Date(now.getTime() - ASK_AGAIN_MS)}`;
  const tenants = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('instance')
      .innerJoin('tenant', 'tenant.id', 'instance.tenant_id')
      .select('instance.tenant_id as id')
      .distinct()
      .where(isDue)
      .where('tenant.deleted_at', 'is', null)
      .where(isServedId(services, 'instance.tenant_id'))
      .execute(),
  );
  for (const { id: tenantId } of tenants) {
    const { rows } = await withTenant(services.db, tenantId, (tx) =>
      sql<{ id: Id; number: string }>`
        update instance set waba_asked_at = ${now} where tenant_id = ${tenantId} and ${isDue}
        returning id, claimed_number as number`.execute(tx),
    );
    for (const { id: instanceId, number: phoneNumberId } of rows) {
      const place = { tenantId, instanceId };
      const accessToken = await accessTokenOf(services, place);
      const check = await channel.findAccount({ phoneNumberId, accessToken });
      if (check.outcome !== 'found') {
        services.log.info({ instance: instanceId, code: check.code }, "the provider didn't tell a number's account");
      } else if (check.accountId !== undefined) {
        await storeAccount(services, place, phoneNumberId, check.accountId);
      }
    }
  }
}
