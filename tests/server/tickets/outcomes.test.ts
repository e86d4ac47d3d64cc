import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { chatTickets, type EndedFilter } from '../../../contract/graphql/chat-tickets.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { deleteOutcome, newOutcome, outcomes, updateOutcome } from '../../../contract/graphql/outcomes.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import { reportOutcomes } from '../../../contract/graphql/report-outcomes.ts';
import { reportTickets } from '../../../contract/graphql/report-tickets.ts';
import { conversationExport, exportedConversationSchema } from '../../../contract/rest/conversation-export.ts';
import { ticketsSheet } from '../../../contract/rest/report-sheets.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
let sold: { id: string; name: string };
let gone: { id: string; name: string };
beforeAll(async () => {
  world = await startAttendance();
  sold = await add(world.people.ana, 'Venda feita');
  gone = await add(world.people.ana, 'Desistiu');
  await world.call(world.people.ana, deleteOutcome, { id: gone.id });
});
afterAll(() => world.stop());

const add = async (who: Person, name: string) => (await world.call(who, newOutcome, { name })).newOutcome;
const namesOf = async (who: Person) => (await world.call(who, outcomes, {})).outcomes.map(({ name }) => name);
let last = 57_000_000;
async function owned(who: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
  await world.send(who, ticket, 'oi');
  return ticket;
}
const finish = async (who: Person, { id }: ChatTicket, outcome_id?: string) =>
  (await world.call(who, finishChatTicket, { id, outcome_id })).finishChatTicket;
const rowOf = async (who: Person, { id }: ChatTicket) =>
  (await world.call(who, chatTickets, { chat_ticket_id: id })).chatTickets.items[0];
const linesOf = async (who: Person, { customer, instance }: ChatTicket) =>
  (
    await world.call(who, customerChatEvents, { customer_id: customer.id, instance_id: instance.id })
  ).customerChatEvents.flatMap(({ kind, message }) =>
    kind === 'finished' || kind === 'reopened' ? [[kind, message]] : [],
  );

describe('the company’s outcomes', () => {
  test('are seen by who finishes tickets, and managed by who may', async () => {
    const { ana, bruno, bia } = world.people;
    expect(await namesOf(bruno)).toEqual(['Venda feita']);
    expect(await namesOf(bia)).toEqual([]);
    const rename = (who: Person, version: string | null = null) =>
      world.call(who, updateOutcome, { id: sold.id, name: 'Venda feita', version });
    const remove = (who: Person) => world.call(who, deleteOutcome, { id: sold.id });
    for (const refused of [() => add(bruno, 'Outro'), () => rename(bruno), () => remove(bruno)])
      expect(await refusalOf(refused())).toBe('FORBIDDEN error.forbidden');
    for (const refused of [rename, remove]) expect(await refusalOf(refused(bia))).toMatch(/^(?:NOT_FOUND|FORBIDDEN) /);
    expect(await fieldsOf(add(ana, 'venda FEITA'))).toEqual({ name: 'error.outcome.nameTaken' });
    expect(await fieldsOf(add(ana, ' '))).toEqual({ name: 'error.field.required' });
    expect(await refusalOf(rename(ana, '99'))).toBe('CONFLICT error.form.conflict');
    // The name of one that was removed is free.
    const again = await add(ana, 'Desistiu');
    expect(await namesOf(ana)).toEqual(['Desistiu', 'Venda feita']);
    expect(await refusalOf(world.call(ana, updateOutcome, { id: gone.id, name: 'X' }))).toBe(
      'NOT_FOUND error.notFound',
    );
    await world.call(ana, deleteOutcome, { id: again.id });
    const audited = await world.rows<{ action: string }>(
      "select action from audit where action like 'outcome.%' group by action order by action",
    );
    expect(audited.map(({ action }) => action)).toEqual(['outcome.create', 'outcome.delete']);
    const told = await world.rows("select from event where name = 'ListUpdated' and data->>'list' = 'outcomes'");
    expect(told).toHaveLength(5);
  });
});

