import { sql } from 'kysely';
import { RULE_CHAIN_MAX, RULE_DAILY_MAX, RULE_OFTEN_MAX } from '../../../contract/facts/rules.ts';
import type { RuleOutcome } from '../../../contract/facts/rules.ts';
import type { RuleStep } from '../../../contract/entities/rule.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { transientFailureOf, WaitedTooLong } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { Services } from '../context.ts';
import { act, addNote } from './act.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { awaited, happeningsOf, TELLING } from './happenings.ts';
import type { Happening } from './happenings.ts';
import { mayHold, missesOf } from './judge.ts';
import { causeOf } from './rule-causes.ts';
import type { Cause } from './rule-causes.ts';
import { actedBefore, addExecution, rulesAt } from './rule-rows.ts';
import type { KnownRule } from './rule-rows.ts';

type Running = Pick<Services, 'db' | 'log' | 'now'>;

/** Events that are read at a time, and those that wait in the company's line at a time: its customers and attendants come between. */
const READ_AT_ONCE = 200;
const AT_A_TIME = 8;

/** After so many failures, each of which may pass, an event is left out: it would hold up all after it. */
const STUMBLES_MAX = 10;

/** The event of each company at which the database failed by itself, and how often. */
export type Stumbles = Map<Id, { position: number; count: number }>;

/** An event to look at; `after`: how far the stream was read before it, so that none is left out or looked at twice. */
type Told = { position: number; after: number; happenings: readonly Happening[] };

/**
 * Looks at what happened in a company since, in order, and acts by its rules. Each event in one transaction with how far was read:
 * safe on several nodes, and when one dies. Returns whether there may be more, as what was done may cause more.
 */
export async function runRules(services: Running, tenantId: Id, stumbles: Stumbles = new Map()): Promise<boolean> {
  const { db } = services;
  const read = await withTenant(db, tenantId, (tx) => readNext(tx, tenantId));
  if (read === undefined) return false;
  const { told, last, from, isMore } = read;
  for (let at = 0; at < told.length; at += AT_A_TIME)
    if (!(await lookAt(services, tenantId, told.slice(at, at + AT_A_TIME), stumbles))) return true;
  const reached = told.at(-1)?.position ?? from;
  if (last > reached) {
    await withTenant(db, tenantId, (tx) =>
      sql`update rule_cursor set position = ${last} where tenant_id = ${tenantId} and position = ${reached}`.execute(
        tx,
      ),
    );
  }
  return isMore || told.length > 0;
}

/** Looks at some events in their order; false if another node did. */
async function lookAt(services: Running, tenantId: Id, some: readonly Told[], stumbles: Stumbles): Promise<boolean> {
  const { db, log } = services;
  const stumbled = stumbles.get(tenantId);
  const looked = await Promise.allSettled(
    some.map((each) => {
      const fail = async (change: Change, error: unknown) => {
        log.error({ err: error, tenant: tenantId, position: each.position }, 'rules could not look at an event');
        return (await holdCursor(change, each.after)) !== undefined && moveCursor(change, each.position);
      };
      const isGivenUp = stumbled?.position === each.position && stumbled.count >= STUMBLES_MAX;
      const work = (change: Change) => (isGivenUp ? fail(change, 'it failed too often') : look(services, change, each));
      // What fails there must not fail messages that came in meanwhile.
      return changeTenant(db, tenantId, work, { instead: fail, isAlone: true });
    }),
  );
  for (const [at, result] of looked.entries()) {
    if (result.status === 'fulfilled' && result.value) continue;
    if (result.status === 'fulfilled') return false;
    const position = some[at]?.position ?? 0;
    if (isStumble(result.reason))
      stumbles.set(tenantId, { position, count: stumbled?.position === position ? stumbled.count + 1 : 1 });
    throw result.reason;
  }
  return true;
}

/** A statement or its lock took too long, which may be the event's own fault. */
function isStumble(error: unknown): boolean {
  const kind = transientFailureOf(error);
  return kind === 'canceled' || (kind === 'locked' && !(error instanceof WaitedTooLong));
}

