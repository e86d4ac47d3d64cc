import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { restErrorSchema } from '../../../contract/errors.ts';
import { LOCALES } from '../../../contract/facts/locales.ts';
import { newChatNote } from '../../../contract/graphql/chat-notes.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import { conversationExport, exportedConversationSchema } from '../../../contract/rest/conversation-export.ts';
import { momentIn } from '../../../server/documents/conversation-json.ts';
import { happenedText } from '../../../server/documents/conversation-pdf.ts';
import { messageWords } from '../../../server/documents/protocol-pdf.ts';
import { PROTOCOL_TEXTS } from '../../../server/documents/protocol-texts.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { addMany } from '../../support/many-messages.ts';

let world: World;
/** A conversation's first ticket, Bruno's then Ana's, and its second, Carla's. */
let first: ChatTicket;
let second: ChatTicket;
const FROM = '5511986660001';
beforeAll(async () => {
  world = await startAttendance();
  const { ana, bruno, carla } = world.people;
  first = await world.open({ from: FROM, number: 'suporte', text: 'Olá, preciso de ajuda 😀' });
  await world.send(bruno, first, 'Já vejo: ação e coração.');
  const of = { customer_id: first.customer.id, instance_id: first.instance.id };
  const note = { ...of, message: 'Cliente antigo', mention_ids: [], client_id: randomUUID() };
  await world.call(bruno, newChatNote, note);
  const { createTicketTransfer: offer } = await world.call(bruno, createTicketTransfer, {
    chat_ticket_id: first.id,
    previous_user_id: bruno.id,
    next_user_id: ana.id,
    note: 'Pede desconto',
  });
  await world.call(ana, confirmTicketTransfer, { id: offer.id });
  await world.call(ana, finishChatTicket, { id: first.id });
  second = await world.open({ from: FROM, number: 'suporte', text: 'Voltei' });
  await world.send(carla, second, 'Pois não?');
});
afterAll(() => world.stop());

