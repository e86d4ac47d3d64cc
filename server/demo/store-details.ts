import { sql } from 'kysely';
import { foldText } from '../../contract/facts/fold-text.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { DemoCompany } from './companies.ts';
import type { DemoAttendant, Plan, PlannedMessage, PlannedTicket } from './plan.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Ids of a plan's stored rows. */
export interface StoredIds {
  readonly customers: ReadonlyMap<string, Id>;
  readonly tickets: ReadonlyMap<PlannedTicket, Id>;
  readonly messages: ReadonlyMap<PlannedMessage, Id>;
}

const json = (rows: readonly unknown[]): string => JSON.stringify(rows);

/** Stores a company's quick replies, outcomes, customer data, tags and notes. */
export async function storeDetails(
  tx: Tx,
  tenantId: Id,
  company: DemoCompany,
  plan: Plan,
  ids: StoredIds,
  seed: number,
): Promise<void> {
  const random = createRandom(seed);
  await insertQuickReplies(tx, tenantId, company);
  await insertCustomers(tx, tenantId, company, plan, ids, random);
  await insertNotes(tx, tenantId, company, plan, ids);
  await insertOutcomes(tx, tenantId, company, plan, ids, random);
}

/** The company's outcomes, and those of most finished tickets, with the events that a finish adds. */
async function insertOutcomes(
  tx: Tx,
  tenantId: Id,
  { outcomes }: DemoCompany,
  plan: Plan,
  ids: StoredIds,
  random: Random,
): Promise<void> {
  await sql`insert into outcome (tenant_id, name)
    select ${tenantId}, name from unnest(${outcomes}::text[]) as given (name)`.execute(tx);
  const rows = plan.tickets.flatMap((ticket) => {
    if (ticket.finishedAt === null || random.chance(0.25)) return [];
    // The first ones are the most frequent.
    const place = Math.min(random.between(0, outcomes.length - 1), random.between(0, outcomes.length - 1));
    return [{ ticket: ids.tickets.get(ticket), name: outcomes[place] }];
  });
  await sql`
    update chat_ticket t set outcome_id = o.id, outcome_name = o.name
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (ticket bigint, name text)
    join outcome o on o.tenant_id = ${tenantId} and o.name = r.name
    where t.tenant_id = ${tenantId} and t.id = r.ticket`.execute(tx);
  await sql`
    update conversation_event e set body = t.outcome_name from chat_ticket t
    where e.tenant_id = ${tenantId} and e.kind = 'finished' and t.tenant_id = e.tenant_id and t.id = e.ticket_id
      and t.outcome_name is not null`.execute(tx);
}

async function insertQuickReplies(tx: Tx, tenantId: Id, { quickReplies }: DemoCompany): Promise<void> {
  await sql`
    insert into quick_reply (tenant_id, user_id, shortcut, body)
    select ${tenantId}, u.id, r.shortcut, r.text
    from jsonb_to_recordset(${json(quickReplies)}::jsonb) as r (shortcut text, text text, "of" text)
    left join app_user u on u.tenant_id = ${tenantId} and u.username = r.of
    where r.of is null or u.id is not null`.execute(tx);
}

async function insertCustomers(
  tx: Tx,
  tenantId: Id,
  company: DemoCompany,
  plan: Plan,
  ids: StoredIds,
  random: Random,
): Promise<void> {
  const tags = await insertTags(tx, tenantId, company);
  const fields = await insertFields(tx, tenantId, company);
  const customers = plan.customers.flatMap(({ name, phone }) => {
    const id = ids.customers.get(phone);
    return id === undefined ? [] : [{ id, name }];
  });
  await describeCustomers(tx, tenantId, company, { tags, fields }, customers, random);
}

/** Gives some of the customers tags, a note, an e-mail and values. `known`: ids of the company's tags and fields, in its order. */
export async function describeCustomers(
  tx: Tx,
  tenantId: Id,
  company: DemoCompany,
  { tags, fields }: Readonly<Record<'tags' | 'fields', readonly Id[]>>,
  customers: readonly { id: Id; name: string }[],
  random: Random,
): Promise<void> {
  const tagged: { customer: Id; tag: Id | undefined }[] = [];
  const known: { customer: Id; email: string; note: string | null }[] = [];
  const values: { customer: Id; field: Id | undefined; text?: string; number?: number; date?: string }[] = [];
  for (const { id: customer, name } of customers) {
    if (random.chance(0.4)) tagged.push({ customer, tag: random.pick(tags) });
    if (random.chance(0.1)) tagged.push({ customer, tag: random.pick(tags) });
    if (random.chance(0.45)) {
      known.push({
        customer,
        email: emailOf(name),
        note: random.chance(0.4) ? random.pick(company.customerNotes) : null,
      });
      for (const [index, { type, invent }] of company.fields.entries()) {
        if (random.chance(0.3)) continue;
        const value = invent(random);
        const column = typeof value === 'number' ? 'number' : type === 'date' ? 'date' : 'text';
        values.push({ customer, field: fields[index], [column]: value });
      }
    }
  }
  await sql`
    insert into customer_tag (tenant_id, customer_id, tag_id)
    select distinct ${tenantId}::bigint, customer, tag
    from jsonb_to_recordset(${json(tagged)}::jsonb) as r (customer bigint, tag bigint)`.execute(tx);
  await sql`
    update customer c set note = r.note, email = r.email
    from jsonb_to_recordset(${json(known)}::jsonb) as r (customer bigint, email text, note text)
    where c.tenant_id = ${tenantId} and c.id = r.customer`.execute(tx);
  await sql`
    insert into customer_value (tenant_id, customer_id, field_id, text_value, number_value, date_value)
    select ${tenantId}, customer, field, text, number, date
    from jsonb_to_recordset(${json(values)}::jsonb)
      as r (customer bigint, field bigint, text text, number double precision, date date)`.execute(tx);
}

