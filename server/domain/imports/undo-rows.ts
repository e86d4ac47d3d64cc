import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';

/** Customers undone in one transaction. */
const BATCH = 2_000;

/** `changed`: the restored customers; `isMore`: there may be further ones. */
export type Undone = { removed: number; stayed: number; passed: number; changed: Id[]; isMore: boolean };

type Import = Row<'customer_import'>;

/**
 * Undoes a batch of an import. A customer it added is removed, unless they wrote, were written to, edited,
 * tagged, pinned or put into a group since; one it changed gets their previous values back, unless somebody has
 * changed these again.
 */
export async function undoRows(tx: Tx, row: Import): Promise<Undone> {
  const { tenant_id: tenantId, id } = row;
  const { rows: batch } = await sql<{ customerId: Id; kind: 'added' | 'changed' | 'kept' }>`
    select customer_id as "customerId", kind from customer_import_change
    where tenant_id = ${tenantId} and import_id = ${id} order by customer_id limit ${BATCH}`.execute(tx);
  const of = (kind: 'added' | 'changed') => batch.filter((each) => each.kind === kind).map((each) => each.customerId);
  const all = batch.map(({ customerId }) => customerId);
  const added = of('added');
  const changed = of('changed');
  await sql`select from customer where tenant_id = ${tenantId} and id = any(${all}::bigint[]) order by id
    for update`.execute(tx);
  const removed = await removeAdded(tx, row, added);
  await restoreChanged(tx, tenantId, id, changed);
  await sql`delete from customer_import_change
    where tenant_id = ${tenantId} and import_id = ${id} and customer_id = any(${all}::bigint[])`.execute(tx);
  return { removed, stayed: added.length - removed, passed: batch.length, changed, isMore: batch.length === BATCH };
}

async function removeAdded(tx: Tx, row: Import, ids: readonly Id[]): Promise<number> {
  const { tenant_id: tenantId, id: importId, tag_ids: tagIds } = row;
  const theirs = (table: string) => sql`exists (select from ${sql.table(table)} t
    where t.tenant_id = ${tenantId} and t.customer_id = c.id)`;
  const { rows } = await sql<{ id: Id }>`
    select c.id from customer c where c.tenant_id = ${tenantId} and c.id = any(${ids}::bigint[])
      and c.version = 1 and c.erased_at is null
      and not ${theirs('chat_ticket')} and not ${theirs('campaign_recipient')} and not ${theirs('scheduled_message')}
      and not ${theirs('customer_number')} and not ${theirs('customer_image')} and not ${theirs('pinned_customer')}
      and not exists (select from customer_tag t where t.tenant_id = ${tenantId} and t.customer_id = c.id
        and t.tag_id <> all(${tagIds}::bigint[]))
      -- Manual membership only: groups with an audience refill themselves, and the file's own group is deleted with it.
      and not exists (select from customer_group_member b
        join customer_group g on g.tenant_id = b.tenant_id and g.id = b.group_id
        where b.tenant_id = ${tenantId} and b.customer_id = c.id and g.audience_id is null and g.deleted_at is null
          and g.id is distinct from ${row.group_id})
      and not exists (select from consent n where n.tenant_id = ${tenantId} and n.customer_id = c.id
        and n.import_id is distinct from ${importId})
      and not exists (select from customer_import_change x where x.tenant_id = ${tenantId} and x.customer_id = c.id
        and x.import_id <> ${importId})`.execute(tx);
  const gone = rows.map((row) => row.id);
  // Blocked again as an erased customer's: the list would name a number that is nobody's now. What was kept of them stays.
  await sql`
    with gone as (delete from customer where tenant_id = ${tenantId} and id = any(${gone}::bigint[])
      returning phone_number)
    delete from blocked_contact b using gone
    where b.tenant_id = ${tenantId} and b.address = gone.phone_number and b.is_kept`.execute(tx);
  return gone.length;
}

async function restoreChanged(tx: Tx, tenantId: Id, importId: Id, ids: readonly Id[]): Promise<void> {
  const changes = sql`customer_import_change x where x.tenant_id = ${tenantId} and x.import_id = ${importId}
    and x.customer_id = any(${ids}::bigint[])`;
  const before = (column: 'name' | 'email' | 'note' | 'timezone') => {
    const name = sql.lit(column);
    return sql`case when ${sql.ref(`c.${column}`)} is not distinct from was.after->>${name} then was.before->>${name}
      else ${sql.ref(`c.${column}`)} end`;
  };
  await sql`
    update customer c set name = ${before('name')}, email = ${before('email')}, note = ${before('note')},
      timezone = ${before('timezone')}, version = c.version + 1
    from (select x.* from ${changes}) was
    where c.tenant_id = ${tenantId} and c.id = was.customer_id and c.erased_at is null`.execute(tx);
  // A value changed since differs, and stays.
  const isStill = sql`v.tenant_id = ${tenantId} and v.customer_id = was.customer_id and v.field_id = was.field_id
    and jsonb_build_object('text', v.text_value, 'number', v.number_value, 'date', v.date_value) = was.after_value`;
  const values = sql`(select x.customer_id, f.key::bigint as field_id, f.value as after_value,
      x.before->'values'->f.key as before_value
    from (select x.* from ${changes}) x cross join lateral jsonb_each(x.after->'values') f) was`;
  await sql`delete from customer_value v using ${values}
    where ${isStill} and was.before_value = 'null'`.execute(tx);
  await sql`
    update customer_value v set text_value = was.before_value->>'text',
      number_value = (was.before_value->>'number')::double precision, date_value = (was.before_value->>'date')::date
    from ${values} where ${isStill} and was.before_value <> 'null'`.execute(tx);
  await sql`delete from customer_tag t using (
      select x.customer_id, tag::bigint as tag_id
      from (select x.* from ${changes}) x cross join lateral jsonb_array_elements_text(x.after->'tags') tag) was
    where t.tenant_id = ${tenantId} and t.customer_id = was.customer_id and t.tag_id = was.tag_id`.execute(tx);
  await takeConsentsBack(tx, tenantId, importId, ids);
}

async function takeConsentsBack(tx: Tx, tenantId: Id, importId: Id, ids: readonly Id[]): Promise<void> {
  const { rows } = await sql<{ id: Id }>`delete from consent where tenant_id = ${tenantId} and import_id = ${importId}
    and customer_id = any(${ids}::bigint[]) returning customer_id as id`.execute(tx);
  const allowed = [...new Set(rows.map((row) => row.id))];
  // Opt-outs stay: after a merge the newest row isn't necessarily in force.
  const last = (channel: 'whatsapp' | 'sms') => sql`case when ${sql.ref(`c.${channel}_consent`)} = 'revoked'
    then 'revoked' else (select n.kind from consent n where n.tenant_id = ${tenantId}
      and n.customer_id = c.id and n.channel = ${channel} order by n.id desc limit 1) end`;
  await sql`update customer c set whatsapp_consent = ${last('whatsapp')}, sms_consent = ${last('sms')}
    where c.tenant_id = ${tenantId} and c.id = any(${allowed}::bigint[])`.execute(tx);
}