/** The next events after the cursor, without those that no active rule waits for, or by their words can't act on. */
async function readNext(
  tx: Tx,
  tenantId: Id,
): Promise<{ told: Told[]; from: number; last: number; isMore: boolean } | undefined> {
  const { rows: cursors } = await sql<{ position: number; stamp: string; floor: number }>`
    select c.position::float8 as position, c.stamp::text as stamp, t.stream_floor::float8 as floor
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
  const active = (await rulesAt(tx, tenantId, cursor.stamp)).filter(({ isActive }) => isActive);
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
  const { tx, tenantId } = change;
  const stamp = await holdCursor(change, after);
  if (stamp === undefined) return false;
  const at = services.now();
  const rules = (await rulesAt(tx, tenantId, stamp)).filter(
    ({ isActive, since, definition }) =>
      isActive && since < position && awaited(definition.event, happenings) !== undefined,
  );
  const cause = rules.length === 0 ? undefined : await causeOf(change, position);
  let known: { of: Happening; facts: Facts | undefined } | undefined;
  for (const rule of rules) {
    const happening = awaited(rule.definition.event, happenings);
    if (happening === undefined) continue;
    // Each sees what the ones before it changed.
    if (known?.of !== happening) known = { of: happening, facts: (await factsOf(tx, tenantId, [happening], at))[0] };
    const { facts } = known;
    if (facts === undefined || missesOf(rule.definition.condition, facts).length > 0) continue;
    const done = await apply(services, change, { rule, happening, facts, cause, position, at });
    known = undefined;
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

/** Stands on the ticket, by the rule. */
const STOPPED =
  'Parou por um dia com este cliente: agiu vezes demais em pouco tempo. Talvez outro robô esteja respondendo.';

/** Acts by a rule whose condition holds, or notes why not. False if it had acted on the ticket before. */
async function apply(
  services: Running,
  change: Change,
  { rule, happening, facts, cause, position, at }: Application,
): Promise<boolean> {
  const ticketId = facts.ticket?.id ?? null;
  const customerId = facts.customer.id;
  const acted = await actedBefore(change, rule.id, { ticketId, customerId }, at);
  if (rule.definition.once && acted.hasActed) return false;
  const before = cause?.chain ?? [];
  const chain = [...before, rule.id];
  const execution = {
    rule,
    position,
    event: happening.on,
    at,
    ticketId,
    customerId,
    chain,
  };
  const from = await change.position();
  const tell = ({ append }: Change): void => {
    if (facts.ticket !== null) append('ListUpdated', { list: 'ticket_rules' }, ticketAudience(facts.ticket));
  };
  const notDone = async (outcome: RuleOutcome): Promise<true> => {
    await addExecution(change, { ...execution, outcome, steps: [], caused: { from, to: from } });
    tell(change);
    return true;
  };
  if (before.includes(rule.id)) return notDone('again');
  if (before.length >= RULE_CHAIN_MAX) return notDone('deep');
  if (acted.isStopped) return true;
  if (acted.lately >= RULE_OFTEN_MAX || acted.today >= RULE_DAILY_MAX) {
    // People are told, once.
    if (ticketId !== null) await addNote(change, ticketId, { author: rule.name, text: STOPPED, mentions: [] });
    return notDone('often');
  }
  // If it fails nothing of it stays, and the other rules go on.
  return change.attempt(
    async (part) => {
      const steps: RuleStep[] = [];
      for (const [at, action] of rule.definition.actions.entries()) {
        const acting = { ...rule, on: happening.on, chain, key: `rule\n${rule.id} ${position} ${at}` };
        const asked = { ticketId, customerId, text: happening.text, kind: happening.kind };
        steps.push({ do: action.do, id: action.id, skipped: await act(services, part, acting, action, asked) });
      }
      const skipped = steps.filter((step) => step.skipped !== null).length;
      const outcome = skipped === 0 ? 'done' : skipped === steps.length ? 'skipped' : 'partly';
      const to = await part.position();
      await addExecution(part, { ...execution, outcome, steps, caused: { from, to } });
      tell(part);
      return true;
    },
    (_whole, error) => {
      services.log.error({ err: error, tenant: change.tenantId, rule: rule.id, position }, 'a rule failed');
      return notDone('failed');
    },
  );
}

/** The stamp of the rules if the stream was read up to a position; nobody else reads on until the change ends. */
async function holdCursor({ tx, tenantId }: Change, position: number): Promise<string | undefined> {
  const { rows } = await sql<{ stamp: string }>`
    select stamp::text as stamp from rule_cursor
    where tenant_id = ${tenantId} and position = ${position} for update`.execute(tx);
  return rows[0]?.stamp;
}

async function moveCursor({ tx, tenantId }: Change, to: number): Promise<true> {
  await sql`update rule_cursor set position = ${to} where tenant_id = ${tenantId}`.execute(tx);
  return true;
}
