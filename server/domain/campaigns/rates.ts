import { sql } from 'kysely';
import { messageRateSchema } from '../../../contract/entities/message-rate.ts';
import type { MessageRate } from '../../../contract/entities/message-rate.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
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

/** All rates, by category and country, the newest first. */
export async function ratesOf(tx: Tx, tenantId: Id): Promise<MessageRate[]> {
  const { rows } = await sql<MessageRate>`
    select category, prefix, to_char(since, 'YYYY-MM-DD') as since, currency, amount::double precision as amount
    from message_rate where tenant_id = ${tenantId} order by category, prefix desc, since desc`.execute(tx);
  return rows;
}
