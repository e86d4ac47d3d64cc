import { sql } from 'kysely';
import { messageRateSchema, rateKeySchema } from '../../../contract/entities/message-rate.ts';
import type { MessageRate, RateKey } from '../../../contract/entities/message-rate.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseInput } from '../input.ts';
import { requireAdmin } from '../permissions.ts';
import { requireCampaigns } from './require-campaigns.ts';

/** What messages cost the company, for whoever sends campaigns. */
export function listRates(services: Services, actor: Actor): Promise<MessageRate[]> {
  requireCampaigns(actor);
  return withTenant(services.db, actor.tenantId, (tx) => ratesOf(tx, actor.tenantId));
}

function requireRates(actor: Actor): void {
  requireAdmin(actor);
  requireCampaigns(actor);
}

/** Says what a message costs from a day on, in place of what was said of that day; an administrator's. */
export function setRate(services: Services, caller: Actor, variables: MessageRate): Promise<MessageRate[]> {
  requireRates(caller);
  const rate = parseInput(messageRateSchema, variables);
  return changeAsActor(services, caller, requireRates, async ({ tx, tenantId }, actor) => {
    const { category, prefix, since, currency, amount } = rate;
    await sql`insert into message_rate (tenant_id, category, prefix, since, currency, amount)
      values (${tenantId}, ${category}, ${prefix}, ${since}::date, ${currency}, ${amount})
      on conflict (tenant_id, category, prefix, since)
      do update set currency = excluded.currency, amount = excluded.amount, updated_at = now()`.execute(tx);
    await auditAction(tx, actor, { action: 'campaign.rate', details: { ...rate } });
    return ratesOf(tx, tenantId);
  });
}

/** Takes out a rate that was set by mistake; an administrator's. Not found if there is none. */
export function deleteRate(services: Services, caller: Actor, variables: RateKey): Promise<MessageRate[]> {
  requireRates(caller);
  const key = parseInput(rateKeySchema, variables);
  return changeAsActor(services, caller, requireRates, async ({ tx, tenantId }, actor) => {
    const { rows } = await sql<Pick<MessageRate, 'currency' | 'amount'>>`delete from message_rate
      where tenant_id = ${tenantId} and category = ${key.category} and prefix = ${key.prefix}
        and since = ${key.since}::date
      returning currency, amount::double precision as amount`.execute(tx);
    const [gone] = rows;
    if (gone === undefined) throw notFound();
    await auditAction(tx, actor, { action: 'campaign.rate.delete', details: { ...key, ...gone } });
    return ratesOf(tx, tenantId);
  });
}

/** All rates, by category and country, the newest first. */
export async function ratesOf(tx: Tx, tenantId: Id): Promise<MessageRate[]> {
  const { rows } = await sql<MessageRate>`
    select category, prefix, to_char(since, 'YYYY-MM-DD') as since, currency, amount::double precision as amount
    from message_rate where tenant_id = ${tenantId} order by category, prefix desc, since desc`.execute(tx);
  return rows;
}
