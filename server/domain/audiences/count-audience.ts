import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldTree } from '../../../contract/entities/audience-tree.ts';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { AudienceCount, AudiencePart } from '../../../contract/entities/audience.ts';
import { AUDIENCE_SAMPLE } from '../../../contract/facts/audiences.ts';
import type { ListedCustomer } from '../../../contract/graphql/paginated-customers.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { fillingBehind } from '../customer-groups/groups-behind.ts';
import { countOf, customerTotal } from '../customers/customer-total.ts';
import { LISTED_CUSTOMER } from '../customers/list-customers.ts';
import { invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { audienceView, requireAudiencePermission } from './audiences.ts';
import { inAudience, joined, lookedUp, meetsCondition } from './compile.ts';
import type { AudienceScope } from './compile.ts';
import { parseTree } from './parse-tree.ts';

const BY_WHATSAPP = sql`(not c.is_blacklisted and c.whatsapp_consent is distinct from 'revoked')`;
/** Of customers known by a number. */
const BY_SMS = sql`(not c.is_blacklisted and c.sms_consent is distinct from 'revoked' and c.phone_number ~ '^[0-9]')`;

/** Whom at least one of the two doesn't reach; as the index of them says it. */
const IS_UNREACHED = sql`(c.is_blacklisted or c.whatsapp_consent = 'revoked' or c.sms_consent = 'revoked'
  or c.phone_number !~ '^[0-9]')`;
const WITHOUT = sql`count(*) filter (where not ${BY_WHATSAPP}) as without_whatsapp,
  count(*) filter (where not ${BY_SMS}) as without_sms,
  count(*) filter (where not ${BY_WHATSAPP} and not ${BY_SMS}) as without_both`;

/**
 * How many customers the conditions hold for now, and how many of them can be reached. Those who can't are counted: they
 * are the fewer, and what finds customers by one look-up needn't read each one's row then.
 */
export function audienceCount(services: Services, actor: Actor, text: string): Promise<AudienceCount> {
  requireAudiencePermission(actor);
  const tree = parseTree(text);
  return withTenant(services.db, actor.tenantId, (tx) =>
    counted(tx, { tenantId: actor.tenantId, now: services.now() }, tree),
  );
}

/** How many are in a stored audience now, for whoever can send to it. */
export function audienceReach(services: Services, actor: Actor, rawId: string): Promise<AudienceCount> {
  requirePermission(actor, 'target-audience', 'campaigns', 'active-chat-flow');
  const id = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const { tree } = await audienceView(tx, tenantId, id);
    return counted(tx, { tenantId, now: services.now() }, parseTree(tree));
  });
}

async function counted(tx: Tx, scope: AudienceScope, tree: AudienceNode): Promise<AudienceCount> {
  const { tenantId } = scope;
  const customers = sql`customer c where c.tenant_id = ${tenantId} and c.erased_at is null`;
  const found = lookedUp(scope, tree);
  const totals =
    found === undefined
      ? sql`(select count(*) as total, ${WITHOUT} from ${customers} and ${inAudience(scope, tree)}) counted`
      : // As an array, however many PostgreSQL thinks there are: of one own field's texts it knows too little.
        sql`(${countOf(found)}) as counted (total),
          (select ${WITHOUT} from ${customers} and ${IS_UNREACHED} and c.id = any(array(${found}))) unreached`;
  const filling = await fillingBehind(tx, tenantId, { tree: sql`${JSON.stringify(tree)}::jsonb` });
  const { rows } = await sql<Omit<AudienceCount, 'is_partial'>>`
    select total::integer as total, ${customerTotal(tenantId)} as base, (total - without_whatsapp)::integer as whatsapp,
      (total - without_sms)::integer as sms, without_both::integer as unreachable
    from ${totals}`.execute(tx);
  const [row = { total: 0, base: 0, whatsapp: 0, sms: 0, unreachable: 0 }] = rows;
  return { ...row, is_partial: filling.length > 0 };
}

