import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CUSTOMER_TAGS_MAX } from '../../../contract/facts/customers.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import type { RowChunk } from './reading/read-rows.ts';

/** A chunk's result: customers added and changed, which were changed, and the new members of the import's group. */
export type Taken = { added: number; changed: Id[]; members: Id[] };

type Import = Row<'customer_import'>;

/** SQL: the chunk's rows without those that the check refused. */
function given(row: Import, { json, lastLine }: RowChunk): RawBuilder<unknown> {
  return sql`select g.* from json_to_recordset(${json}::json)
    as g(line integer, address text, raw text, name text, email text, note text, timezone text, vals json)
    where not exists (select from customer_import_refused r where r.tenant_id = ${row.tenant_id}
      and r.import_id = ${row.id} and r.line > ${row.line} and r.line <= ${lastLine} and r.line = g.line)`;
}

/** Imports a chunk of rows, exactly once: the transaction also stores the import's progress. */
export async function takeRows(tx: Tx, row: Import, chunk: RowChunk): Promise<Taken> {
  // Joins of thousands of given rows, whose number the planner can't know.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
  const { added, all, members } = await addNew(tx, row, chunk);
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx);
  const { found, changed } = added === all ? { found: [], changed: [] } : await changeExisting(tx, row, chunk);
  return { added, changed, members: row.group_id === null ? [] : [...members, ...found] };
}

/** SQL: the tags that customers get; one that was deleted meanwhile is left out. */
function tagsOf({ tenant_id: tenantId, tag_ids: tagIds }: Import): RawBuilder<unknown> {
  return sql`array(select id from tag where tenant_id = ${tenantId} and id = any(${tagIds}::bigint[]))`;
}

function consentOf({ consent }: Import) {
  const channels = consent?.channels ?? [];
  return {
    channels: [...channels],
    whatsapp: channels.includes('whatsapp') ? 'granted' : null,
    sms: channels.includes('sms') ? 'granted' : null,
    // Noon, so that it is the same day for readers in every time zone of the country.
    saidAt: consent === null ? null : new Date(`${consent.said_on}T12:00:00Z`),
    evidence: consent?.origin ?? null,
  };
}

/** `all`: the rows to import. */
async function addNew(tx: Tx, row: Import, chunk: RowChunk): Promise<{ added: number; all: number; members: Id[] }> {
  const { tenant_id: tenantId, id } = row;
  const { channels, whatsapp, sms, saidAt, evidence } = consentOf(row);
  const { rows } = await sql<{ added: number; all: number; members: Id[] }>`
    with given as materialized (${given(row, chunk)}),
    fresh as materialized (
      select distinct on (g.address) g.* from given g
      where ${customerAt(tenantId, sql`g.address`)} is null order by g.address, g.line),
    added as (
      insert into customer (tenant_id, name, phone_number, email, note, timezone, whatsapp_consent, sms_consent)
      select ${tenantId}::bigint, coalesce(f.name, f.address), f.address, f.email, f.note, f.timezone,
        ${whatsapp}::text, ${sms}::text
      from fresh f order by f.line
      on conflict (tenant_id, phone_number) do nothing
      returning id, phone_number),
    placed as materialized (
      select a.id, f.line, f.raw, f.vals from added a join fresh f on f.address = a.phone_number),
    noted as (
      insert into customer_import_change (tenant_id, import_id, customer_id, line, kind, raw_number)
      select ${tenantId}::bigint, ${id}::bigint, p.id, p.line, 'added', p.raw from placed p),
    valued as (
      insert into customer_value (tenant_id, customer_id, field_id, text_value, number_value, date_value)
      select ${tenantId}::bigint, p.id, v.key::bigint, v.value->>'text', (v.value->>'number')::double precision,
        (v.value->>'date')::date
      from placed p cross join lateral json_each(p.vals) v),
    tagged as (
      insert into customer_tag (tenant_id, customer_id, tag_id)
      select ${tenantId}::bigint, p.id, tag from placed p cross join unnest(${tagsOf(row)}) tag),
    said as (
      insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence, declared_by,
        import_id)
      select ${tenantId}::bigint, p.id, channel, 'marketing', 'granted', ${saidAt}::timestamptz, 'import',
        ${evidence}::text, ${row.started_by}::bigint, ${id}::bigint
      from placed p cross join unnest(${channels}::text[]) channel)
    select (select count(*)::integer from added) as added, (select count(*)::integer from given) as "all",
      array(select p.id::text from placed p where ${row.group_id}::bigint is not null) as members`.execute(tx);
  return rows[0] ?? { added: 0, all: 0, members: [] };
}

/** Rows of existing customers: each customer's first row counts. Returns who was changed. */
async function changeExisting(tx: Tx, row: Import, chunk: RowChunk): Promise<{ found: Id[]; changed: Id[] }> {
  const { tenant_id: tenantId, id } = row;
  const { rows: found } = await sql<{ line: number; customerId: Id }>`
    select distinct on (m.customer_id) m.line, m.customer_id as "customerId"
    from (select g.line, ${customerAt(tenantId, sql`g.address`)} as customer_id from (${given(row, chunk)}) g) m
    where m.customer_id is not null and not exists (select from customer_import_change x
      where x.tenant_id = ${tenantId} and x.import_id = ${id} and x.customer_id = m.customer_id)
    order by m.customer_id, m.line`.execute(tx);
  if (found.length === 0) return { found: [], changed: [] };
  const ids = found.map(({ customerId }) => customerId);
  if (row.on_existing === 'skip') {
    const lines = found.map(({ line }) => line);
    await sql`insert into customer_import_change (tenant_id, import_id, customer_id, line, kind)
      select ${tenantId}, ${id}, p.customer_id, p.line, 'kept'
      from unnest(${lines}::integer[], ${ids}::bigint[]) as p(line, customer_id)`.execute(tx);
    return { found: ids, changed: [] };
  }
  await sql`select from customer where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id
    for no key update`.execute(tx);
  const owners = new Map(found.map(({ line, customerId }) => [line, customerId]));
  const rows = JSON.parse(chunk.json) as { line: number }[];
  const theirs = rows.flatMap((each) => {
    const customerId = owners.get(each.line);
    return customerId === undefined ? [] : [{ ...each, customer_id: customerId }];
  });
  return { found: ids, changed: await writeExisting(tx, row, JSON.stringify(theirs)) };
}

