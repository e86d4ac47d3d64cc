import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CampaignStatusBody, SheetBody } from '../../../contract/rest/sheets.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import { readThrough } from '../../db/read-through.ts';
import type { Id } from '../../db/tables.ts';
import type { InstanceLogTable } from '../../db/tables/instances.ts';
import { auditAction, auditIn } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { targetTenant } from './target-tenant.ts';

/** A row of the orders' sheet. Times are in the company's time zone. */
export type OrderRow = {
  tenant: string;
  protocol: string;
  customer: string;
  phone: string;
  attendant: string | null;
  instance: string;
  department: string | null;
  openedAt: string;
  finishedAt: string | null;
  firstResponseAt: string | null;
  firstResponseSeconds: number | null;
};

export type InstanceLogRow = {
  tenant: string;
  at: string;
  instance: string;
  phone: string | null;
  what: InstanceLogTable['what'];
  reasonKey: string | null;
  /** Null for the system, and for back-office users whose name wasn't stored yet. */
  user: string | null;
};

export type StatusRow = {
  campaign: string;
  providerId: string | null;
  customer: string;
  phone: string;
  instance: string;
  sentAt: string;
  errorCode: string | null;
};

type Place = { id: Id; slug: string; name: string; timezone: string };

/** A time in the tenant's time zone. */
function localTime(column: string, { timezone }: Place): RawBuilder<string> {
  return sql`to_char(${sql.raw(column)} at time zone ${timezone}, 'YYYY-MM-DD HH24:MI:SS')`;
}

/** Whether a time is within the days of the tenant's calendar. */
function within(column: string, { timezone }: Place, { startAt, finishAt }: { startAt: string; finishAt: string }) {
  return sql`${sql.raw(column)} >= ${startAt}::date::timestamp at time zone ${timezone}
    and ${sql.raw(column)} < (${finishAt}::date + 1)::timestamp at time zone ${timezone}`;
}

/**
 * The tickets opened in a period, by company and time; needs the permission to manage tenants. Refuses before the first
 * row.
 */
export async function orderRows(services: Services, actor: Actor, params: SheetBody): Promise<AsyncIterable<OrderRow>> {
  const places = await companiesFor(services, actor, params, 'orders');
  return readEach(
    services,
    places,
    (place) => sql<OrderRow>`
    select ${place.name}::text as tenant, t.protocol, c.name as customer, c.phone_number as phone, u.name as attendant,
      i.name as instance, coalesce(d.name, gone.name) as department, ${localTime('t.started_at', place)} as "openedAt",
      ${localTime('t.finished_at', place)} as "finishedAt", ${localTime('t.first_response_at', place)} as "firstResponseAt",
      round(t.first_response_ms / 1000.0)::integer as "firstResponseSeconds"
    from chat_ticket t
    join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join department d on d.tenant_id = t.tenant_id and d.id = t.department_id
    left join past_department gone on gone.tenant_id = t.tenant_id and gone.id = t.department_id
    where t.tenant_id = ${place.id} and ${within('t.started_at', place, params)}
    order by t.started_at, t.id`,
  );
}

/** The log of instances in a period, likewise. */
export async function instanceLogRows(
  services: Services,
  actor: Actor,
  params: SheetBody,
): Promise<AsyncIterable<InstanceLogRow>> {
  const places = await companiesFor(services, actor, params, 'instance_logs');
  return readEach(
    services,
    places,
    (place) => sql<InstanceLogRow>`
    select ${place.name}::text as tenant, ${localTime('l.at', place)} as at, i.name as instance, i.phone_number as phone,
      l.what, l.reason_key as "reasonKey", coalesce(u.name, l.by_name) as user
    from instance_log l
    join instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
    left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.tenant_id = ${place.id} and ${within('l.at', place, params)}
    order by l.at, l.id`,
  );
}

/** When a message was sent, or refused. */
const AT = 'coalesce(r.sent_at, r.updated_at)';

/** A company's campaign messages whose latest status is the given one, likewise. */
export async function statusRows(
  services: Services,
  actor: Actor,
  params: CampaignStatusBody,
): Promise<AsyncIterable<StatusRow>> {
  const places = await companiesFor(services, actor, params, `campaign_status_${params.type}`);
  return readEach(
    services,
    places,
    (place) => sql<StatusRow>`
    select m.name as campaign, r.provider_message_id as "providerId", c.name as customer, r.address as phone,
      i.name as instance, ${localTime(AT, place)} as "sentAt", r.error_code as "errorCode"
    from campaign m
    join campaign_recipient r on r.tenant_id = m.tenant_id and r.campaign_id = m.id and r.state = ${params.type}
    join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
    join instance i on i.tenant_id = r.tenant_id and i.id = r.instance_id
    where m.tenant_id = ${place.id} and ${within(AT, place, params)}
    order by ${sql.raw(AT)}, m.id, r.customer_id`,
  );
}

/** The companies of a sheet: the named one, or all active ones. The export is audited. */
async function companiesFor(
  services: Services,
  actor: Actor,
  params: { tenantName?: string | undefined; startAt: string; finishAt: string; format: string },
  sheet: string,
): Promise<Place[]> {
  requirePermission(actor, 'tenants');
  const { tenantName, startAt, finishAt, format } = params;
  const details = { sheet, start_at: startAt, finish_at: finishAt, format };
  const named = tenantName === undefined ? undefined : await targetTenant(services, actor, tenantName);
  await withTenant(services.db, named?.id ?? actor.tenantId, (tx) =>
    named === undefined
      ? auditAction(tx, actor, { action: 'sheet.download', details })
      : auditIn(tx, actor, named, { action: 'sheet.download', subject: `tenant:${named.id}`, details }),
  );
  return withPlatform(services.db, (tx) =>
    tx
      .selectFrom('tenant')
      .select(['id', 'slug', 'name', 'timezone'])
      .where('deleted_at', 'is', null)
      .$if(named !== undefined, (query) => query.where('id', '=', named?.id ?? ''))
      .orderBy('name')
      .orderBy('id')
      .execute(),
  );
}

async function* readEach<Row>(
  services: Services,
  places: readonly Place[],
  query: (place: Place) => RawBuilder<Row>,
): AsyncGenerator<Row, void, undefined> {
  for (const place of places) yield* readThrough(services.db, place.id, async () => query(place));
}
