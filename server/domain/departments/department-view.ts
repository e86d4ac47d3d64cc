import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Department } from '../../../contract/entities/department.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { instanceJson } from '../views/json.ts';

/** `departmentSchema` of department `d`. */
const VIEW = sql.raw<Department>(`json_build_object(
  'id', d.id::text, 'name', d.name, 'activated', d.activated, 'greeting', d.greeting,
  'off_hours_text', d.off_hours_text, 'opening_hours', d.opening_hours, 'holidays', d.holidays,
  'distribution', d.distribution, 'max_open_tickets', d.max_open_tickets,
  'transfer_after_minutes', d.transfer_after_minutes,
  'members', coalesce((select json_agg(json_build_object('id', u.id::text, 'name', u.name, 'image', u.image)
      order by lower(u.name), u.id)
    from app_user u where u.tenant_id = d.tenant_id and u.department_id = d.id and u.deleted_at is null), '[]'::json),
  'instances', coalesce((select json_agg(${instanceJson('i')} order by lower(i.name), i.id)
    from instance i where i.tenant_id = d.tenant_id and i.department_id = d.id), '[]'::json),
  'version', d.version::text)`);

async function read(tx: Tx, tenantId: Id, condition: RawBuilder<unknown>): Promise<Department[]> {
  const { rows } = await sql<{ view: Department }>`
    select ${VIEW} as view from department d where d.tenant_id = ${tenantId} and ${condition}
    order by lower(d.name), d.id`.execute(tx);
  return rows.map(({ view }) => view);
}

export function departmentViews(tx: Tx, tenantId: Id): Promise<Department[]> {
  return read(tx, tenantId, sql`true`);
}

/** One department, else not found. */
export async function departmentView(tx: Tx, tenantId: Id, id: Id): Promise<Department> {
  const [view] = await read(tx, tenantId, sql`d.id = ${id}`);
  if (view === undefined) throw notFound();
  return view;
}
