import { sql } from 'kysely';
import { RULE_CHAIN_MAX, RULE_OFTEN_MAX, RULE_OFTEN_MS } from '../../../contract/facts/rules.ts';
import type { RuleOutcome } from '../../../contract/facts/rules.ts';
import type { RuleStep } from '../../../contract/entities/rule.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { act } from './act.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { awaited, happeningsOf, TELLING } from './happenings.ts';
import type { Happening } from './happenings.ts';
import { mayHold, missesOf } from './judge.ts';
import { actedOn, addExecution, causeOf, knownRules } from './rule-rows.ts';
import type { Cause, KnownRule } from './rule-rows.ts';

type Running = Pick<Services, 'db' | 'log' | 'now'>;

/** Events that are read at a time, and looked at in one transaction each. */
const READ_AT_ONCE = 200;

/** An event to look at; `after`: how far the stream was read before it, so that none is left out or looked at twice. */
type Told = { position: number; after: number; happenings: readonly Happening[] };

/**
 * Looks at what happened in a company since, in order, and acts by its rules. Each event in one transaction with how far was read:
 * safe on several nodes, and when one dies. Returns whether there may be more, as what was done may cause more.
 */
export async function runRules(services: Running, tenantId: Id): Promise<boolean> {
  const { db, log } = services;
  const read = await withTenant(db, tenantId, (tx) => readNext(tx, tenantId));
  if (read === undefined) return false;
  const { told, last, from, isMore } = read;
  let reached = from;
  // They queue up in order and are committed together; each finds out whether the one before it was.
  const looked = await Promise.all(
    told.map((each) =>
      changeTenant(db, tenantId, (change) => look(services, change, each), {
        instead: async (change, error) => {
          log.error({ err: error, tenant: tenantId, position: each.position }, 'rules could not look at an event');
          return (await holdCursor(change, each.after)) && moveCursor(change, each.position);
        },
      }),
    ),
  );
  if (looked.every(Boolean)) {
    reached = told.at(-1)?.position ?? from;
    if (last > reached) {
      await withTenant(db, tenantId, (tx) =>
        sql`update rule_cursor set position = ${last} where tenant_id = ${tenantId} and position = ${reached}`.execute(
          tx,
        ),
      );
    }
  }
  return isMore || told.length > 0;
}

/** The next events after the cursor, without those that no active rule waits for, or by their words can't act on. */
async function readNext(
  tx: Tx,
  tenantId: Id,
): Promise<{ told: Told[]; from: number; last: number; isMore: boolean } | undefined> {
  const { rows: cursors } = await sql<{ position: number; floor: number }>`
    select c.position::float8 as position, t.stream_floor::float8 as floor
    from rule_cursor c join tenant t on t.id = c.tenant_id where c.tenant_id = ${tenantId}`.execute(tx);
  const [cursor] = cursors;
  if (cursor === undefined) return undefined;
  const from = cursor.position;
  const { rows } = await sql<{ position: number; name: string; data: string | null }>`
    select e.position::float8 as position, e.name,
      case when e.name = any(${[...TELLING]}::text[]) then e.data::text end as data
    from event e where e.tenant_id = ${tenantId} and e.position > ${from}
    order by e.position limit ${READ_AT_ONCE}`.execute(tx);
  // What was deleted unread, as all servers stood still for long, can't be looked at any more.
  const last = rows.at(-1)?.position ?? Math.max(from, cursor.floor);
  if (last === from) return undefined;
  const active = (await knownRules(tx, tenantId)).filter(({ isActive }) => isActive);
  const told: Told[] = [];
  for (const { position, name, data } of rows) {
    const happenings = data === null ? [] : happeningsOf({ name, data });
    const concerns = active.some(({ definition: { event, condition } }) => {
      const happening = awaited(event, happenings);
      return happening !== undefined && mayHold(condition, happening);
    });
    if (concerns) told.push({ position, after: told.at(-1)?.position ?? from, happenings });
  }
  return { told, from, last, isMore: rows.length === READ_AT_ONCE };
}

