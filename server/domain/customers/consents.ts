import { sql } from 'kysely';
import { consentFormSchema } from '../../../contract/graphql/customer-consents.ts';
import type { Consent, ConsentForm } from '../../../contract/graphql/customer-consents.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { wireTime } from '../views/json.ts';
import { requireCustomer, requireCustomersPermission } from './customer-access.ts';
import { endRefusalsOf } from './kept-refusals.ts';

const requireBasePermission = (actor: Actor): void => requirePermission(actor, 'customers');

/** All that a customer whom the actor may open allowed and forbade, newest first. */
export function customerConsents(
  services: Services,
  actor: Actor,
  { customer_id: rawId }: { customer_id: string },
): Promise<Consent[]> {
  requireCustomersPermission(actor);
  const customerId = parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireCustomer(tx, actor, customerId);
    return consentViews(tx, actor.tenantId, customerId);
  });
}

/**
 * Adds what a customer said to whoever keeps the base. A word on WhatsApp also opens or closes marketing templates; the
 * provider still refuses those that the customer declined there.
 */
export function declareConsent(
  services: Services,
  caller: Actor,
  { customer_id: rawId, ...variables }: ConsentForm & { customer_id: string },
): Promise<Consent> {
  requireBasePermission(caller);
  const customerId = parseId(rawId);
  const { channel, kind, evidence } = parseInput(consentFormSchema, variables);
  return changeAsActor(services, caller, requireBasePermission, async ({ tx, tenantId, append }, actor) => {
    await requireCustomer(tx, actor, customerId);
    const { id } = await tx
      .insertInto('consent')
      .values({
        tenant_id: tenantId,
        customer_id: customerId,
        channel,
        purpose: 'marketing',
        kind,
        said_at: services.now(),
        origin: 'attendant',
        evidence,
        declared_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (channel === 'whatsapp') {
      await sql`
        update customer set declined_marketing_at = case when ${kind} = 'revoked' then
          coalesce(declined_marketing_at, ${services.now()}::timestamptz) end
        where tenant_id = ${tenantId} and id = ${customerId}`.execute(tx);
    }
    if (kind === 'granted') await endRefusalsOf(tx, services, tenantId, customerId, channel);
    await auditAction(tx, actor, {
      action: kind === 'granted' ? 'customer.consent' : 'customer.optOut',
      subject: `customer:${customerId}`,
      details: { channel, evidence },
    });
    append('ListUpdated', { list: 'consents' }, { to: 'all' });
    const [consent] = await consentViews(tx, tenantId, customerId, id);
    if (consent === undefined) throw new Error('The consent is gone');
    return consent;
  });
}

/** A customer's consents, or one of them. */
export async function consentViews(tx: Tx, tenantId: Id, customerId: Id, id: Id | null = null): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select n.id::text as id, n.channel, n.kind, ${sql.raw(wireTime('n.said_at'))} as said_at, n.origin, n.evidence,
      u.name as user_name
    from consent n left join app_user u on u.tenant_id = n.tenant_id and u.id = n.declared_by
    where n.tenant_id = ${tenantId} and n.customer_id = ${customerId} and (${id}::bigint is null or n.id = ${id})
    order by n.id desc`.execute(tx);
  return rows;
}
