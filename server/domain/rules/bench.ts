import { sql } from 'kysely';
import { RULE_BENCH_EVENTS } from '../../../contract/facts/rules.ts';
import type { RuleBench, RuleDefinition, RuleStep, RuleTrial } from '../../../contract/entities/rule.ts';
import type { RuleBenchVariables } from '../../../contract/graphql/rules.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { parseOptionalId } from '../ids.ts';
import { readableTicket } from '../tickets/visibility.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { afterwards, foreseen, foreseenStart } from './foresee.ts';
import type { Acting } from './foresee.ts';
import { awaited, happeningsOf, TELLING } from './happenings.ts';
import type { Happening } from './happenings.ts';
import { missesOf } from './judge.ts';
import { loopWith } from './loop-check.ts';
import { choicesOf } from './named-things.ts';
import { parseRule, requireKnown } from './parse-rule.ts';
import { requireRules } from './require-rules.ts';
import { knownRules, ruleView } from './rule-rows.ts';
import type { KnownRule } from './rule-rows.ts';

/** How far back the stream is searched for events that the rule waits for, and how much is read at a time. */
const SEARCHED_MAX = 20_000;
const READ_AT_ONCE = 2_000;

type Past = { position: number; at: Date; happening: Happening; all: readonly Happening[] };

/**
 * Tries a rule on the last events that it waits for, the latest first, behind the active rules before it, with everything as it is now.
 * Nothing is done. Refuses what `updateRule` refuses, but a circle, which it tells.
 */
export function tryRule(
  services: Services,
  actor: Actor,
  { id: rawId, ...variables }: RuleBenchVariables,
): Promise<RuleBench> {
  requireRules(actor);
  const id = parseOptionalId(rawId);
  const { name, definition } = parseRule(variables);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const own = id === null ? undefined : await ruleView(tx, tenantId, id);
    const choices = await choicesOf(tx, tenantId);
    requireKnown(definition, choices);
    const active = new Set(
      choices.flatMap(({ kind, id: each, detail }) => (kind === 'flow' && detail === 'active' ? each : [])),
    );
    const all = await knownRules(tx, tenantId);
    const at = own === undefined ? all.length : all.findIndex((rule) => rule.id === own.id);
    const before = all.slice(0, at).filter(({ isActive }) => isActive);
    const past = await pastOf(tx, tenantId, definition);
    const facts = await factsOf(
      tx,
      tenantId,
      past.map(({ happening }) => happening),
      services.now(),
    );
    const acted = id === null || !definition.once ? new Map<Id, Date>() : await lastActs(tx, tenantId, id);
    const seen = await seenBy(tx, actor, facts);
    const trials = past.flatMap((each, index) => {
      const known = facts[index];
      if (known === undefined) return [];
      const trial = tried(each, known, { definition, before, acted, active });
      return [seen.has(index) ? trial : veiled(trial)];
    });
    const counted = (verdict: RuleTrial['verdict']) => trials.filter((trial) => trial.verdict === verdict).length;
    return {
      matched: counted('matched'),
      missed: counted('missed'),
      unreached: counted('once') + counted('unreached'),
      trials,
      loop: await loopWith(tx, tenantId, { id, name, definition }),
    };
  });
}

/** The places of those whom the actor sees, by their ticket or as an administrator. */
async function seenBy(tx: Tx, actor: Actor, facts: readonly (Facts | undefined)[]): Promise<Set<number>> {
  if (actor.isAdmin) return new Set(facts.keys());
  if (!actor.routes.has('chat')) return new Set();
  const ticketIds = facts.map((known) => known?.ticket?.id ?? null);
  const { rows } = await sql<{ place: number }>`
    select (a.place - 1)::integer as place
    from unnest(${ticketIds}::bigint[]) with ordinality as a (ticket_id, place)
    join chat_ticket own on own.tenant_id = ${actor.tenantId} and own.id = a.ticket_id
    where ${readableTicket(actor)}`.execute(tx);
  return new Set(rows.map(({ place }) => place));
}