describe('a finish', () => {
  test('with an outcome: told to everybody with its name of then, which a later name doesn’t change', async () => {
    const { ana, bruno } = world.people;
    const ticket = await owned(bruno);
    const socket = await world.socket(bruno);
    expect((await finish(bruno, ticket, sold.id)).outcome).toBe('Venda feita');
    await socket.pong();
    const closed = socket.frames.flatMap(({ event, data }) =>
      event === 'ChatTicketClosed' && data.chatTicket.id === ticket.id ? [data.chatTicket.outcome] : [],
    );
    expect(closed).toEqual(['Venda feita']);
    await world.call(ana, updateOutcome, { id: sold.id, name: 'Vendido' });
    expect((await rowOf(bruno, ticket))?.outcome).toBe('Venda feita');
    expect(await linesOf(bruno, ticket)).toEqual([['finished', 'Venda feita']]);
    const { items } = (await world.call(bruno, pastChatTickets, { customer_id: ticket.customer.id })).pastChatTickets;
    expect(items.map(({ outcome }) => outcome)).toEqual(['Venda feita']);
    const query = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
    const exported = async (format: string) =>
      fetch(`${world.url}${conversationExport.path}?${new URLSearchParams({ ...query, format }).toString()}`, {
        headers: { authorization: `Bearer ${bruno.token}` },
      });
    const read = exportedConversationSchema.parse(await (await exported('json')).json());
    expect(read.tickets.map(({ outcome }) => outcome)).toEqual(['Venda feita']);
    expect(read.entries.at(-1)).toMatchObject({ kind: 'finished', message: 'Venda feita' });
    expect((await exported('pdf')).status).toBe(200);
    const [audited] = await world.rows<{ details: unknown }>(
      `select details from audit where action = 'ticket.finish' and subject = 'ticket:${ticket.id}'`,
    );
    expect(audited?.details).toEqual({ outcome: 'Venda feita' });
    await world.call(ana, updateOutcome, { id: sold.id, name: 'Venda feita' });
  });

  test('undone, it has no outcome until it is finished again', async () => {
    const { bruno } = world.people;
    const ticket = await owned(bruno);
    await finish(bruno, ticket, sold.id);
    const { reopenChatTicket: open } = await world.call(bruno, reopenChatTicket, { id: ticket.id });
    expect(open).toMatchObject({ finished_at: null, outcome: null });
    expect((await finish(bruno, ticket)).outcome).toBeNull();
    expect(await linesOf(bruno, ticket)).toEqual([
      ['finished', 'Venda feita'],
      ['reopened', null],
      ['finished', null],
    ]);
  });

  test('with one that was removed, or that the company never had, is refused, and the ticket goes on', async () => {
    const { bruno, carla } = world.people;
    const [foreign] = await world.rows<{ id: string }>(
      `insert into outcome (tenant_id, name) select tenant_id, 'De Brisa' from app_user where id = $1 returning id`,
      [world.people.bia.id],
    );
    const ticket = await owned(bruno);
    expect(await refusalOf(finish(bruno, ticket, gone.id))).toBe('CONFLICT error.outcome.removed');
    for (const id of [foreign?.id ?? '', '999999'])
      expect(await refusalOf(finish(bruno, ticket, id))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(finish(carla, ticket, sold.id))).not.toBe('');
    expect(await rowOf(bruno, ticket)).toMatchObject({ finished_at: null, outcome: null });
    expect(await linesOf(bruno, ticket)).toEqual([]);
  });
});

