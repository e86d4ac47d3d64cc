import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Plan, PlannedMessage, PlannedTicket } from './plan.ts';
import type { StoredIds } from './store-details.ts';

/** Stores a plan, one statement per table; ids grow with the plan's time. `handovers` are texts of transfers. */
export async function storePlan(
  tx: Tx,
  tenantId: Id,
  timezone: string,
  plan: Plan,
  handovers: readonly string[],
): Promise<StoredIds> {
  const customers = await insertCustomers(tx, tenantId, plan);
  const tickets = await insertTickets(tx, tenantId, timezone, plan, customers);
  const messages = await insertMessages(tx, tenantId, plan, customers, tickets);
  await countTickets(tx, tenantId);
  await countForReports(tx, tenantId);
  await insertTransfers(tx, tenantId, plan, { customers, tickets, messages }, handovers);
  await sql`select recount_conversation_events(${tenantId})`.execute(tx);
  // Events of the past have no notes.
  await sql`update conversation_event e set body = x.note from ticket_transfer x
    where e.tenant_id = ${tenantId} and e.kind = 'transfer_offered' and x.tenant_id = e.tenant_id
      and x.ticket_id = e.ticket_id and x.next_user_id = e.next_user_id and x.created_at = e.at`.execute(tx);
  await pinCustomers(tx, tenantId);
  return { customers, tickets, messages };
}

const json = (rows: readonly unknown[]): string => JSON.stringify(rows);

/** Returns ids in the order of the plan. */
async function insertCustomers(tx: Tx, tenantId: Id, plan: Plan): Promise<Map<string, Id>> {
  const since = new Map<string, Date>();
  for (const { customer, startedAt } of plan.tickets)
    if (!since.has(customer.phone)) since.set(customer.phone, startedAt);
  const started = plan.tickets[0]?.startedAt ?? new Date(0);
  const rows = plan.customers.map(({ name, phone }, order) => ({
    order,
    name,
    phone,
    since: since.get(phone) ?? started,
  }));
  const { rows: inserted } = await sql<{ id: Id; phone: string }>`
    insert into customer (tenant_id, name, phone_number, created_at)
    select ${tenantId}, name, phone, since
    from jsonb_to_recordset(${json(rows)}::jsonb) as r ("order" int, name text, phone text, since timestamptz)
    order by "order" returning id, phone_number as phone`.execute(tx);
  return new Map(inserted.map(({ id, phone }) => [phone, id]));
}

async function insertTickets(
  tx: Tx,
  tenantId: Id,
  timezone: string,
  plan: Plan,
  customerIds: ReadonlyMap<string, Id>,
): Promise<Map<PlannedTicket, Id>> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  let lastDay = '';
  let count = 0;
  const rows = plan.tickets.map((ticket, order) => {
    const today = day.format(ticket.startedAt);
    count = today === lastDay ? count + 1 : 1;
    lastDay = today;
    return {
      order,
      protocol: `${today.replaceAll('-', '')}-${String(count).padStart(4, '0')}`,
      customer: customerIds.get(ticket.customer.phone),
      instance: ticket.instanceId,
      owner: ticket.owner?.id ?? null,
      started: ticket.startedAt,
      finished: ticket.finishedAt,
    };
  });
  const { rows: inserted } = await sql<{ id: Id; protocol: string }>`
    insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, finished_at, finished_by)
    select ${tenantId}, protocol, customer, instance, owner, started, finished, case when finished is not null then owner end
    from jsonb_to_recordset(${json(rows)}::jsonb) as r ("order" int, protocol text, customer bigint, instance bigint,
      owner bigint, started timestamptz, finished timestamptz)
    order by "order" returning id, protocol`.execute(tx);
  if (lastDay !== '') {
    await tx
      .updateTable('tenant')
      .set({ protocol_day: lastDay, protocol_count: count })
      .where('id', '=', tenantId)
      .execute();
  }
  const byProtocol = new Map(inserted.map(({ id, protocol }) => [protocol, id]));
  return new Map(
    plan.tickets.flatMap((ticket, order) => {
      const id = byProtocol.get(rows[order]?.protocol ?? '');
      return id === undefined ? [] : [[ticket, id] as const];
    }),
  );
}

