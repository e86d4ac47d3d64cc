import { sql } from 'kysely';
import type { CustomerMerge, CustomerMergeSide } from '../../../contract/entities/customer-merge.ts';
import type { CustomerMergeVariables } from '../../../contract/graphql/merge-customers.ts';
import { CUSTOMER_NOTE_MAX, CUSTOMER_TAGS_MAX } from '../../../contract/facts/customers.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { readableTicket, visibleTo } from '../tickets/visibility.ts';
import { OPEN_STATES } from '../outbound/outbox-states.ts';
import { requireCustomer, requireCustomersPermission } from './customer-access.ts';
import { customerDetailsView } from './customer-details.ts';
import { JOINED_NOTE } from './merge-rows.ts';

/** Most messages of a customer that are given to another one: a few seconds under the company's lock, with their words. */
const MERGED_MESSAGES_MAX = 10_000;

/** Two customers to be merged: `into` remains. */
export type Merge = { into: Id; from: Id };

/** Both sides of a merge, for an actor who may open both customers, and why it can't be done now. */
export function customerMerge(
  services: Services,
  actor: Actor,
  variables: CustomerMergeVariables,
): Promise<CustomerMerge> {
  requireCustomersPermission(actor);
  const merge = { into: parseId(variables.id), from: parseId(variables.other_id) };
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await requireMergeable(tx, actor, merge);
    return {
      into: await sideOf(tx, tenantId, merge.into),
      from: await sideOf(tx, tenantId, merge.from),
      problem: (await findProblem(tx, actor, merge)) ?? null,
    };
  });
}

/** Not found unless the actor may open both customers; refuses one with themselves. */
export async function requireMergeable(tx: Tx, actor: Actor, { into, from }: Merge): Promise<void> {
  await requireCustomer(tx, actor, into);
  await requireCustomer(tx, actor, from);
  if (into === from) throw conflict('error.merge.same');
}

async function sideOf(tx: Tx, tenantId: Id, id: Id): Promise<CustomerMergeSide> {
  const details = await customerDetailsView(tx, tenantId, id);
  const { rows } = await sql<Omit<CustomerMergeSide, 'details'>>`
    select
      (select count(*)::integer from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${id}) as tickets,
      (select count(*)::integer from message m where m.tenant_id = ${tenantId} and m.customer_id = ${id}) as messages,
      coalesce((select json_agg(json_build_object('id', t.id::text, 'instance', i.name,
          'owner', owner.name) order by t.id)
        from chat_ticket t
        join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        left join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id
        where t.tenant_id = ${tenantId} and t.customer_id = ${id} and t.finished_at is null), '[]'::json)
        as open_tickets`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The query returned no row');
  return { details, ...row };
}

type Problem = NonNullable<CustomerMerge['problem']>;

/**
 * Why two customers can't be merged now. The newest ticket of a conversation is its open one, so an open ticket must be
 * newer than all of the other's on its instance. A pending message is sent to the customer of its outbox row, and the
 * outcome of a campaign's message is recorded on its recipient's row.
 */
export async function findProblem(tx: Tx, actor: Actor, merge: Merge): Promise<Problem | undefined> {
  const { tenantId } = actor;
  const { into, from } = merge;
  const servedByOther = await findHiddenHistory(tx, actor, merge);
  if (servedByOther !== undefined) return { key: 'error.merge.servedByOther', instance: servedByOther, name: '' };
  const { rows } = await sql<{ isBothOpen: boolean; instance: string; names: string[] }>`
    select bool_or(later.finished_at is null) as "isBothOpen", i.name as instance,
      array_agg(distinct owner.name) filter (where owner.name is not null) as names
    from chat_ticket t
    join chat_ticket later on later.tenant_id = t.tenant_id and later.instance_id = t.instance_id
      and later.customer_id in (${into}, ${from}) and later.customer_id <> t.customer_id
      and (later.id > t.id or later.finished_at is null)
    join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    left join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id
    where t.tenant_id = ${tenantId} and t.customer_id in (${into}, ${from}) and t.finished_at is null
    group by i.id, i.name order by i.id limit 1`.execute(tx);
  const [open] = rows;
  if (open !== undefined) {
    const key = open.isBothOpen ? 'error.merge.bothOpen' : 'error.merge.olderOpen';
    const name = (open.names ?? []).join(', ');
    return { key: name === '' ? `${key}Queued` : key, instance: open.instance, name };
  }
  const blocked = actor.isAdmin ? undefined : await findBlocked(tx, tenantId, merge);
  if (blocked !== undefined) return { key: 'error.merge.blocked', instance: '', name: blocked };
  const tooMuch = await findTooMuch(tx, tenantId, merge);
  if (tooMuch !== undefined) return tooMuch;
  const { rows: sending } = await sql`
    (select from outbox o where o.tenant_id = ${tenantId} and o.customer_id in (${into}, ${from})
      and o.state in ${OPEN_STATES} limit 1)
    union all
    (select from campaign_recipient r where r.tenant_id = ${tenantId} and r.customer_id in (${into}, ${from})
      and r.state in ('sending', 'uncertain') limit 1)`.execute(tx);
  return sending.length === 0 ? undefined : { key: 'error.merge.sending', instance: '', name: '' };
}

