import { sql } from 'kysely';
import type { PaceNews } from '../../channels/channel.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { CHANNEL_RULES } from './channel-rules.ts';

/** Stores what the provider takes of a number in a second. The same again waits for nobody who sends from it. */
export async function storePace(tx: Tx, tenantId: Id, instanceId: Id, perSecond: number): Promise<void> {
  await sql`insert into number_pace (tenant_id, instance_id, per_second)
    select ${tenantId}::bigint, ${instanceId}::bigint, ${perSecond}::integer
    where not exists (select from number_pace where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and per_second = ${perSecond})
    on conflict (tenant_id, instance_id) do update set per_second = excluded.per_second`.execute(tx);
}

/** The provider takes more of a number: the one of these digits, or the account's only one while its digits aren't known. */
export async function receivePace(
  { db }: Pick<Services, 'db'>,
  { accountId, displayNumber, perSecond }: PaceNews,
): Promise<void> {
  const numbers = await withPlatform(db, (tx) =>
    tx
      .selectFrom('instance')
      .select(['tenant_id', 'id', 'phone_number'])
      .where('waba_id', '=', accountId)
      .where('claimed_number', 'is not', null)
      .execute(),
  );
  const named = numbers.filter(({ phone_number: number }) => number === displayNumber);
  const isOnly = numbers.length === 1 && numbers[0]?.phone_number === null;
  for (const { tenant_id: tenantId, id } of isOnly ? numbers : named) {
    await withTenant(db, tenantId, (tx) => storePace(tx, tenantId, id, perSecond));
  }
}

/** What a channel's numbers together take in a second. */
export async function paceOfAll(
  tx: Tx,
  {
    tenant_id: tenantId,
    instance_ids: instanceIds,
    channel,
  }: Pick<Row<'campaign'>, 'tenant_id' | 'instance_ids' | 'channel'>,
): Promise<number> {
  const usual = CHANNEL_RULES[channel].perSecond;
  const { rows } = await sql<{ perSecond: number }>`
    select coalesce(sum(coalesce(p.per_second, ${usual})), ${usual})::integer as "perSecond"
    from unnest(${instanceIds}::bigint[]) as i (id)
    left join number_pace p on p.tenant_id = ${tenantId} and p.instance_id = i.id`.execute(tx);
  return rows[0]?.perSecond ?? usual;
}
