import { sql } from 'kysely';
import type { CustomerField } from '../../../contract/entities/customer-field.ts';
import type { PaginatedCustomersVariables } from '../../../contract/graphql/paginated-customers.ts';
import type { BodyOf } from '../../../contract/rest/call.ts';
import type { customersSheet } from '../../../contract/rest/customer-imports.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { localTimeFormat } from '../local-time.ts';
import { requirePermission } from '../permissions.ts';
import { reportCalendar } from '../reports/calendar.ts';
import { wireTime } from '../views/json.ts';
import { customerFieldViews } from './customer-fields.ts';
import { conditionsOf } from './list-customers.ts';

/** A customer of a sheet; `values` are texts by field id. */
export type SheetCustomer = {
  id: Id;
  key: string;
  name: string;
  phone: string;
  email: string | null;
  note: string | null;
  timezone: string | null;
  tags: string | null;
  whatsapp: string | null;
  sms: string | null;
  isBlocked: boolean;
  createdAt: string;
  values: Record<string, string>;
};

export type CustomerRows = {
  fields: CustomerField[];
  rows: AsyncIterable<SheetCustomer>;
  wall: (at: string) => string;
};

type Filter = Omit<BodyOf<typeof customersSheet>, 'format' | 'locale'>;

/** Rows read at once. */
const PART = 1_000;

/** The customers of a filtered list by name, for a sheet. Refuses as the list does; the export is audited. */
export async function customerRows(services: Services, actor: Actor, filter: Filter): Promise<CustomerRows> {
  requirePermission(actor, 'customers');
  const { tenantId } = actor;
  const conditions = sql.join(await conditionsOf(services, tenantId, queryOf(filter)), sql` and `);
  const { timezone } = await reportCalendar(services, actor);
  const fields = await withTenant(services.db, tenantId, async (tx) => {
    await auditAction(tx, actor, { action: 'sheet.download', details: { sheet: 'customers' } });
    return customerFieldViews(tx, tenantId);
  });
  async function* rows(): AsyncGenerator<SheetCustomer> {
    for (let after: SheetCustomer | undefined; ;) {
      const isBehind = after === undefined ? sql`true` : sql`(c.name_key, c.id) > (${after.key}, ${after.id}::bigint)`;
      const { rows: part } = await withTenant(services.db, tenantId, (tx) =>
        sql<SheetCustomer>`
          select c.id::text as id, c.name_key as key, c.name, c.phone_number as phone, c.email, c.note, c.timezone,
            (select string_agg(t.name, ', ' order by t.name) from customer_tag g
              join tag t on t.tenant_id = g.tenant_id and t.id = g.tag_id
              where g.tenant_id = ${tenantId} and g.customer_id = c.id) as tags,
            c.whatsapp_consent as whatsapp, c.sms_consent as sms, c.is_blacklisted as "isBlocked",
            ${sql.raw(wireTime('c.created_at'))} as "createdAt",
            (select coalesce(jsonb_object_agg(v.field_id, coalesce(v.text_value, v.number_value::text,
                v.date_value::text)), '{}') from customer_value v
              where v.tenant_id = ${tenantId} and v.customer_id = c.id) as values
          from (select c.id from customer c where ${conditions} and ${isBehind}
            order by c.name_key, c.id limit ${PART}) page
          join customer c on c.tenant_id = ${tenantId} and c.id = page.id
          order by c.name_key, c.id`.execute(tx),
      );
      yield* part;
      if (part.length < PART) return;
      after = part.at(-1);
    }
  }
  return { fields, rows: rows(), wall: localTimeFormat(timezone) };
}

/** The query string's texts as the list takes them. */
function queryOf({ contact_days: days, blacklisted, ...rest }: Filter): PaginatedCustomersVariables {
  const contactDays = days === undefined || days === '' ? null : Number(days);
  if (contactDays !== null && !Number.isInteger(contactDays)) {
    throw invalid('error.invalid', { contact_days: 'error.invalid' });
  }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...given,
    contact_days: contactDays,
    blacklisted: blacklisted === undefined || blacklisted === '' ? null : blacklisted === 'true',
  };
}
