import { sql } from 'kysely';
import type { FlowDetails, FlowVersion, ListedFlow } from '../../../contract/entities/flow.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { wireTime } from '../views/json.ts';

/** `ListedFlow` of flow `f`. */
const LISTED = sql`f.id::text as id, f.name, f.kind, f.is_active, f.is_archived, f.position, f.bot_name,
  json_build_object('instance_ids', f.instance_ids::text[], 'starts', f.starts, 'keywords', f.keywords,
    'hours', f.hours) as trigger,
  f.published_number as number, f.has_draft,
  (select count(*)::integer from flow_run r
    where r.tenant_id = f.tenant_id and r.flow_id = f.id and r.status = 'running') as running,
  f.version::text as version, ${sql.raw(wireTime('f.updated_at'))} as updated_at`;

export async function listedFlows(tx: Tx, tenantId: Id): Promise<ListedFlow[]> {
  const { rows } = await sql<ListedFlow>`
    select ${LISTED} from flow f where f.tenant_id = ${tenantId}
    order by f.is_archived, f.position, f.id`.execute(tx);
  return rows;
}

/** A flow in the list; not found if it is another company's. */
export async function listedFlow(tx: Tx, tenantId: Id, id: Id): Promise<ListedFlow> {
  const { rows } = await sql<ListedFlow>`
    select ${LISTED} from flow f where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(tx);
  return found(rows[0]);
}

export async function flowDetailsView(tx: Tx, tenantId: Id, id: Id): Promise<FlowDetails> {
  const { rows } = await sql<FlowDetails>`
    select ${LISTED}, f.draft::text as flow, f.places::text as places
    from flow f where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(tx);
  return found(rows[0]);
}

export async function versionViews(tx: Tx, tenantId: Id, id: Id): Promise<FlowVersion[]> {
  const { rows } = await sql<FlowVersion>`
    select v.number, v.state, v.hash, ${sql.raw(wireTime('v.published_at'))} as published_at, u.name as published_by,
      (select count(*)::integer from flow_run r where r.tenant_id = v.tenant_id and r.flow_id = v.flow_id
        and r.number = v.number and r.status = 'running') as running
    from flow_version v left join app_user u on u.tenant_id = v.tenant_id and u.id = v.published_by
    where v.tenant_id = ${tenantId} and v.flow_id = ${id}
    order by v.number desc`.execute(tx);
  return rows;
}

/** The flow of a version, as JSON. */
export async function versionText(tx: Tx, tenantId: Id, id: Id, number: number): Promise<string> {
  const { rows } = await sql<{ flow: string }>`
    select flow::text as flow from flow_version
    where tenant_id = ${tenantId} and flow_id = ${id} and number = ${number}`.execute(tx);
  return found(rows[0]).flow;
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}
