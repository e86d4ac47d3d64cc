import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { whatsappProtocol, whatsappProtocolTimeline } from '../../../contract/rest/whatsapp-protocol.ts';
import { printable } from '../../../server/documents/printable.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { callRest } from '../../support/rest-wire.ts';

let world: World;
let ticket: ChatTicket;
beforeAll(async () => {
  world = await startAttendance();
  const { ana, bruno } = world.people;
  // Attendants who may look protocols up.
  const [role] = await world.rows<{ id: string }>('select role_id as id from app_user where id = $1', [bruno.id]);
  await callRest(world.url, 'POST', '/api/permission/update', {
    token: ana.token,
    body: { roleId: role?.id, permissions: ['chat', 'whatsapp-protocol'] },
  });
  ticket = await world.open({ from: '5511987650001', text: 'Olá, não chegou 😀 👩‍👩‍👧 🛸' });
  await world.send(bruno, ticket, 'Já vejo para você.');
  const { createTicketTransfer: offer } = await world.call(bruno, createTicketTransfer, {
    chat_ticket_id: ticket.id,
    next_user_id: ana.id,
  });
  await world.call(ana, confirmTicketTransfer, { id: offer.id });
  await world.call(ana, finishChatTicket, { id: ticket.id });
});
afterAll(() => world.stop());

const get = (who: Person, path: string, query: Record<string, string>) =>
  callRest(world.url, 'GET', `${path}?${new URLSearchParams(query).toString()}`, { token: who.token });

test('by its number, as people write it: the ticket, and all that happened to it in order', async () => {
  const { ana, bruno } = world.people;
  const found = await get(ana, whatsappProtocol.path, { protocol: ` #${ticket.protocol} ` });
  expect(whatsappProtocol.answer.parse(found.body)).toMatchObject({
    id: ticket.id,
    user: { id: ana.id },
    customer: { phone_number: '5511987650001' },
    messages_in: 1,
    messages_out: 1,
  });
  const listed = await get(ana, whatsappProtocolTimeline.path, { protocol: ticket.protocol });
  const { items, total_items: total } = whatsappProtocolTimeline.answer.parse(listed.body);
  expect(items.map(({ event, user, next_user: next }) => [event, user?.id ?? null, next?.id ?? null])).toEqual([
    ['opened', null, null],
    ['message', null, null],
    ['message', bruno.id, null],
    ['transferOffered', bruno.id, ana.id],
    ['transferAccepted', ana.id, ana.id],
    ['finished', ana.id, null],
  ]);
  const page = await get(ana, whatsappProtocolTimeline.path, {
    protocol: ticket.protocol,
    pagination_page: '2',
    pagination_limit: '4',
  });
  expect([total, whatsappProtocolTimeline.answer.parse(page.body).items.map(({ event }) => event)]).toEqual([
    6,
    ['transferAccepted', 'finished'],
  ]);
});

test('seen as tickets are: not by who has lost it, not by another company, not without the permission', async () => {
  const { ana, bruno, carla, bia } = world.people;
  for (const path of [whatsappProtocol.path, whatsappProtocolTimeline.path, '/api/whatsapp-protocol/pdf']) {
    const statuses = [];
    for (const who of [ana, bruno, carla, bia])
      statuses.push((await get(who, path, { protocol: ticket.protocol })).status);
    expect([path, statuses]).toEqual([path, [200, 404, 404, 404]]);
    expect((await get(ana, path, { protocol: '20260101-9999\u0000' })).status).toBe(404);
    expect((await get(ana, path, { protocol: '' })).error?.fields).toEqual({ protocol: 'error.field.required' });
  }
});

test('as a PDF: a file, in several pages when it is long; taking it is written down', async () => {
  const { ana } = world.people;
  const ask = async (locale: string) => {
    const response = await fetch(
      `${world.url}/api/whatsapp-protocol/pdf?protocol=${ticket.protocol}&locale=${locale}`,
      {
        headers: { authorization: `Bearer ${ana.token}` },
      },
    );
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return { response, bytes, pages: bytes.match(/\/Type \/Page\b/g)?.length };
  };
  const short = await ask('pt_BR');
  expect(short.response.headers.get('content-type')).toBe('application/pdf');
  expect(short.response.headers.get('content-disposition')).toContain(`protocolo-${ticket.protocol}.pdf`);
  expect([short.bytes.slice(0, 5), short.bytes.trimEnd().slice(-5), short.pages]).toEqual(['%PDF-', '%%EOF', 1]);
  await world.rows(
    `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, body)
    select tenant_id, id, customer_id, instance_id, 1, repeat('Ação é coração. ', 20)
    from chat_ticket, generate_series(1, 1200) where id = $1`,
    [ticket.id],
  );
  const long = await ask('en');
  expect([long.pages !== undefined && long.pages > 50, long.bytes.trimEnd().slice(-5)]).toEqual([true, '%%EOF']);
  const written = await world.rows<{ subject: string }>(
    `select distinct subject from audit where action = 'protocol.export' and user_id = $1`,
    [ana.id],
  );
  expect(written).toEqual([{ subject: `ticket:${ticket.id}` }]);
});

test.each([
  ['Ação, coração, São João', 'Ação, coração, São João'],
  ['ac\u0327a\u0303o', 'ação'],
  ['bom 😀👍🏽!', 'bom 😀□!'],
  ['👩‍👩‍👧 🇧🇷 ❤️', '□ □ ❤'],
  ['a\u0000b\r\nc\td', 'ab\nc  d'],
  ['漢字', '□□'],
])('%j is set as %j', (text, set) => expect(printable(text)).toBe(set));
