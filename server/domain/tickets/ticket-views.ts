import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { FINISHED_COUNT_MAX } from '../../../contract/facts/ticket-views.ts';
import type { TicketView } from '../../../contract/facts/ticket-views.ts';
import type { ChatTicketPage, ChatTicketsVariables } from '../../../contract/graphql/chat-tickets.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { parseOptionalId } from '../ids.ts';
import { parseMoment } from '../moment.ts';
import { storableText } from '../text.ts';
import { inFlow } from '../views/json.ts';
import { ownOrOffered, visibleTo } from './visibility.ts';

/** The filters of the list of conversations: null or false for no matter which. */
export type Narrow = {
  instanceId: Id | null;
  departmentId: Id | null;
  ownerId: Id | null;
  tagId: Id | null;
  unseen: boolean;
  notResponded: boolean;
  blacklisted: boolean;
  ended: Ended | null;
};

/** When and how finished tickets ended; an empty outcome is none. */
type Ended = { from: Date | null; to: Date | null; outcome: string | null };

export function parseNarrow(variables: ChatTicketsVariables): Narrow {
  return {
    instanceId: parseOptionalId(variables.instance_id),
    departmentId: parseOptionalId(variables.department_id),
    ownerId: parseOptionalId(variables.user_id),
    tagId: parseOptionalId(variables.tag_id),
    unseen: variables.unseen ?? false,
    notResponded: variables.not_responded ?? false,
    blacklisted: variables.blacklisted ?? false,
    ended: parseEnded(variables.ended),
  };
}

function parseEnded(given: ChatTicketsVariables['ended']): Ended | null {
  if (given === null || given === undefined) return null;
  const { from, to, outcome } = given;
  return {
    from: parseMoment(from, 'ended.from'),
    to: parseMoment(to, 'ended.to'),
    outcome: typeof outcome === 'string' ? storableText(outcome) : null,
  };
}

/** SQL conditions for finished tickets `t`, besides `narrowed`. */
export function endedSo({ ended }: Narrow): RawBuilder<unknown>[] {
  if (ended === null) return [];
  const { from, to, outcome } = ended;
  return [
    ...(from === null ? [] : [sql`t.finished_at >= ${from}`]),
    ...(to === null ? [] : [sql`t.finished_at < ${to}`]),
    ...(outcome === null ? [] : [outcome === '' ? sql`t.outcome_name is null` : sql`t.outcome_name = ${outcome}`]),
  ];
}

/** SQL conditions for ticket `t` of customer `c`, open or finished. */
export function narrowed(narrow: Narrow): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (narrow.instanceId !== null) conditions.push(sql`t.instance_id = ${narrow.instanceId}`);
  if (narrow.departmentId !== null) conditions.push(sql`t.department_id = ${narrow.departmentId}`);
  if (narrow.ownerId !== null) conditions.push(sql`t.user_id = ${narrow.ownerId}`);
  if (narrow.tagId !== null)
    conditions.push(sql`exists (select from customer_tag g where g.tenant_id = t.tenant_id
      and g.customer_id = t.customer_id and g.tag_id = ${narrow.tagId})`);
  if (narrow.unseen) conditions.push(sql`t.finished_at is null and t.unseen_count > 0`);
  if (narrow.notResponded) conditions.push(sql`t.is_not_responded and not ${hasFlow}`);
  if (narrow.blacklisted) conditions.push(sql`c.is_blacklisted`);
  return conditions;
}

/** SQL condition: ticket `t` is in a view, be it open or finished. */
export function inView(actor: Actor, view: TicketView): RawBuilder<unknown> {
  switch (view) {
    case 'mine':
      return sql`(${ownOrOffered(actor)} and not ${snoozedBy(actor)})`;
    case 'queue':
      return sql`(t.user_id is null and t.flow_run_id is null and ${visibleTo(actor)})`;
    case 'flow':
      return sql`(${hasFlow} and ${visibleTo(actor)})`;
    case 'waiting':
      return sql`(not t.is_not_responded and ${ownOrOffered(actor)} and not ${snoozedBy(actor)})`;
    case 'snoozed':
      return snoozedBy(actor);
    case 'all':
      return visibleTo(actor);
  }
}

/** SQL condition: a flow has ticket `t`. */
export const hasFlow = sql.raw<boolean>(inFlow('t'));

/** SQL condition: the actor snoozed ticket `t`. To whoever it is offered to, it isn't snoozed. */
function snoozedBy({ userId }: Actor): RawBuilder<unknown> {
  return sql`(t.user_id = ${userId} and t.snoozed_until is not null)`;
}

/** SQL condition: the customer of ticket `t` waits for an answer, and the actor hasn't snoozed it. */
export function awaitsAnswer(actor: Actor): RawBuilder<unknown> {
  return sql`(t.is_not_responded and not ${hasFlow} and not ${snoozedBy(actor)})`;
}

/** Ids of the open tickets in each view, and the number of finished ones. */
export async function findViews(tx: Tx, actor: Actor, narrow: Narrow): Promise<NonNullable<ChatTicketPage['views']>> {
  const { tenantId } = actor;
  const source = sql`chat_ticket t join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id`;
  const where = sql.join([sql`t.tenant_id = ${tenantId}`, ...narrowed(narrow)], sql` and `);
  const ended = sql.join([sql`t.finished_at is not null`, ...endedSo(narrow)], sql` and `);
  const { rows } = await sql<{
    id: Id;
    mine: boolean;
    snoozed: boolean;
    flow: boolean;
    unowned: boolean;
    answered: boolean;
  }>`
    select t.id, ${inView(actor, 'mine')} as mine, ${snoozedBy(actor)} as snoozed, ${hasFlow} as flow,
      t.user_id is null as unowned, not t.is_not_responded as answered
    from ${source} where ${where} and t.finished_at is null and ${visibleTo(actor)}
    order by t.id`.execute(tx);
  const { rows: counted } = await sql<{ finished: number }>`
    select count(*)::int as finished from (
      select from ${source} where ${where} and ${ended}
        and ${actor.isAdmin ? sql`true` : ownOrOffered(actor)}
      limit ${FINISHED_COUNT_MAX}) few`.execute(tx);
  const ids = (which: typeof rows): Id[] => which.map(({ id }) => id);
  return {
    mine: ids(rows.filter(({ mine }) => mine)),
    queue: ids(rows.filter(({ unowned, flow }) => unowned && !flow)),
    flow: ids(rows.filter(({ flow }) => flow)),
    waiting: ids(rows.filter(({ mine, answered }) => mine && answered)),
    snoozed: ids(rows.filter(({ snoozed }) => snoozed)),
    all: ids(rows),
    finished: counted[0]?.finished ?? 0,
  };
}
