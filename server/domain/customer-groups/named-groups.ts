import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Id } from '../../db/tables.ts';

/** SQL: whether a tree refers to a deleted group; customers it excluded would now be included. */
export function namesDeletedGroup(tenantId: Id, tree: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from jsonb_path_query(${tree}, '$.** ? (@.field == "group").value[*]') named
    join customer_group g on g.tenant_id = ${tenantId} and g.id::text = named #>> '{}'
    where g.deleted_at is not null)`;
}