/** Looks at one event; false if another node did, or the one before it wasn't looked at. */
async function look(services: Running, change: Change, { position, after, happenings }: Told): Promise<boolean> {
  if (!(await holdCursor(change, after))) return false;
  const at = services.now();
  const rules = (await knownRules(change.tx, change.tenantId)).filter(
    ({ isActive, since, definition }) =>
      isActive && since < position && awaited(definition.event, happenings) !== undefined,
  );
  const cause = rules.length === 0 ? undefined : await causeOf(change, position);
  for (const rule of rules) {
    const happening = awaited(rule.definition.event, happenings);
    // Each sees what the ones before it changed.
    const [facts] = happening === undefined ? [] : await factsOf(change.tx, change.tenantId, [happening], at);
    if (happening === undefined || facts === undefined) continue;
    if (missesOf(rule.definition.condition, facts).length > 0) continue;
    const done = await apply(services, change, { rule, happening, facts, cause, position, at });
    if (done && rule.definition.stops) break;
  }
  return moveCursor(change, position);
}

type Application = {
  rule: KnownRule;
  happening: Happening;
  facts: Facts;
  cause: Cause | undefined;
  position: number;
  at: Date;
};

/** Acts by a rule whose condition holds, or notes why not. False if it had acted on the ticket before. */
async function apply(
  services: Running,
  change: Change,
  { rule, happening, facts, cause, position, at }: Application,
): Promise<boolean> {
  const ticketId = facts.ticket?.id ?? null;
  const acted =
    ticketId === null
      ? { last: null, count: 0 }
      : await actedOn(change, rule.id, ticketId, new Date(at.getTime() - RULE_OFTEN_MS));
  if (rule.definition.once && acted.last !== null) return false;
  const before = cause?.chain ?? [];
  const execution = {
    rule,
    position,
    event: happening.on,
    at,
    ticketId,
    customerId: facts.customer.id,
    chain: [...before, rule.id],
  };
  const from = await change.position();
  const notDone = async (outcome: RuleOutcome): Promise<true> => {
    await addExecution(change, { ...execution, outcome, steps: [], caused: { from, to: from } });
    return true;
  };
  if (before.includes(rule.id)) return notDone('again');
  if (before.length >= RULE_CHAIN_MAX) return notDone('deep');
  if (acted.count >= RULE_OFTEN_MAX) return notDone('often');
  // If it fails nothing of it stays, and the other rules go on.
  return change.attempt(
    async (part) => {
      const steps: RuleStep[] = [];
      for (const action of rule.definition.actions) {
        const asked = { ticketId, customerId: facts.customer.id, text: happening.text, kind: happening.kind };
        steps.push({ do: action.do, id: action.id, skipped: await act(services, part, rule, action, asked) });
      }
      const skipped = steps.filter((step) => step.skipped !== null).length;
      const outcome = skipped === 0 ? 'done' : skipped === steps.length ? 'skipped' : 'partly';
      const to = await part.position();
      await addExecution(part, { ...execution, outcome, steps, caused: { from, to } });
      return true;
    },
    (_whole, error) => {
      services.log.error({ err: error, tenant: change.tenantId, rule: rule.id, position }, 'a rule failed');
      return notDone('failed');
    },
  );
}

/** Whether the stream was read up to a position; nobody else reads on until the change ends. */
async function holdCursor({ tx, tenantId }: Change, position: number): Promise<boolean> {
  const { rows } = await sql`
    select from rule_cursor where tenant_id = ${tenantId} and position = ${position} for update`.execute(tx);
  return rows.length > 0;
}

async function moveCursor({ tx, tenantId }: Change, to: number): Promise<true> {
  await sql`update rule_cursor set position = ${to} where tenant_id = ${tenantId}`.execute(tx);
  return true;
}