const ask = (who: Person, format: string, changes: Record<string, string> = {}) => {
  const query = { customer_id: first.customer.id, instance_id: first.instance.id, format, ...changes };
  return fetch(`${world.url}${conversationExport.path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
};
const readBy = async (who: Person) => exportedConversationSchema.parse(await (await ask(who, 'json')).json());

test('as JSON: all tickets in order, as documented, in the company’s time zone', async () => {
  const { ana, carla } = world.people;
  const read = await readBy(carla);
  expect(read).toMatchObject({ version: 1, timezone: 'America/Sao_Paulo', exported_by: { id: carla.id } });
  expect(read.tickets.map(({ protocol, user, finished_at: at }) => [protocol, user?.id, at !== null])).toEqual([
    [first.protocol, ana.id, true],
    [second.protocol, carla.id, false],
  ]);
  const told = read.entries.map(({ kind, ticket_id: of, message }) => `${of === first.id ? 1 : 2} ${kind}: ${message}`);
  expect(told.filter((line) => !/ (?:taken|assigned):/.test(line))).toEqual([
    '1 opened: null',
    '1 message: Olá, preciso de ajuda 😀',
    '1 message: Já vejo: ação e coração.',
    '1 note: Cliente antigo',
    '1 transfer_offered: Pede desconto',
    '1 transfer_accepted: null',
    '1 finished: null',
    expect.stringMatching('2 opened: null'),
    '2 message: Voltei',
    '2 message: Pois não?',
  ]);
  expect(read.entry_count).toBe(read.entries.length);
  expect(read.entries.every(({ at }) => at.endsWith('-03:00'))).toBe(true);
  const response = await ask(carla, 'json');
  expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="conversa-\d+-[\d-]+\.json"/);
});

test('as far as one may read it: up to the newest ticket that one sees, and not at all without one', async () => {
  const { ana, bruno, bia } = world.people;
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [first.id, bruno.id]);
  const read = await readBy(bruno);
  expect(read.tickets.map(({ protocol }) => protocol)).toEqual([first.protocol]);
  expect([...new Set(read.entries.map(({ kind, ticket_id: of }) => `${kind === 'message'} ${of}`))]).toEqual([
    `false ${first.id}`,
    `true ${first.id}`,
  ]);
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [first.id, ana.id]);
  expect([(await ask(bruno, 'json')).status, (await ask(bia, 'pdf')).status]).toEqual([404, 404]);
  const anothers = { customer_id: first.customer.id, instance_id: world.instances.brisa };
  expect((await ask(ana, 'json', anothers)).status).toBe(404);
  expect((await ask(ana, 'docx')).status).toBe(400);
});

test('a customer’s earlier tickets are listed as far as one may read them, also those of others', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const list = async (who: Person) =>
    (await world.call(who, pastChatTickets, { customer_id: first.customer.id })).pastChatTickets;
  const row = { id: first.id, protocol: first.protocol, user: { id: ana.id } };
  expect(await list(ana)).toMatchObject({ total_items: 1, items: [{ ...row, may_open: true }] });
  // Carla reads it in the conversation of her own.
  expect(await list(carla)).toMatchObject({ total_items: 1, items: [{ ...row, may_open: false }] });
  for (const other of [bruno, bia]) expect(await refusalOf(list(other))).toBe('NOT_FOUND error.notFound');
  // What was on another number, where she serves nobody, isn't hers to see.
  const elsewhere = await world.open({ from: FROM, number: 'vendas' });
  await world.call(ana, finishChatTicket, { id: elsewhere.id });
  expect((await list(ana)).total_items).toBe(2);
  expect((await list(carla)).items.map(({ id }) => id)).toEqual([first.id]);
});

test('long ones: as a PDF of many pages, as a JSON read in several parts; the export is audited', async () => {
  const { ana } = world.people;
  const add = (count: number) =>
    world.rows(
      `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, body)
      select tenant_id, id, customer_id, instance_id, n % 2, 'Mensagem nº ' || n || ': ação 😀 ' || repeat('ção ', 12)
      from chat_ticket, generate_series(1, ${count}) n where id = $1`,
      [second.id],
    );
  await add(250);
  const response = await ask(ana, 'pdf', { locale: 'pt' });
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect([bytes.slice(0, 5), bytes.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
  expect(bytes.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(5);
  await add(3000);
  const read = await readBy(ana);
  expect(read.entry_count).toBeGreaterThan(3250);
  expect(read.entries.at(-1)?.message).toContain('Mensagem nº 3000: ação 😀');
  const written = await world.rows<{ subject: string; format: string }>(
    `select distinct subject, details->>'format' as format from audit
      where action = 'conversation.export' and user_id = $1 order by 2`,
    [ana.id],
  );
  const subject = `customer:${first.customer.id}`;
  expect(written).toEqual([
    { subject, format: 'json' },
    { subject, format: 'pdf' },
  ]);
});

test('a PDF of more than 50,000 messages -> refused, with how many it may have', async () => {
  const { bruno, carla } = world.people;
  const from = '5511986660099';
  const earlier = await world.open({ from, number: 'suporte' });
  await world.send(bruno, earlier, 'Pois não?');
  await world.call(bruno, finishChatTicket, { id: earlier.id });
  const ticket = await world.open({ from, number: 'suporte' });
  await world.send(carla, ticket, 'Pois não?');
  await addMany(world.server.owner, ticket.id, 50_000);
  const of = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
  // Only what one may read counts.
  expect((await ask(bruno, 'pdf', of)).status).toBe(200);
  const refused = await ask(world.people.ana, 'pdf', of);
  expect([refused.status, restErrorSchema.parse(await refused.json()).error]).toMatchObject([
    409,
    { key: 'error.export.tooLong', params: { max: 50_000 } },
  ]);
});

test('events have the thread’s wording: by whom, to whom, with the note', async () => {
  const { ana, bruno, carla } = world.people;
  const ticket = await world.open({ from: '5511986660002', number: 'suporte' });
  const offer = async (who: Person, note?: string) => {
    const given = { chat_ticket_id: ticket.id, next_user_id: carla.id, ...(note !== undefined && { note }) };
    return (await world.call(who, createTicketTransfer, given)).createTicketTransfer;
  };
  await world.send(bruno, ticket, 'Bom dia');
  await world.call(carla, deleteTicketTransfer, { id: (await offer(bruno, 'É sua cliente')).id });
  await world.call(bruno, deleteTicketTransfer, { id: (await offer(ana)).id });
  await world.call(ana, confirmTicketTransfer, { id: (await offer(ana)).id });
  await world.call(carla, finishChatTicket, { id: ticket.id });
  const of = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
  await world.call(carla, openChatTicket, of);
  const { entries } = exportedConversationSchema.parse(await (await ask(ana, 'json', of)).json());
  const told = entries.filter(({ kind }) => kind !== 'message').map((entry) => happenedText(entry, 'pt_BR'));
  const named = told.map((line) => line.replaceAll(/(Ana|Bruno|Carla) \w+/g, '$1'));
  expect(named).toEqual([
    'Atendimento iniciado',
    'Bruno assumiu o atendimento',
    'Bruno ofereceu o atendimento a Carla\n“É sua cliente”',
    'Carla recusou a transferência',
    'Ana ofereceu o atendimento de Bruno a Carla',
    'Bruno cancelou a transferência para Carla',
    'Ana ofereceu o atendimento de Bruno a Carla',
    'Ana confirmou a transferência para Carla',
    'Atendimento finalizado por Carla',
    'Carla iniciou o atendimento',
  ]);
});

test('a message with choices is no reply: the question, with its titles below; what the customer chose is one', async () => {
  const { bruno } = world.people;
  const ticket = await world.open({ from: '5511986660003', number: 'suporte' });
  const options = [{ title: 'Sala', description: 'Sofás e mesas' }, { title: 'Quarto' }];
  const target = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id };
  const choices = { text: 'Qual ambiente?', button: 'Ver ambientes', options };
  await world.call(bruno, shareContent, { ...target, choices, client_id: randomUUID() });
  const of = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
  const { entries } = exportedConversationSchema.parse(await (await ask(bruno, 'json', of)).json());
  const asked = entries.find(({ tag_type: tag }) => tag === 'interactive');
  if (asked === undefined) throw new Error('It is not in the export');
  const shown = [options[0], { title: 'Quarto', description: null }];
  expect(asked.choices).toEqual({ button: 'Ver ambientes', options: shown });
  const inWords = (entry: typeof asked) => messageWords(entry, 'Bruno', PROTOCOL_TEXTS.pt_BR).text;
  expect(inWords(asked)).toBe('Qual ambiente?\n• Sala\n• Quarto');
  expect(inWords({ ...asked, type: 1, message: 'Sala', choices: null })).toBe('[Resposta]\nSala');
});

test.each(LOCALES)('what the system did has words of its own in %s', (locale) => {
  const [nobody, next] = [null, { id: '2', name: 'Carla' }];
  const entry = { ticket_id: '1', type: null, tag_type: null, document_name: null, document_mimetype: null };
  const none = { reply_to_id: null, choices: null, ack: null, error_key: null, department: null };
  const saidOf = (kind: string) => {
    const at = '2026-03-02T09:00:00.123-03:00';
    const people = { user: nobody, previous_user: { id: '1', name: 'Bruno' }, next_user: next };
    return happenedText(
      { id: 'event:1', kind, at, ...entry, ...people, message: null, is_bot_message: false, ...none },
      locale,
    );
  };
  const kinds = ['opened', 'assigned', 'returned', 'transfer_offered', 'transfer_withdrawn', 'finished'];
  const said = kinds.map(saidOf);
  expect(said.filter((line) => /null|\bSistema\b|\bSystem\b/.test(line))).toEqual([]);
  expect(new Set(said).size).toBe(kinds.length);
});

test.each([
  ['America/Sao_Paulo', '2026-03-02T09:00:00.123-03:00'],
  ['Asia/Kolkata', '2026-03-02T17:30:00.123+05:30'],
  ['UTC', '2026-03-02T12:00:00.123+00:00'],
])('a moment in %s', (zone, local) => expect(momentIn(zone)('2026-03-02T12:00:00.123Z')).toBe(local));