/** Without what only those may read who see the conversation. */
function veiled(trial: RuleTrial): RuleTrial {
  const { text, misses } = trial;
  return {
    ...trial,
    customer: null,
    chatTicket: null,
    text: text === null ? null : '',
    misses: misses.map((miss) => ({ ...miss, actual: null })),
  };
}

/** `active`: the flows that write first. */
type Trying = {
  definition: RuleDefinition;
  before: readonly KnownRule[];
  acted: ReadonlyMap<Id, Date>;
  active: ReadonlySet<Id>;
};

function tried(
  { position, at, happening, all }: Past,
  given: Facts,
  { definition, before, acted, active }: Trying,
): RuleTrial {
  let facts = given;
  const { customer, ticket } = given;
  const trial = {
    position,
    at: at.toISOString(),
    customer: { id: customer.id, name: customer.name },
    chatTicket: ticket && { id: ticket.id, protocol: ticket.protocol },
    text: happening.text,
    kind: happening.kind,
    misses: [],
    steps: [],
    by: null,
    acted_at: null,
  };
  for (const rule of before) {
    const { event, condition, stops } = rule.definition;
    const its = awaited(event, all);
    if (its === undefined || missesOf(condition, { ...facts, text: its.text, kind: its.kind }).length > 0) continue;
    facts = foretold(facts, { definition: rule.definition, on: its.on }, active).facts;
    if (stops) return { ...trial, verdict: 'unreached', by: rule.name };
  }
  const misses = missesOf(definition.condition, facts);
  if (misses.length > 0) return { ...trial, verdict: 'missed', misses };
  const earlier = ticket === null ? undefined : acted.get(ticket.id);
  if (earlier !== undefined) return { ...trial, verdict: 'once', acted_at: earlier.toISOString() };
  return { ...trial, verdict: 'matched', steps: foretold(facts, { definition, on: happening.on }, active).steps };
}

/** What actions would do, each after the ones before it, and the facts then. */
function foretold(given: Facts, acting: Acting, active: ReadonlySet<Id>): { steps: RuleStep[]; facts: Facts } {
  let facts = given;
  const steps = acting.definition.actions.map((action) => {
    const isStart = action.do === 'flow' && active.has(action.id ?? '');
    const skipped = isStart ? foreseenStart(facts) : foreseen(action, facts, acting);
    if (skipped === null && !isStart) facts = afterwards(facts, action);
    return { do: action.do, id: action.id, skipped };
  });
  return { steps, facts };
}

async function pastOf(tx: Tx, tenantId: Id, { event }: RuleDefinition): Promise<Past[]> {
  const found: Past[] = [];
  const { rows: heads } = await sql<{ head: number }>`
    select stream_position::float8 as head from tenant where id = ${tenantId}`.execute(tx);
  const head = heads[0]?.head ?? 0;
  for (let to = head; to > 0 && to > head - SEARCHED_MAX && found.length < RULE_BENCH_EVENTS; to -= READ_AT_ONCE) {
    const { rows } = await sql<{ position: number; name: string; data: string; at: Date }>`
      select position::float8 as position, name, data::text as data, created_at as at from event
      where tenant_id = ${tenantId} and position > ${to - READ_AT_ONCE} and position <= ${to}
        and name = any(${[...TELLING]}::text[])
      order by position desc`.execute(tx);
    for (const { position, at, ...told } of rows) {
      const all = happeningsOf(told);
      const happening = awaited(event, all);
      if (happening !== undefined && found.length < RULE_BENCH_EVENTS) found.push({ position, at, happening, all });
    }
  }
  return found;
}

async function lastActs(tx: Tx, tenantId: Id, ruleId: Id): Promise<Map<Id, Date>> {
  const { rows } = await sql<{ ticketId: Id; at: Date }>`
    select ticket_id::text as "ticketId", max(at) as at from rule_execution
    where tenant_id = ${tenantId} and rule_id = ${ruleId} and ticket_id is not null and outcome in ('done', 'partly')
    group by ticket_id`.execute(tx);
  return new Map(rows.map(({ ticketId, at }) => [ticketId, at]));
}