/**
 * The instance on which the merge would let the actor read a colleague's conversation: who sees a ticket reads what is
 * before it, and who has served a customer may open their next ticket.
 */
async function findHiddenHistory(tx: Tx, actor: Actor, { into, from }: Merge): Promise<string | undefined> {
  const { rows } = await sql<{ instance: string }>`
    select i.name as instance from chat_ticket own
    join instance i on i.tenant_id = own.tenant_id and i.id = own.instance_id
    cross join lateral (select max(t.id) as id from chat_ticket t where t.tenant_id = own.tenant_id
      and t.customer_id = own.customer_id and t.instance_id = own.instance_id and ${visibleTo(actor)}) seen
    cross join lateral (select max(t.id) as id from chat_ticket t where t.tenant_id = own.tenant_id
      and t.customer_id in (${into}, ${from}) and t.customer_id <> own.customer_id
      and t.instance_id = own.instance_id and ${visibleTo(actor)}) others
    where own.tenant_id = ${actor.tenantId} and own.customer_id in (${into}, ${from})
      and not ${readableTicket(actor)} and (own.id < others.id or (seen.id is null and others.id is not null))
    limit 1`.execute(tx);
  return rows[0]?.instance;
}

/** The name of the one who is blocked: the other one would be too, and only administrators block. */
async function findBlocked(tx: Tx, tenantId: Id, { into, from }: Merge): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from customer where tenant_id = ${tenantId} and id in (${into}, ${from}) and is_blacklisted`.execute(
    tx,
  );
  return rows.length === 1 ? rows[0]?.name : undefined;
}

/** What is too much: of the other for one transaction, or of both for one customer. */
async function findTooMuch(tx: Tx, tenantId: Id, { into, from }: Merge): Promise<Problem | undefined> {
  const isLarge = (id: Id) => sql`exists (select from message m
    where m.tenant_id = ${tenantId} and m.customer_id = ${id} offset ${MERGED_MESSAGES_MAX})`;
  const { rows } = await sql<{
    name: string;
    isLarge: boolean;
    isIntoLarge: boolean;
    note: string | null;
    tags: number;
  }>`
    select o.name, ${isLarge(from)} as "isLarge", ${isLarge(into)} as "isIntoLarge", ${JOINED_NOTE} as note,
      (select count(distinct g.tag_id)::integer from customer_tag g
        where g.tenant_id = ${tenantId} and g.customer_id in (${into}, ${from})) as tags
    from customer c join customer o on o.tenant_id = c.tenant_id and o.id = ${from}
    where c.tenant_id = ${tenantId} and c.id = ${into}`.execute(tx);
  const [both] = rows;
  if (both === undefined) throw notFound();
  const facts = { instance: '', name: both.name };
  if (both.isLarge) return { key: both.isIntoLarge ? 'error.merge.bothTooLarge' : 'error.merge.tooLarge', ...facts };
  if (both.note !== null && both.note.length > CUSTOMER_NOTE_MAX) return { key: 'error.merge.notes', ...facts };
  return both.tags > CUSTOMER_TAGS_MAX ? { key: 'error.merge.tags', ...facts } : undefined;
}
