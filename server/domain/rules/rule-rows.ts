import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { RULE_COUNT_DAYS, RULE_OFTEN_MS } from '../../../contract/facts/rules.ts';
import { ruleDefinitionSchema } from '../../../contract/entities/rule.ts';
import type { Rule, RuleDefinition, RuleStep } from '../../../contract/entities/rule.ts';
import type { RuleOutcome } from '../../../contract/facts/rules.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { wireTime } from '../views/json.ts';

/** A rule, as it is tried. */
export type KnownRule = {
  id: Id;
  name: string;
  number: number;
  position: number;
  since: number;
  isActive: boolean;
  definition: RuleDefinition;
};

/** The company's rules in their order. */
export async function knownRules(tx: Tx, tenantId: Id): Promise<KnownRule[]> {
  const { rows } = await sql<Omit<KnownRule, 'definition'> & { definition: unknown }>`
    select id::text as id, name, number, position, since::float8 as since, is_active as "isActive", definition
    from rule where tenant_id = ${tenantId} and deleted_at is null order by position, id`.execute(tx);
  return rows.map((row) => ({ ...row, definition: ruleDefinitionSchema.parse(row.definition) }));
}

/** Each company's rules as they were read last. */
const kept = new Map<Id, { stamp: string; rules: readonly KnownRule[] }>();
const KEPT_MAX = 100;

/** The same, cached until the stamp of the company's cursor changes. */
export async function rulesAt(tx: Tx, tenantId: Id, stamp: string): Promise<readonly KnownRule[]> {
  const found = kept.get(tenantId);
  const rules = found?.stamp === stamp ? found.rules : await knownRules(tx, tenantId);
  // Moved to the end, so that the least recently used one is dropped first.
  kept.delete(tenantId);
  kept.set(tenantId, { stamp, rules });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return rules;
}

export async function ruleViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.id::text as id, r.name, r.is_active, r.position, r.number, r.definition::text as definition,
      (select count(*)::integer from rule_execution e where e.tenant_id = r.tenant_id and e.rule_id = r.id
        and e.outcome in ('done', 'partly') and e.at > now() - make_interval(days => ${RULE_COUNT_DAYS})) as acted,
      r.version::text as version, ${sql.raw(wireTime('r.updated_at'))} as updated_at
    from rule r where r.tenant_id = ${tenantId} and r.deleted_at is null and (${id}::bigint is null or r.id = ${id})
    order by r.position, r.id`.execute(tx);
  return rows;
}

/** A rule of the company; not found if it is another's. */
export async function ruleView(tx: Tx, tenantId: Id, id: Id): Promise<Rule> {
  const [found] = await ruleViews(tx, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/** What a rule did before, as far as that may stop it. */
export type Acted = {
  /** On the ticket. */
  hasActed: boolean;
  /** How often for the customer, within `RULE_OFTEN_MS` and within a day. */
  lately: number;
  today: number;
  /** It was stopped for the customer within a day. */
  isStopped: boolean;
};

export async function actedBefore(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  ruleId: Id,
  { ticketId, customerId }: { ticketId: Id | null; customerId: Id },
  at: Date,
): Promise<Acted> {
  const [lately, today] = [RULE_OFTEN_MS, DAY_MS].map((ms) => new Date(at.getTime() - ms));
  const { rows } = await sql<Acted>`
    select exists (select from rule_execution e where e.tenant_id = ${tenantId} and e.rule_id = ${ruleId}
        and e.ticket_id = ${ticketId}::bigint and e.outcome in ('done', 'partly')) as "hasActed",
      count(*) filter (where did.is_done and did.at > ${lately})::integer as lately,
      count(*) filter (where did.is_done)::integer as today,
      count(*) filter (where not did.is_done) > 0 as "isStopped"
    from (select at, outcome <> 'often' as is_done from rule_execution
      where tenant_id = ${tenantId} and rule_id = ${ruleId} and customer_id = ${customerId} and at > ${today}
        and outcome in ('done', 'partly', 'often')) did`.execute(tx);
  return rows[0] ?? { hasActed: false, lately: 0, today: 0, isStopped: false };
}

export type NewExecution = {
  rule: KnownRule;
  position: number;
  event: string;
  at: Date;
  ticketId: Id | null;
  customerId: Id;
  outcome: RuleOutcome;
  steps: readonly RuleStep[];
  chain: readonly Id[];
  caused: { from: number; to: number };
};

export async function addExecution({ tx, tenantId }: Change, execution: NewExecution): Promise<void> {
  const { rule, position, event, at, ticketId, customerId, outcome, steps, chain, caused } = execution;
  await sql`
    insert into rule_execution (tenant_id, rule_id, number, position, event, at, ticket_id, customer_id, outcome, steps,
      chain, caused_from, caused_to)
    values (${tenantId}, ${rule.id}, ${rule.number}, ${position}, ${event}, ${at}, ${ticketId}::bigint, ${customerId},
      ${outcome}, ${JSON.stringify(steps)}::jsonb, ${[...chain]}::bigint[], ${caused.from}, ${caused.to})`.execute(tx);
}