/** Updates existing customers from their rows, and stores the previous values. Blocks and opt-outs stay. */
async function writeExisting(tx: Tx, row: Import, theirs: string): Promise<Id[]> {
  const { tenant_id: tenantId, id } = row;
  const { channels, saidAt, evidence } = consentOf(row);
  const overwrites = row.on_existing === 'overwrite';
  const part = (own: RawBuilder<unknown>, theirs: RawBuilder<unknown>) =>
    overwrites ? sql`coalesce(${theirs}, ${own})` : sql`coalesce(${own}, ${theirs})`;
  // A customer whose name is their number has none yet.
  const name = part(sql`nullif(c.name, c.phone_number)`, sql`g.name`);
  const hadValue = sql`jsonb_build_object('text', had.text_value, 'number', had.number_value, 'date', had.date_value)`;
  const isNews = overwrites ? sql`${hadValue} is distinct from v.value` : sql`had.field_id is null`;
  const { rows } = await sql<{ id: Id }>`
    with target as materialized (
      select c.id, g.line, g.raw, c.name, c.email, c.note, c.timezone, coalesce(${name}, c.name) as new_name,
        ${part(sql`c.email`, sql`g.email`)} as new_email, ${part(sql`c.note`, sql`g.note`)} as new_note,
        ${part(sql`c.timezone`, sql`g.timezone`)} as new_timezone,
        news.vals as new_vals, news.had as old_vals,
        array(select tag from unnest(${tagsOf(row)}) tag where not exists (select from customer_tag t
            where t.tenant_id = ${tenantId} and t.customer_id = c.id and t.tag_id = tag)
          limit greatest(0, ${CUSTOMER_TAGS_MAX} - (select count(*) from customer_tag t
            where t.tenant_id = ${tenantId} and t.customer_id = c.id))) as new_tags,
        array(select channel from unnest(${channels}::text[]) channel
          where case channel when 'whatsapp' then c.whatsapp_consent is null and c.declined_marketing_at is null
            else c.sms_consent is null end) as new_channels
      from json_to_recordset(${theirs}::json) as g(line integer, customer_id bigint, raw text, name text, email text,
        note text, timezone text, vals json)
      join customer c on c.tenant_id = ${tenantId} and c.id = g.customer_id
      cross join lateral (
        select coalesce(jsonb_object_agg(v.key, v.value), '{}') as vals,
          coalesce(jsonb_object_agg(v.key, case when had.field_id is not null then ${hadValue} end), '{}') as had
        from jsonb_each(g.vals::jsonb) v
        left join customer_value had on had.tenant_id = ${tenantId} and had.customer_id = c.id
          and had.field_id = v.key::bigint
        where ${isNews}) news),
    judged as materialized (
      select t.*, (t.new_name, t.new_email, t.new_note, t.new_timezone)
          is distinct from (t.name, t.email, t.note, t.timezone) as is_card,
        t.new_vals <> '{}' as is_valued, cardinality(t.new_tags) > 0 or cardinality(t.new_channels) > 0 as is_marked
      from target t),
    noted as (
      insert into customer_import_change (tenant_id, import_id, customer_id, line, kind, raw_number, before, after)
      select ${tenantId}::bigint, ${id}::bigint, j.id, j.line,
        case when j.is_card or j.is_valued or j.is_marked then 'changed' else 'kept' end, j.raw,
        jsonb_build_object('name', j.name, 'email', j.email, 'note', j.note,
          'timezone', j.timezone, 'values', j.old_vals),
        jsonb_build_object('name', j.new_name, 'email', j.new_email, 'note', j.new_note,
          'timezone', j.new_timezone, 'values', j.new_vals, 'tags', to_jsonb(j.new_tags))
      from judged j),
    carded as (
      update customer c set name = j.new_name, email = j.new_email, note = j.new_note, timezone = j.new_timezone,
        version = c.version + 1
      from judged j where c.tenant_id = ${tenantId} and c.id = j.id and (j.is_card or j.is_valued)),
    valued as (
      insert into customer_value (tenant_id, customer_id, field_id, text_value, number_value, date_value)
      select ${tenantId}::bigint, j.id, v.key::bigint, v.value->>'text', (v.value->>'number')::double precision,
        (v.value->>'date')::date
      from judged j cross join lateral jsonb_each(j.new_vals) v
      on conflict (tenant_id, customer_id, field_id) do update
      set text_value = excluded.text_value, number_value = excluded.number_value, date_value = excluded.date_value),
    tagged as (
      insert into customer_tag (tenant_id, customer_id, tag_id)
      select ${tenantId}::bigint, j.id, tag from judged j cross join lateral unnest(j.new_tags) tag
      on conflict do nothing),
    said as (
      insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence, declared_by,
        import_id)
      select ${tenantId}::bigint, j.id, channel, 'marketing', 'granted', ${saidAt}::timestamptz, 'import',
        ${evidence}::text, ${row.started_by}::bigint, ${id}::bigint
      from judged j cross join lateral unnest(j.new_channels) channel)
    select j.id::text as id from judged j where j.is_card or j.is_valued or j.is_marked`.execute(tx);
  return rows.map((each) => each.id);
}