test('the list of finished ones narrows to when and how they ended; open ones don’t mind', async () => {
  const { ana, bruno, bia } = world.people;
  const ended = await Promise.all([owned(bruno), owned(bruno)]);
  const [first, second] = ended;
  const at = Date.parse((await finish(bruno, first, sold.id)).finished_at ?? '');
  await finish(bruno, second);
  const open = await owned(bruno);
  const idsOf = async (who: Person, filter: EndedFilter, finished_tickets = true) => {
    const of = { finished_tickets, view: 'all', with_views: true, pagination_limit: 100, ended: filter };
    const { items, views } = (await world.call(who, chatTickets, of)).chatTickets;
    if (finished_tickets) expect(views?.finished).toBe(items.length);
    return items.map(({ id }) => id).filter((id) => [first, second, open].some((each) => each.id === id));
  };
  expect(await idsOf(ana, {})).toEqual([second.id, first.id]);
  expect(await idsOf(ana, { from: at, outcome: sold.name })).toEqual([first.id]);
  expect(await idsOf(ana, { from: at, outcome: '' })).toEqual([second.id]);
  expect(await idsOf(ana, { from: at + 3_600_000 })).toEqual([]);
  expect(await idsOf(ana, { to: at })).toEqual([]);
  expect(await idsOf(ana, { to: at }, false)).toEqual([open.id]);
  expect(await idsOf(bia, {})).toEqual([]);
  for (const from of [-1, 9e15])
    expect(await fieldsOf(idsOf(ana, { from }))).toEqual({ 'ended.from': 'error.invalid' });
});

test('the report counts finished tickets by outcome, and shows those of one', async () => {
  const { ana, bruno, bia } = world.people;
  const kept = await add(ana, 'Resolvido');
  const finished = [await owned(bruno), await owned(bruno)] as const;
  await finish(bruno, finished[0], kept.id);
  await finish(bruno, finished[1], kept.id);
  const without = await Promise.all(Array.from({ length: 5 }, () => owned(bruno)));
  for (const ticket of without) await finish(bruno, ticket);
  await world.call(ana, deleteOutcome, { id: kept.id });
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const behind = { tickets: 'finished', start_at: day, finish_at: day };
  const { reportOutcomes: counted } = await world.call(ana, reportOutcomes, behind);
  expect(counted.find(({ id }) => id === kept.id)).toEqual({
    id: kept.id,
    name: 'Resolvido',
    deleted: true,
    tickets: 2,
  });
  // Those without come last, however many.
  expect(counted.at(-1)?.id).toBe('');
  expect(counted.at(-1)?.tickets).toBeGreaterThan(counted[0]?.tickets ?? 9);
  const of = async (outcome_id: string | null) =>
    (await world.call(ana, reportTickets, { ...behind, outcome_id, pagination_limit: 100 })).reportTickets;
  expect((await of(kept.id)).items.map(({ id, outcome }) => [id, outcome])).toEqual(
    finished.toReversed().map(({ id }) => [id, 'Resolvido']),
  );
  const all = await of(null);
  expect(counted.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(all.total_items);
  expect((await of('')).total_items).toBe(all.items.filter(({ outcome }) => outcome === null).length);
  const sheet = await fetch(`${world.url}${ticketsSheet.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...behind, outcome_id: kept.id, format: 'csv', locale: 'pt_BR' }),
  });
  const rows = (await sheet.text()).trim().split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('Desfecho');
  expect(rows.slice(1).every((row) => row.includes('Resolvido'))).toBe(true);

  expect(await refusalOf(world.call(bruno, reportOutcomes, behind))).toBe('FORBIDDEN error.forbidden');
  expect(await refusalOf(world.call(ana, reportOutcomes, { ...behind, tickets: 'opened' }))).toBe(
    'INVALID error.invalid',
  );
  const opened = { ...behind, tickets: 'opened', outcome_id: kept.id };
  expect(await refusalOf(world.call(ana, reportTickets, opened))).toBe('INVALID error.invalid');
  expect(await refusalOf(world.call(bia, reportTickets, { ...behind, outcome_id: kept.id }))).toMatch(
    /^(?:NOT_FOUND|FORBIDDEN) /,
  );
});
