import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CustomerImport } from '../../../contract/entities/customer-import.ts';
import { IMPORT_UNDO_DAYS } from '../../../contract/facts/imports.ts';
import type { ImportStatus } from '../../../contract/facts/imports.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { tellFileGroup } from '../customer-groups/file-group.ts';
import { notFound } from '../errors.ts';
import { wireTime } from '../views/json.ts';
import { ENDED, importAfter } from './import-state.ts';
import type { ImportEvent } from './import-state.ts';

/** Until when import `m` can be undone. */
const UNDO_UNTIL = `(m.finished_at + make_interval(days => ${IMPORT_UNDO_DAYS}))`;

const VIEW = sql<CustomerImport>`jsonb_build_object('id', m.id::text, 'name', m.name, 'status', m.status,
  'failure', m.failure, 'kind', m.kind, 'delimiter', m.delimiter, 'encoding', m.encoding, 'row_count', m.row_count,
  'passed', m.passed, 'columns', m.columns, 'remembered_at', ${sql.raw(wireTime('m.remembered_at'))},
  'on_existing', m.on_existing, 'tag_ids', to_jsonb(m.tag_ids::text[]), 'consent', m.consent, 'check', m."check",
  'added', m.added, 'changed', m.changed, 'kept', m.kept, 'refused', m.refused, 'removed', m.removed,
  'stayed', m.stayed,
  'earlier', (select jsonb_build_object('name', e.name, 'status', e.status,
      'created_at', ${sql.raw(wireTime('e.created_at'))})
    from customer_import e where e.tenant_id = m.tenant_id and e.sha256 = m.sha256 and e.id < m.id
      and e.status not in ('cancelled', 'failed', 'undone') order by e.id desc limit 1),
  'user_name', (select u.name from app_user u where u.tenant_id = m.tenant_id and u.id = m.created_by),
  'created_at', ${sql.raw(wireTime('m.created_at'))}, 'finished_at', ${sql.raw(wireTime('m.finished_at'))},
  'undo_until', case when m.status in ('done', 'failed', 'cancelled') and m.added + m.changed > 0
    then ${sql.raw(wireTime(UNDO_UNTIL))} end, 'group_id', m.group_id::text)`;

/** Imports `m` that match `which`, the newest first. */
export async function importViews(tx: Tx, which: RawBuilder<unknown>, page = sql``): Promise<CustomerImport[]> {
  const { rows } = await sql<{ view: CustomerImport }>`
    select ${VIEW} as view from customer_import m where ${which} order by m.id desc ${page}`.execute(tx);
  return rows.map(({ view }) => view);
}

/** An import; not found for another company's. */
export async function importView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerImport> {
  const [view] = await importViews(tx, sql`m.tenant_id = ${tenantId} and m.id = ${id}`);
  if (view === undefined) throw notFound();
  return view;
}

/** The row of an import, locked against changes and a node's commit of a chunk; not found for another company's. */
export async function lockImport(tx: Tx, tenantId: Id, id: Id): Promise<Row<'customer_import'>> {
  const row = await tx
    .selectFrom('customer_import')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Moves a locked import to the state after an event, and publishes the list's change. False if the event has no effect
 * on it. Once the file isn't needed any more, it and its preview are deleted, and its group is full.
 */
export async function moveImport(
  change: Change,
  row: { id: Id; status: ImportStatus; sha256: string; group_id: Id | null },
  event: ImportEvent,
  { now, failure = null }: { now: Date; failure?: string | null },
): Promise<boolean> {
  const { tx, tenantId, append } = change;
  const status = importAfter(row.status, event);
  if (status === undefined) return false;
  const isEnded = ENDED.includes(status);
  const startsOver = event === 'mapped' || event === 'started' || event === 'undo';
  await sql`
    update customer_import set status = ${status}, attempts = 0, failure = ${failure}, touched_at = ${now},
      passed = case when ${startsOver} then 0 else passed end, line = case when ${startsOver} then 0 else line end,
      -- Revokes the lease of a node still at the previous step: its result must not count for the new one.
      locked_by = case when ${startsOver} then null else locked_by end,
      locked_until = case when ${startsOver} then null else locked_until end,
      finished_at = case when ${status === 'done' || status === 'failed' || status === 'cancelled'}
        then ${now}::timestamptz else finished_at end,
      columns = case when ${isEnded} then (select coalesce(jsonb_agg(c || '{"samples": []}' order by place), '[]')
        from jsonb_array_elements(columns) with ordinality as each (c, place)) else columns end
    where tenant_id = ${tenantId} and id = ${row.id}`.execute(tx);
  if (isEnded && !ENDED.includes(row.status)) {
    await sql`insert into unused_file (tenant_id, sha256, since) values (${tenantId}, ${row.sha256}, ${now})
      on conflict (tenant_id, sha256) do nothing`.execute(tx);
    if (row.group_id !== null) await tellFileGroup(change, row.group_id);
  }
  append('ListUpdated', { list: 'customer_imports' }, { to: 'route', route: 'customers-base' });
  return true;
}
