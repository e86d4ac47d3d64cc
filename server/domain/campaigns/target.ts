import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { namesDeletedGroup } from '../customer-groups/named-groups.ts';
import { conflict, invalid, notFound } from '../errors.ts';

/** Whom a campaign is for: an audience, a group, or with neither all customers. */
type Target = { audience_id: Id | null; group_id: Id | null };

const TABLES = { audience_id: 'audience', group_id: 'customer_group' } as const;

/**
 * The form's fields with an audience or group that was deleted, or an audience that names a deleted group: it would reach
 * whom it left out by that. Not found for another company's.
 */
async function goneFields(tx: Tx, tenantId: Id, target: Target): Promise<Record<string, string>> {
  const gone: Record<string, string> = {};
  for (const field of ['audience_id', 'group_id'] as const) {
    const id = target[field];
    if (id === null) continue;
    const isUnsound =
      field === 'audience_id'
        ? namesDeletedGroup(tenantId, sql`t.tree`)
        : sql<boolean>`exists (select from audience a where a.tenant_id = ${tenantId} and a.id = t.audience_id
            and ${namesDeletedGroup(tenantId, sql`a.tree`)})`;
    const { rows } = await sql<{ isGone: boolean; isUnsound: boolean }>`
      select t.deleted_at is not null as "isGone", ${isUnsound} as "isUnsound"
      from ${sql.table(TABLES[field])} t where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound();
    if (row.isGone) gone[field] = 'error.campaign.targetGone';
    else if (row.isUnsound) gone[field] = 'error.campaign.targetUnsound';
  }
  return gone;
}

/** Refuses by field an audience or group that was deleted. Not found for another company's. */
export async function requireTarget(tx: Tx, tenantId: Id, target: Target): Promise<void> {
  const fields = await goneFields(tx, tenantId, target);
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

/** Whether the audience or group of a campaign was deleted. */
export async function isTargetGone(tx: Tx, tenantId: Id, target: Target): Promise<boolean> {
  return Object.keys(await goneFields(tx, tenantId, target)).length > 0;
}

/** CONFLICT while a campaign `m` that these conditions match has yet to take its recipients from them. */
export async function requireNoneWaits(tx: Tx, tenantId: Id, isFor: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`select from campaign m where m.tenant_id = ${tenantId}
    and m.status in ('scheduled', 'preparing') and ${isFor} limit 1`.execute(tx);
  if (rows.length > 0) throw conflict('error.campaign.targetInUse');
}
