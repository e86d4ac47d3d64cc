import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldTree } from '../../../contract/entities/audience-tree.ts';
import type { AudienceLeaf } from '../../../contract/entities/audience-tree.ts';
import type { AudienceReason } from '../../../contract/entities/audience.ts';
import { AUDIENCE_SAMPLE } from '../../../contract/facts/audiences.ts';
import type { ListedCustomer } from '../../../contract/graphql/paginated-customers.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import type { Actor, Services } from '../context.ts';
import { LISTED_CUSTOMER, searchConditions } from '../customers/list-customers.ts';
import { notFound } from '../errors.ts';
import { isId, parseId } from '../ids.ts';
import { wireTime } from '../views/json.ts';
import { requireAudiencePermission } from './audiences.ts';
import { flattened } from './count-audience.ts';
import { parseTree } from './parse-tree.ts';

/** The first customers of the company with a name or number, in or out. */
export async function audienceCustomers(services: Services, actor: Actor, search: string): Promise<ListedCustomer[]> {
  requireAudiencePermission(actor);
  const { tenantId } = actor;
  const conditions = [
    sql`c.tenant_id = ${tenantId}`,
    sql`c.erased_at is null`,
    ...searchConditions(tenantId, search.trim()),
  ];
  const { rows } = await withTenant(services.db, tenantId, (tx) =>
    sql<{ view: ListedCustomer }>`
      select ${LISTED_CUSTOMER} as view from (
        select c.tenant_id, c.id from customer c where ${sql.join(conditions, sql` and `)}
        order by c.name_key, c.id limit ${AUDIENCE_SAMPLE}) found
      join customer c on c.tenant_id = found.tenant_id and c.id = found.id
      order by c.name_key, c.id`.execute(tx),
  );
  return rows.map(({ view }) => view);
}

/** Why a customer of the company is in or out; refuses another id as not found. */
export async function audienceWhy(
  services: Services,
  actor: Actor,
  { tree: text, customer_id }: { tree: string; customer_id: string },
): Promise<AudienceReason[]> {
  requireAudiencePermission(actor);
  const { tenantId } = actor;
  const id = parseId(customer_id);
  const tree = parseTree(text);
  const { conditions, nodes } = flattened({ tenantId, now: services.now() }, tree);
  const found = new Map<string, RawBuilder<unknown>>();
  foldTree(
    tree,
    (condition, path) => void found.set(path, valuesOf(tenantId, condition)),
    () => undefined,
  );
  const values = nodes.map(({ path }) => sql`array(${found.get(path) ?? sql`select ''::text where false`})`);
  const { rows } = await withTenant(services.db, tenantId, (tx) =>
    sql<{ holds: boolean[]; values: string[][] }>`
      select array[${sql.join(nodes.map(({ holds }) => holds))}] as holds,
        jsonb_build_array(${sql.join(values)}) as values
      from customer c cross join lateral (select ${conditions} offset 0) each
      where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx),
  );
  const [row] = rows;
  if (row === undefined) throw notFound();
  return nodes.map(({ path }, at) => ({
    path,
    holds: row.holds[at] ?? false,
    values: row.values[at] ?? [],
  }));
}

/** SQL: texts of customer `c` that decide a condition: those chosen that they have, or what they have instead. */
function valuesOf(tenantId: Id, condition: AudienceLeaf): RawBuilder<unknown> {
  const chosen = (values: readonly string[]) => sql`any(${values.filter(isId)}::bigint[])`;
  switch (condition.field) {
    case 'tag':
      return sql`select t.name from customer_tag l join tag t on t.tenant_id = l.tenant_id and t.id = l.tag_id
        where l.tenant_id = ${tenantId} and l.customer_id = c.id and l.tag_id = ${chosen(condition.value)}
        order by t.name`;
    case 'group':
      return sql`select g.name from customer_group_member l
        join customer_group g on g.tenant_id = l.tenant_id and g.id = l.group_id
        where l.tenant_id = ${tenantId} and l.customer_id = c.id and l.group_id = ${chosen(condition.value)}
          and g.deleted_at is null order by g.name`;
    case 'instance':
      return sql`select i.name from instance i where i.tenant_id = ${tenantId} and i.id = ${chosen(condition.value)}
        and exists (select from chat_ticket l where l.tenant_id = ${tenantId} and l.customer_id = c.id
          and l.instance_id = i.id) order by i.name`;
    case 'open_in':
      return sql`select distinct d.name from chat_ticket l
        join department d on d.tenant_id = l.tenant_id and d.id = l.department_id
        where l.tenant_id = ${tenantId} and l.customer_id = c.id and l.finished_at is null order by d.name`;
    case 'area_code':
      return sql`select distinct substr(w.word, 4, 2) from customer_word w
        where w.tenant_id = ${tenantId} and w.customer_id = c.id and w.word >= '#55' and w.word < '#56'`;
    case 'name':
      return sql`select c.name`;
    case 'created':
      return sql`select ${sql.raw(wireTime('c.created_at'))}`;
    case 'last_contact':
      return sql`select ${sql.raw(wireTime('max(l.last_message_at)'))} from chat_ticket l
        where l.tenant_id = ${tenantId} and l.customer_id = c.id having max(l.last_message_at) is not null`;
    case 'consent':
      return sql`select coalesce(${condition.op === 'sms' ? sql`c.sms_consent` : sql`c.whatsapp_consent`}, 'unknown')`;
    case 'blocked':
      return sql`select c.is_blacklisted::text`;
    case 'value':
      return sql`select coalesce(l.text_value, l.number_value::text, l.date_value::text) from customer_value l
        where l.tenant_id = ${tenantId} and l.customer_id = c.id and l.field_id = ${chosen([condition.field_id])}`;
    default:
      return unreachable(condition);
  }
}