async function insertMessages(
  tx: Tx,
  tenantId: Id,
  plan: Plan,
  customerIds: ReadonlyMap<string, Id>,
  ticketIds: ReadonlyMap<PlannedTicket, Id>,
): Promise<Map<PlannedMessage, Id>> {
  const orders = new Map<PlannedMessage, number>(plan.messages.map((message, order) => [message, order]));
  const rows = plan.messages.map((message, order) => ({
    order,
    ticket: ticketIds.get(message.ticket),
    customer: customerIds.get(message.ticket.customer.phone),
    instance: message.ticket.instanceId,
    type: message.type,
    wamid: message.errorCode === null ? providerId(message, order) : null,
    author: message.author?.id,
    at: message.at,
    body: message.body,
    tag: message.tag,
    ack: message.ack,
    error: message.errorCode,
    unseen: message.unseen,
    bot: message.isBot,
    name: message.documentName,
    mimetype: message.documentMimetype,
    attendant: message.isBot ? null : (message.author ?? message.ticket.owner)?.id,
  }));
  const { rows: inserted } = await sql<{ id: Id }>`
    insert into message (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, user_id, sent_at,
      created_at, body, tag_type, ack, error_code, error_key, unseen, is_bot_message, document_name, document_mimetype,
      attendant_id, is_quiet)
    select ${tenantId}, ticket, customer, instance, type, wamid, author, at, at, body, tag, ack,
      error, case when error is not null then 'channel.error.undeliverable' end, unseen, bot, name, mimetype, attendant, tag = 'reaction'
    from jsonb_to_recordset(${json(rows)}::jsonb) as r ("order" int, ticket bigint, customer bigint, instance bigint,
      type smallint, wamid text, author bigint, at timestamptz, body text, tag text, ack smallint, error text,
      unseen boolean, bot boolean, name text, mimetype text, attendant bigint)
    order by "order" returning id`.execute(tx);
  const links = plan.messages.flatMap((message, order) => {
    const quoted = message.quotes === null ? undefined : orders.get(message.quotes);
    return quoted === undefined
      ? []
      : [{ id: inserted[order]?.id, quoted: inserted[quoted]?.id, reaction: message.tag === 'reaction' }];
  });
  await sql`
    update message m set reply_to_id = case when not r.reaction then r.quoted end,
      parent_id = case when r.reaction then r.quoted end
    from jsonb_to_recordset(${json(links)}::jsonb) as r (id bigint, quoted bigint, reaction boolean)
    where m.tenant_id = ${tenantId} and m.id = r.id`.execute(tx);
  return new Map(
    plan.messages.flatMap((message, order) => {
      const id = inserted[order]?.id;
      return id === undefined ? [] : [[message, id] as const];
    }),
  );
}

/** Looks like the provider's, and is deterministic. */
function providerId({ ticket, type }: PlannedMessage, order: number): string {
  return `wamid.${Buffer.from(`${ticket.customer.phone}:${type}:${order}`).toString('base64url')}`;
}

/** Updates what tickets store about their messages; the newest of a conversation includes those before it. */
async function countTickets(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    update chat_ticket t set
      last_message_id = m.last_id,
      last_message_at = (select latest.created_at from message latest where latest.tenant_id = t.tenant_id and latest.id = m.last_id),
      last_received_at = m.last_received_at, unseen_count = m.unseen,
      is_not_responded = t.finished_at is null and m.last_received_id > coalesce(m.last_answer_id, 0)
    from (
      select ticket_id, max(id) as last_id, count(*) filter (where unseen) as unseen,
        max(sent_at) filter (where type = 1 and tag_type <> 'reaction') as last_received_at,
        max(id) filter (where type = 1 and tag_type <> 'reaction') as last_received_id,
        max(id) filter (where type = 0 and not is_bot_message) as last_answer_id
      from message where tenant_id = ${tenantId} group by ticket_id) m
    where t.tenant_id = ${tenantId} and t.id = m.ticket_id`.execute(tx);
}

/** Updates the counters for reports. The first to answer is taken as having had the ticket. */
async function countForReports(tx: Tx, tenantId: Id): Promise<void> {
  await sql`select recount_reports(${tenantId})`.execute(tx);
  await sql`update chat_ticket
    set taken_at = coalesce(first_response_at, started_at), owned_since = coalesce(first_response_at, started_at)
    where tenant_id = ${tenantId} and user_id is not null`.execute(tx);
}

/** Pending transfers, and those that gave tickets to their owners: offered and accepted after the first answer. */
async function insertTransfers(
  tx: Tx,
  tenantId: Id,
  plan: Plan,
  ids: StoredIds,
  handovers: readonly string[],
): Promise<void> {
  const waiting = plan.tickets.flatMap((ticket) => {
    const { owner, offeredTo } = ticket;
    return offeredTo === null ? [] : [{ ticket: ids.tickets.get(ticket), from: owner?.id, to: offeredTo.id }];
  });
  const accepted = plan.messages.flatMap(({ ticket, author, at }) => {
    const { owner, takenBy } = ticket;
    if (takenBy === null || author !== takenBy) return [];
    return [{ ticket: ids.tickets.get(ticket), from: takenBy.id, to: owner?.id, at: new Date(at.getTime() + 5_000) }];
  });
  const rows = [...accepted, ...waiting].map((row, order) => ({
    ...row,
    order,
    note: handovers[order % Math.max(handovers.length, 1)],
  }));
  await sql`
    insert into ticket_transfer (tenant_id, ticket_id, previous_user_id, next_user_id, created_by, created_at,
      transfer_at, transferred_at, note)
    select ${tenantId}, r.ticket, r.from, r.to, r.from, coalesce(r.at, t.last_message_at),
      coalesce(r.at, t.last_message_at), r.at + interval '13 seconds', r.note
    from jsonb_to_recordset(${json(rows)}::jsonb)
      as r ("order" int, ticket bigint, "from" bigint, "to" bigint, at timestamptz, note text)
    join chat_ticket t on t.tenant_id = ${tenantId} and t.id = r.ticket
    order by r."order"`.execute(tx);
  await sql`
    update chat_ticket t set owned_since = x.transferred_at from ticket_transfer x
    where t.tenant_id = ${tenantId} and x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is not null`.execute(tx);
}

/** Each attendant pins two of their open conversations. */
async function pinCustomers(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    insert into pinned_customer (tenant_id, user_id, customer_id)
    select ${tenantId}, user_id, customer_id from (
      select t.user_id, t.customer_id, row_number() over (partition by t.user_id order by t.customer_id) as place
      from chat_ticket t where t.tenant_id = ${tenantId} and t.finished_at is null and t.user_id is not null) mine
    where place <= 2 on conflict do nothing`.execute(tx);
}
