import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import { changeTenant } from '../../../server/db/change.ts';
import { storeBotMessage } from '../../../server/domain/messages/bot-message.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { addSmsInstance, NUMBERS_WITH_SMS, SMS_SENDERS } from '../../support/sms.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance({ emulator: { numbers: NUMBERS_WITH_SMS }, attendance: { outbox: { pollMs: 30 } } });
});
afterAll(() => world.stop());

const name = 'Bruno Alves';
const turn = (on: boolean) =>
  world.rows(
    `insert into tenant_setting (tenant_id, key, value) select tenant_id, 'sign_messages', $2::jsonb from app_user
      where id = $1 on conflict (tenant_id, key) do update set value = excluded.value`,
    [world.people.bruno.id, JSON.stringify(on)],
  );
const textsOn = async ({ customer }: ChatTicket) =>
  (await world.emulator.received(customer.phone_number)).map(({ text }) => text);

test('switched on -> the customer reads the name before a text, and the company the text alone', async () => {
  const { bruno, bia } = world.people;
  await world.rows('update app_user set name = $2 where id = $1', [bruno.id, name]);
  const ticket = await world.open({ from: '5511937000001' });
  await world.send(bruno, ticket, 'antes');
  await turn(true);
  const sent = await world.send(bruno, ticket, 'Oi, *tudo* bem?');
  expect(sent.message).toBe('Oi, *tudo* bem?');
  // With a quote it isn't claimed as it is stored.
  await world.send(bruno, ticket, 'citada', { reply_message_id: sent.id });
  const options = [{ title: 'Sim' }, { title: 'Não' }];
  const to = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id };
  await world.call(bruno, shareContent, { ...to, client_id: randomUUID(), choices: { text: 'Pode ser?', options } });
  const [row] = await world.rows<{ tenant_id: string }>('select tenant_id from app_user where id = $1', [bruno.id]);
  const access = { instanceId: ticket.instance.id, ownerId: bruno.id, offeredTo: null };
  const bot = { ...access, ticketId: ticket.id, customerId: ticket.customer.id, text: 'Robô', at: new Date() };
  await changeTenant(world.server.services.db, row?.tenant_id ?? '', (change) => storeBotMessage(change, bot));
  await turn(false);
  await world.send(bruno, ticket, 'depois');
  await expectEventually(() => textsOn(ticket)).toEqual([
    'antes',
    `*${name}:*\nOi, *tudo* bem?`,
    `*${name}:*\ncitada`,
    'Pode ser?',
    'Robô',
    'depois',
  ]);
  await turn(true);
  const theirs = await world.open({ from: '5511937000002', number: 'brisa' });
  await world.send(bia, theirs, 'de Brisa');
  await expectEventually(() => textsOn(theirs)).toEqual(['de Brisa']);
});

test('a text that leaves the name no room -> goes without it', async () => {
  const { bruno } = world.people;
  await turn(true);
  const ticket = await world.open({ from: '5511937000003' });
  const max = MESSAGE_MAX_LENGTH - signatureOf(name, 'whatsapp').length;
  const [fits, long] = ['a'.repeat(max), 'b'.repeat(max + 1)];
  await world.send(bruno, ticket, fits);
  await world.send(bruno, ticket, long);
  await expectEventually(() => textsOn(ticket)).toEqual([`*${name}:*\n${fits}`, long]);
});

test('a customer’s words that are forwarded -> without the name of who forwards them', async () => {
  const { bruno } = world.people;
  await turn(true);
  const [from, to] = [
    await world.open({ from: '5511937000006', text: 'do cliente' }),
    await world.open({ from: '5511937000007' }),
  ];
  const [theirs] = await world.chat(bruno, from);
  const target = { to_number: to.customer.phone_number, instance_id: to.instance.id, client_id: randomUUID() };
  await world.call(bruno, forwardMessage, { message_id: theirs?.id ?? '', ...target });
  await expectEventually(() => textsOn(to)).toEqual(['do cliente']);
});

test('by SMS -> the name is plain', async () => {
  const { bruno } = world.people;
  await turn(true);
  await addSmsInstance(world, 'twilio');
  const { sender } = SMS_SENDERS.twilio;
  await world.emulator.saveCustomer('5511937000004', 'Dona Célia');
  await world.emulator.write(sender, '5511937000004', 'oi');
  await expectEventually(async () => (await world.ticketOf(bruno, '5511937000004'))?.id ?? '').not.toBe('');
  const ticket = await world.ticketOf(bruno, '5511937000004');
  if (ticket === undefined) throw new Error('There is no ticket');
  await world.send(bruno, ticket, 'Oi');
  await expectEventually(() => textsOn(ticket)).toEqual([`${name}: Oi`]);
});

test.each([
  ['Ana *Luz*\n', 'whatsapp', '*Ana Luz:*\n'],
  ['Ana', 'sms', 'Ana: '],
  [' * ', 'whatsapp', ''],
] as const)('the name %j by %s -> %j', (given, channel, expected) => {
  expect(signatureOf(given, channel)).toBe(expected);
});
