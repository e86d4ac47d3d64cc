import { sql } from 'kysely';
import { GROUP_NAME_MAX, GROUPS_MAX } from '../../../contract/facts/audiences.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor } from '../context.ts';
import { conflict } from '../errors.ts';
import { groupChanged, groupView } from './group-view.ts';
import { requireUnused } from './in-use.ts';

/** Adds an empty group named after a file; a number is appended to a taken name. */
export async function addFileGroup(change: Change, actor: Actor, fileName: string): Promise<Id> {
  const { tx, tenantId } = change;
  const { rows: all } = await sql<{ name: string }>`select lower(name) as name from customer_group
    where tenant_id = ${tenantId} and deleted_at is null`.execute(tx);
  if (all.length >= GROUPS_MAX) throw conflict('error.customerGroup.limit');
  const taken = new Set(all.map(({ name }) => name));
  const plain = fileName.replace(/\.[^.]{1,5}$/u, '').trim() || fileName;
  const numbered = (place: number): string => {
    const end = place === 1 ? '' : ` (${place})`;
    return plain.slice(0, GROUP_NAME_MAX - end.length).trim() + end;
  };
  let place = 1;
  while (taken.has(numbered(place).toLowerCase())) place += 1;
  const name = numbered(place);
  const { id } = await tx
    .insertInto('customer_group')
    .values({ tenant_id: tenantId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditAction(tx, actor, { action: 'customer_group.create', subject: `customer_group:${id}`, details: { name } });
  groupChanged(change, await groupView(tx, tenantId, id));
  return id;
}

/** Adds a file's customers to its group. Idempotent. */
export async function addToFileGroup(tx: Tx, tenantId: Id, groupId: Id, ids: readonly Id[]): Promise<void> {
  await sql`insert into customer_group_member (tenant_id, group_id, customer_id)
    select ${tenantId}::bigint, ${groupId}::bigint, id from unnest(${[...ids]}::bigint[]) id
    on conflict do nothing`.execute(tx);
}

/** Deletes the group of an undone import. CONFLICT while it is in use; does nothing if already deleted. */
export async function deleteFileGroup(change: Change, groupId: Id): Promise<void> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ name: string; version: string }>`
    update customer_group set deleted_at = now(), audience_id = null, fill_wanted_at = null, version = version + 1
    where tenant_id = ${tenantId} and id = ${groupId} and deleted_at is null
    returning name, version::text as version`.execute(tx);
  if (rows.length > 0) await requireUnused(tx, tenantId, groupId);
  for (const { name, version } of rows) {
    const groupOfCustomers = { id: groupId, name, version: Number(version), count: 0 };
    change.append('GroupOfCustomersUpdated', { groupOfCustomers }, { to: 'route', route: 'customer-groups' });
  }
}

/** Publishes the group's size after the import; the group may have been deleted meanwhile. */
export async function tellFileGroup(change: Change, groupId: Id): Promise<void> {
  const { tx, tenantId } = change;
  const { numAffectedRows = 0n } = await sql`update customer_group set version = version + 1
    where tenant_id = ${tenantId} and id = ${groupId} and deleted_at is null`.execute(tx);
  if (numAffectedRows > 0n) groupChanged(change, await groupView(tx, tenantId, groupId));
}
