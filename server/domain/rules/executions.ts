import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RuleExecution } from '../../../contract/entities/rule.ts';
import type { RuleExecutionsPage, RuleExecutionsVariables } from '../../../contract/graphql/rules.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { requireVisibleTicket } from '../tickets/visibility.ts';
import { wireTime } from '../views/json.ts';
import { requireRules } from './require-rules.ts';
import { ruleView } from './rule-rows.ts';

/** Executions that are counted; of more it is said that there are so many. */
const COUNTED_MAX = 10_000;
/** Executions that a ticket shows. */
const OF_TICKET_MAX = 50;

/** What rules did, or one of the company's, the latest first. */
export function listExecutions(
  services: Services,
  actor: Actor,
  query: RuleExecutionsVariables,
): Promise<RuleExecutionsPage> {
  requireRules(actor);
  const { limit, offset } = parsePage(query, 20);
  const ruleId = parseOptionalId(query.rule_id);
  const { tenantId } = actor;
  const which = sql`e.tenant_id = ${tenantId} and (${ruleId}::bigint is null or e.rule_id = ${ruleId})`;
  return withTenant(services.db, tenantId, async (tx) => {
    if (ruleId !== null) await ruleView(tx, tenantId, ruleId);
    const { rows } = await sql<{ found: number }>`
      select count(*)::integer as found from (
        select from rule_execution e where ${which} limit ${COUNTED_MAX}) counted`.execute(tx);
    const found = rows[0]?.found ?? 0;
    const items = await executionViews(tx, tenantId, which, { limit, offset });
    return { total_pages: Math.ceil(found / limit), total_items: found, items };
  });
}

/** What rules did on a ticket that the actor sees. */
export function ticketExecutions(
  services: Services,
  actor: Actor,
  { ticket_id: rawId }: { ticket_id: string },
): Promise<RuleExecution[]> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await requireVisibleTicket(tx, actor, id);
    const which = sql`e.tenant_id = ${tenantId} and e.ticket_id = ${id}`;
    return executionViews(tx, tenantId, which, { limit: OF_TICKET_MAX, offset: 0 });
  });
}

async function executionViews(
  tx: Tx,
  tenantId: Id,
  which: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<RuleExecution[]> {
  const { rows } = await sql<RuleExecution>`
    select e.id::text as id, ${sql.raw(wireTime('e.at'))} as at,
      json_build_object('id', r.id::text, 'name', r.name) as rule, e.number, e.event, e.outcome, e.steps,
      array(select coalesce(c.name, '') from unnest(e.chain[:array_length(e.chain, 1) - 1]) with ordinality
        as before (rule_id, place)
        left join rule c on c.tenant_id = ${tenantId} and c.id = before.rule_id order by before.place) as causes,
      case when t.id is not null then json_build_object('id', t.id::text, 'protocol', t.protocol) end as "chatTicket",
      case when u.id is not null then json_build_object('id', u.id::text, 'name', u.name) end as customer
    from (select * from rule_execution e where ${which} order by e.id desc limit ${limit} offset ${offset}) e
    join rule r on r.tenant_id = ${tenantId} and r.id = e.rule_id
    left join chat_ticket t on t.tenant_id = ${tenantId} and t.id = e.ticket_id
    left join customer u on u.tenant_id = ${tenantId} and u.id = e.customer_id
    order by e.id desc`.execute(tx);
  return rows;
}