/** How many customers of the base each condition and group holds for by itself, in the tree's order. */
export async function audienceParts(services: Services, actor: Actor, text: string): Promise<AudiencePart[]> {
  requireAudiencePermission(actor);
  const { tenantId } = actor;
  const { conditions, nodes } = flattened({ tenantId, now: services.now() }, parseTree(text));
  const counts = nodes.map(({ holds }) => sql`(count(*) filter (where ${holds}))::integer`);
  const { rows } = await withTenant(services.db, tenantId, (tx) =>
    // Without `offset` each condition would be looked up again for every group around it.
    sql<{ counts: number[] }>`
      select array[${sql.join(counts)}] as counts
      from (select ${conditions} from customer c where c.tenant_id = ${tenantId} and c.erased_at is null
        offset 0) each`.execute(tx),
  );
  return nodes.map(({ path }, at) => ({ path, count: rows[0]?.counts[at] ?? 0 }));
}

/** A condition or group: where it is, and SQL on the columns of `conditions` that says whether it holds. */
export type FlatNode = { path: string; holds: RawBuilder<boolean> };

/** The tree's conditions as columns, and its nodes, groups before their parts. */
export function flattened(
  scope: AudienceScope,
  tree: AudienceNode,
): { conditions: RawBuilder<unknown>; nodes: FlatNode[] } {
  const columns: RawBuilder<unknown>[] = [];
  const nodes: FlatNode[] = [];
  const keep = (path: string, holds: RawBuilder<boolean>) => {
    nodes.push({ path, holds });
    return holds;
  };
  foldTree(
    tree,
    (condition, path) => {
      const name = sql.raw<boolean>(`holds_${columns.length}`);
      columns.push(sql`${meetsCondition(scope, condition)} as ${name}`);
      return keep(path, name);
    },
    (kind, parts, path) => keep(path, joined(kind, parts)),
  );
  const conditions = columns.length === 0 ? sql`true as everybody` : sql.join(columns);
  return { conditions, nodes: nodes.toSorted((one, other) => comparePaths(one.path, other.path)) };
}

function comparePaths(one: string, other: string): number {
  const [left, right] = [one, other].map((path) => (path === '' ? [] : path.split('.').map(Number)));
  for (const [at, step] of (left ?? []).entries()) {
    const than = right?.[at];
    if (than === undefined) return 1;
    if (step !== than) return step - than;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

/** Some of the customers: those from a place in the base on, then those before it. */
export async function audienceSample(
  services: Services,
  actor: Actor,
  { tree: text, place }: { tree: string; place?: number | null | undefined },
): Promise<ListedCustomer[]> {
  requireAudiencePermission(actor);
  const from = place ?? 0;
  if (!(from >= 0 && from <= 1)) throw invalid('error.invalid', { place: 'error.invalid' });
  const { tenantId } = actor;
  const found = inAudience({ tenantId, now: services.now() }, parseTree(text));
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows: bounds } = await sql<{ id: string }>`
      select (min(id) + floor((max(id) - min(id)) * ${from}::float8))::bigint::text as id
      from customer where tenant_id = ${tenantId}`.execute(tx);
    const at = bounds[0]?.id ?? '0';
    const some = (side: RawBuilder<unknown>) => sql`(select c.tenant_id, c.id from customer c
      where c.tenant_id = ${tenantId} and c.erased_at is null and ${side} and ${found} order by c.id limit ${AUDIENCE_SAMPLE})`;
    const { rows } = await sql<{ view: ListedCustomer }>`
      select ${LISTED_CUSTOMER} as view from (
        select tenant_id, id from (${some(sql`c.id >= ${at}`)} union all ${some(sql`c.id < ${at}`)}) either
        limit ${AUDIENCE_SAMPLE}) picked
      join customer c on c.tenant_id = picked.tenant_id and c.id = picked.id
      order by c.name_key, c.id`.execute(tx);
    return rows.map(({ view }) => view);
  });
}
