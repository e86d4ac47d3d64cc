import { sql } from 'kysely';
import type { LimitNews } from '../../channels/channel.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** Stores the provider's limit for an account, for each company with a number of it. */
export async function receiveLimit({ db }: Pick<Services, 'db'>, { accountId, dailyLimit }: LimitNews): Promise<void> {
  const tenants = await withPlatform(db, (tx) =>
    tx.selectFrom('instance').select('tenant_id as id').distinct().where('waba_id', '=', accountId).execute(),
  );
  for (const { id: tenantId } of tenants) {
    await withTenant(db, tenantId, (tx) =>
      sql`insert into whatsapp_account (tenant_id, waba_id, daily_limit) values (${tenantId}, ${accountId}, ${dailyLimit})
        on conflict (tenant_id, waba_id) do update set daily_limit = excluded.daily_limit, updated_at = now()`.execute(
        tx,
      ),
    );
  }
}

/**
 * Stores what the provider answers of the account of an instance, if that is known; its number is asked again once it
 * is. The same again waits for nobody who sends.
 */
export async function storeLimit(tx: Tx, tenantId: Id, instanceId: Id, dailyLimit: number | null): Promise<void> {
  await sql`
    insert into whatsapp_account (tenant_id, waba_id, daily_limit)
    select i.tenant_id, i.waba_id, ${dailyLimit}::integer from instance i
    where i.tenant_id = ${tenantId} and i.id = ${instanceId} and i.waba_id is not null
      and not exists (select from whatsapp_account a where a.tenant_id = i.tenant_id and a.waba_id = i.waba_id
        and a.daily_limit is not distinct from ${dailyLimit}::integer)
    on conflict (tenant_id, waba_id) do update set daily_limit = excluded.daily_limit, updated_at = now()`.execute(tx);
}

/** Locks the limited accounts of instances, in one order and before their numbers: who claims from several waits for nobody crosswise. */
export async function lockAccounts(tx: Tx, tenantId: Id, instanceIds: readonly Id[]): Promise<void> {
  await sql`
    select from whatsapp_account a where a.tenant_id = ${tenantId} and a.daily_limit is not null
      and a.waba_id in (select i.waba_id from instance i where i.tenant_id = ${tenantId}
        and i.id = any(${instanceIds}::bigint[]))
    order by a.waba_id for no key update`.execute(tx);
}

/**
 * To how many more customers campaigns and active flows may write from an instance's account now; undefined: any number. Those
 * under way count, and those to whom attendants wrote first. `isClaiming`: no other node claims from the account until the transaction ends.
 */
export async function roomToday(
  tx: Tx,
  { tenantId, now }: { tenantId: Id; now: Date },
  instanceId: Id,
  isClaiming = false,
): Promise<number | undefined> {
  const { rows } = await sql<{ wabaId: string; limit: number }>`
    select a.waba_id as "wabaId", a.daily_limit as limit from instance i
    join whatsapp_account a on a.tenant_id = i.tenant_id and a.waba_id = i.waba_id
    where i.tenant_id = ${tenantId} and i.id = ${instanceId} and a.daily_limit is not null
    ${isClaiming ? sql`for no key update of a` : sql``}`.execute(tx);
  const [account] = rows;
  if (account === undefined) return undefined;
  const since = new Date(now.getTime() - DAY_MS);
  const { rows: counted } = await sql<{ used: number }>`
    with numbers as (select i.id from instance i where i.tenant_id = ${tenantId} and i.waba_id = ${account.wabaId})
    select count(*)::integer as used from (
      select r.customer_id from campaign_recipient r join numbers on r.instance_id = numbers.id
      where r.tenant_id = ${tenantId} and r.sent_at > ${since}
      union
      select r.customer_id from campaign_recipient r join numbers on r.instance_id = numbers.id
      where r.tenant_id = ${tenantId} and r.state in ('sending', 'uncertain')
      union
      select s.customer_id from flow_start s join numbers on s.instance_id = numbers.id
      where s.tenant_id = ${tenantId} and s.status = 'waiting' and s.claimed_until > ${now}
      union
      select m.customer_id from message m join numbers on m.instance_id = numbers.id
      where m.tenant_id = ${tenantId} and m.begins_conversation and m.sent_at > ${since}
        and m.error_code is null) heard`.execute(tx);
  return Math.max(0, account.limit - (counted[0]?.used ?? 0));
}

/** The same of several instances together, whose accounts each count once. */
export async function roomOfAll(
  tx: Tx,
  scope: { tenantId: Id; now: Date },
  instanceIds: readonly Id[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: Id }>`select min(id)::text as id from instance where tenant_id = ${scope.tenantId}
    and id = any(${instanceIds}::bigint[]) group by coalesce(waba_id, id::text)`.execute(tx);
  let sum = 0;
  for (const { id } of rows) {
    const room = await roomToday(tx, scope, id);
    if (room === undefined) return undefined;
    sum += room;
  }
  return sum;
}