function emailOf(name: string): string {
  return `${foldText(name).replaceAll(' ', '.')}@mail.example`;
}

/** Returns ids in the company's order, as the fields' do. */
async function insertTags(tx: Tx, tenantId: Id, { tags }: DemoCompany): Promise<Id[]> {
  const rows = tags.map(([name, color], order) => ({ order, name, color }));
  const { rows: inserted } = await sql<{ id: Id }>`
    insert into tag (tenant_id, name, color) select ${tenantId}, name, color
    from jsonb_to_recordset(${json(rows)}::jsonb) as r ("order" int, name text, color text)
    order by "order" returning id`.execute(tx);
  return inserted.map(({ id }) => id);
}

async function insertFields(tx: Tx, tenantId: Id, { fields }: DemoCompany): Promise<Id[]> {
  const rows = fields.map(({ name, type, options = [] }, order) => ({ order, name, type, options }));
  const { rows: inserted } = await sql<{ id: Id }>`
    insert into customer_field (tenant_id, name, type, options, position)
    select ${tenantId}, name, type, options, "order"
    from jsonb_to_recordset(${json(rows)}::jsonb) as r ("order" int, name text, type text, options jsonb)
    order by "order" returning id`.execute(tx);
  return inserted.map(({ id }) => id);
}

type Note = { ticket: Id; after: Id; author: DemoAttendant; at: Date; body: string; mentions: DemoAttendant[] };

/** Notes after an attendant's message: in every third ticket that is being attended, and in some finished ones. */
async function insertNotes(tx: Tx, tenantId: Id, company: DemoCompany, plan: Plan, ids: StoredIds): Promise<void> {
  const answers = new Map<PlannedTicket, PlannedMessage[]>();
  for (const message of plan.messages) {
    if (message.author === null) continue;
    answers.set(message.ticket, [...(answers.get(message.ticket) ?? []), message]);
  }
  const chief = plan.attendants[0];
  const notes: Note[] = [];
  let [open, finished] = [0, 0];
  for (const [ticket, own] of answers) {
    const count = ticket.finishedAt === null ? (open += 1) : (finished += 1);
    if (count % (ticket.finishedAt === null ? 3 : 18) !== 0) continue;
    const behind = own[Math.floor(own.length / 2)];
    const [ticketId, after, author] = [ids.tickets.get(ticket), behind && ids.messages.get(behind), behind?.author];
    if (behind === undefined || ticketId === undefined || after === undefined || !author) continue;
    const at = (seconds: number): Date => new Date(behind.at.getTime() + seconds * 1000);
    const about = { ticket: ticketId, after };
    const [question, answer] = company.questions[notes.length % Math.max(company.questions.length, 1)] ?? [];
    if (question === undefined || answer === undefined || chief === undefined || author === chief) {
      const body = company.notes[notes.length % company.notes.length] ?? '';
      notes.push({ ...about, author, at: at(6), body, mentions: [] });
    } else {
      const body = question.replace('{pessoa}', chief.name);
      notes.push({ ...about, author, at: at(6), body, mentions: [chief] });
      notes.push({ ...about, author: chief, at: at(15), body: answer, mentions: [] });
    }
  }
  const rows = notes.map(({ author, mentions, ...note }) => ({
    ...note,
    author: author.id,
    mentions: mentions.map(({ id, name }) => ({ id, name })),
  }));
  // Their ids stay below those of future events.
  await sql`
    insert into conversation_event (tenant_id, id, ticket_id, kind, at, after_message_id, user_id, body, mentions)
    overriding system value
    select ${tenantId}, nextval('conversation_event_past'), ticket, 'note', at, after, author, body, mentions
    from jsonb_to_recordset(${json(rows)}::jsonb) as r
      (ticket bigint, at timestamptz, after bigint, author bigint, body text, mentions jsonb)`.execute(tx);
}
