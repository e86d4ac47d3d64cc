import { sql } from 'kysely';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { requireNoneWaits } from '../campaigns/target.ts';
import { conflict, invalid } from '../errors.ts';
import { namesDeletedGroup } from './named-groups.ts';

/** CONFLICT while a campaign has yet to read a group, or an audience refers to it. */
export async function requireUnused(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  await requireNoneWaits(tx, tenantId, sql`m.group_id = ${id}`);
  const { rows } = await sql`
    select from audience where tenant_id = ${tenantId} and deleted_at is null
      and jsonb_path_exists(tree, '$.** ? (@.field == "group" && @.value[*] == $id)', ${JSON.stringify({ id })})
    limit 1`.execute(tx);
  if (rows.length > 0) throw conflict('error.customerGroup.inAudience');
}

/** Refuses a tree that refers to a deleted group, which a stale page may send. */
export async function requireLiveGroups(tx: Tx, tenantId: Id, tree: AudienceNode): Promise<void> {
  const { rows } = await sql<{ isGone: boolean }>`
    select ${namesDeletedGroup(tenantId, sql`${JSON.stringify(tree)}::jsonb`)} as "isGone"`.execute(tx);
  if (rows[0]?.isGone === true) throw invalid('error.form.invalid', { tree: 'error.audience.groupGone' });
}
