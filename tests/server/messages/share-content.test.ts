import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import type { ChoicesInput, ShareContentVariables } from '../../../contract/graphql/share-content.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 29_000_000;
const newPhone = (): string => `55119${(last += 1)}`;

async function own(who: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone(), text: 'Onde fica?' });
  await world.send(who, ticket, 'Já digo');
  return ticket;
}

async function share(who: Person, to: ChatTicket, more: Partial<ShareContentVariables>) {
  const target = { to_number: to.customer.phone_number, instance_id: to.instance.id };
  return (await world.call(who, shareContent, { ...target, client_id: randomUUID(), ...more })).shareContent;
}

const received = async (ticket: ChatTicket) =>
  (await world.emulator.received(ticket.customer.phone_number))
    .map(({ type, content }) => ({ type, content }))
    .slice(1);

const SHOP = { latitude: -23.561_4, longitude: -46.655_9, name: 'Loja Aurora', address: 'Av. Paulista, 1000' };
const CARD = {
  name: 'Rui Alves',
  organization: 'Oficina',
  phones: ['+55 11 98765-0000'],
  emails: ['rui@oficina.example'],
};

describe('sharing', () => {
  test('a place, sent six times under one id -> on the phone once, as a place; drawn with its map', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => share(bruno, ticket, { location: SHOP, client_id })),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent[0]).toMatchObject({
      type: 0,
      tag_type: 'location',
      message: 'Loja Aurora\nAv. Paulista, 1000',
      location: SHOP,
      contacts: null,
    });
    await expectEventually(() => received(ticket)).toEqual([{ type: 'location', content: SHOP }]);
    expect((await world.chat(bruno, ticket)).at(-1)).toMatchObject({ location: SHOP });
  });

  test('buttons and a list -> on the phone as the Cloud API wants them, never as bare text; the answer quotes them', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    await expectEventually(async () => (await world.emulator.received(ticket.customer.phone_number)).length).toBe(1);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const asked = { text: 'Qual cor?', options: [{ title: 'Azul' }, { title: 'Verde' }] };
    const sent = await share(bruno, ticket, { choices: asked });
    const shown = { button: null, options: asked.options.map((option) => ({ ...option, description: null })) };
    expect(sent).toMatchObject({ type: 0, tag_type: 'interactive', message: 'Qual cor?', choices: shown });
    await expectEventually(() =>
      world.rows('select state from outbox where message_id = $1 and attempts > 0', [sent.id]),
    ).toEqual([{ state: 'interactive' }]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    const options = [{ title: 'Sala', description: 'Sofás e mesas' }, { title: 'Quarto' }];
    await share(bruno, ticket, { choices: { text: 'Qual ambiente?', button: 'Ver ambientes', options } });
    const rows = [
      { id: '1', title: 'Sala', description: 'Sofás e mesas' },
      { id: '2', title: 'Quarto' },
    ];
    const buttons = [
      { type: 'reply', reply: { id: '1', title: 'Azul' } },
      { type: 'reply', reply: { id: '2', title: 'Verde' } },
    ];
    await expectEventually(() => received(ticket)).toEqual([
      { type: 'interactive', content: { type: 'button', body: { text: 'Qual cor?' }, action: { buttons } } },
      {
        type: 'interactive',
        content: {
          type: 'list',
          body: { text: 'Qual ambiente?' },
          action: { button: 'Ver ambientes', sections: [{ rows }] },
        },
      },
    ]);
    const [, atPhone] = await world.emulator.received(ticket.customer.phone_number);
    await world.emulator.write('100000000000001', ticket.customer.phone_number, {
      type: 'interactive',
      reply: 'button_reply',
      id: '2',
      title: 'Verde',
      replyTo: atPhone?.id,
    });
    await expectEventually(async () => (await world.chat(bruno, ticket)).at(-1)).toMatchObject({
      type: 1,
      tag_type: 'interactive',
      message: 'Verde',
      choices: null,
      parentCustomerChat: { id: sent.id },
    });
    // A colleague reads them after a reload, and they are forwarded as they are.
    const later = (await world.chat(world.people.ana, ticket)).find(({ id }) => id === sent.id);
    expect(later).toMatchObject({ choices: shown });
    const other = await own(bruno);
    const target = { to_number: other.customer.phone_number, instance_id: other.instance.id };
    await world.call(bruno, forwardMessage, { ...target, message_id: sent.id, client_id: randomUUID() });
    await expectEventually(async () => (await received(other)).at(-1)).toMatchObject({
      content: { type: 'button', action: { buttons } },
    });
  });

  test('a place without words -> its degrees stand for it', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    const { latitude, longitude } = SHOP;
    const sent = await share(bruno, ticket, { location: { latitude, longitude, name: ' ', address: null } });
    expect(sent).toMatchObject({ message: '-23.5614, -46.6559', location: { latitude, longitude, name: null } });
    await expectEventually(() => received(ticket)).toEqual([{ type: 'location', content: { latitude, longitude } }]);
  });

  test('a contact card -> on the phone with a number that can be written to', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    expect(await share(bruno, ticket, { contact: CARD })).toMatchObject({
      tag_type: 'contacts',
      message: 'Rui Alves · +55 11 98765-0000 · rui@oficina.example',
      contacts: [{ ...CARD, phones: [{ phone: '+55 11 98765-0000', wa_id: '5511987650000' }] }],
    });
    await expectEventually(() => received(ticket)).toEqual([
      {
        type: 'contacts',
        content: [
          {
            name: { formatted_name: 'Rui Alves', first_name: 'Rui Alves' },
            org: { company: 'Oficina' },
            phones: [{ phone: '+55 11 98765-0000', type: 'CELL', wa_id: '5511987650000' }],
            emails: [{ email: 'rui@oficina.example', type: 'WORK' }],
          },
        ],
      },
    ]);
  });

  test('with a quote -> it goes with every kind, and is there after a reload', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    const { id: reply_message_id = '', whatsapp_message_id: atProvider } = ticket.customerLastChat ?? {};
    const choices = { text: 'Qual?', options: [{ title: 'Azul' }] };
    const kinds = [{ location: SHOP }, { contact: CARD }, { choices }];
    for (const kind of kinds) await share(bruno, ticket, { ...kind, reply_message_id });
    const phone = ticket.customer.phone_number;
    const quoted = async () => (await world.emulator.received(phone)).slice(1).map((each) => each.quoted?.id);
    await expectEventually(quoted).toEqual(kinds.map(() => atProvider));
    const reloaded = (await world.chat(bruno, ticket)).slice(-3).map((each) => each.parentCustomerChat);
    expect(reloaded).toMatchObject(kinds.map(() => ({ id: reply_message_id, message: 'Onde fica?' })));
  });

  test('forwarded to another customer -> the same place there', async () => {
    const { bruno } = world.people;
    const from = await own(bruno);
    const to = await own(bruno);
    const { id } = await share(bruno, from, { location: SHOP });
    const target = { to_number: to.customer.phone_number, instance_id: to.instance.id, client_id: randomUUID() };
    const { forwardMessage: sent } = await world.call(bruno, forwardMessage, { message_id: id, ...target });
    expect(sent).toMatchObject({ tag_type: 'location', is_forwarded: true });
    await expectEventually(() => received(to)).toEqual([{ type: 'location', content: SHOP }]);
  });
});

describe('is refused', () => {
  test('by field', async () => {
    const { bruno } = world.people;
    const ticket = await own(bruno);
    const fields = (more: Partial<ShareContentVariables>) => fieldsOf(share(bruno, ticket, more));
    expect(await fields({ location: { ...SHOP, latitude: 90.5 } })).toEqual({ latitude: 'error.shared.degrees' });
    expect(await fields({ location: { ...SHOP, longitude: -181 } })).toEqual({ longitude: 'error.shared.degrees' });
    expect(await fields({ location: { ...SHOP, name: 'x'.repeat(201) } })).toEqual({ name: 'error.field.tooLong' });
    expect(await fields({ contact: { ...CARD, name: ' ' } })).toEqual({ name: 'error.field.required' });
    expect(await fields({ contact: { ...CARD, phones: [] } })).toEqual({ phones: 'error.field.required' });
    expect(await fields({ contact: { ...CARD, phones: ['ramal 12'] } })).toEqual({ phones: 'error.number.malformed' });
    expect(await fields({ contact: { ...CARD, emails: ['rui'] } })).toEqual({ emails: 'error.field.email' });
    expect(await fields({})).toEqual({ location: 'error.field.required' });
    expect(await fields({ location: SHOP, contact: CARD })).toEqual({ location: 'error.field.required' });
    const titles = (...each: string[]) => each.map((title) => ({ title }));
    const choices = { text: 'Qual?', options: titles('Azul') };
    const wrong = (changed: Partial<ChoicesInput>) => fields({ choices: { ...choices, ...changed } });
    expect(await wrong({ text: ' ' })).toEqual({ text: 'error.field.required' });
    expect(await wrong({ text: 'x'.repeat(1025) })).toEqual({ text: 'error.field.tooLong' });
    expect(await wrong({ options: [] })).toEqual({ options: 'error.field.required' });
    expect(await wrong({ options: titles('1', '2', '3', '4') })).toEqual({ options: 'error.field.tooMany' });
    expect(await wrong({ options: titles('x'.repeat(21)) })).toEqual({ options: 'error.field.tooLong' });
    expect(await wrong({ options: titles('Azul', ' Azul') })).toEqual({ options: 'error.choices.same' });
    const list = { button: 'Ver', options: titles('x'.repeat(24)) };
    expect(await wrong({ ...list, button: 'x'.repeat(21) })).toEqual({ button: 'error.field.tooLong' });
    expect(await wrong({ ...list, options: titles('x'.repeat(25)) })).toEqual({ options: 'error.field.tooLong' });
    expect(await wrong({ ...list, options: titles(...'a b c d e f g h i j k'.split(' ')) })).toEqual({
      options: 'error.field.tooMany',
    });
    const described = [{ title: 'a', description: 'x'.repeat(73) }];
    expect(await wrong({ ...list, options: described })).toEqual({ options: 'error.field.tooLong' });
    expect(await received(ticket)).toEqual([]);
  });

  test('to a colleague’s customer, and to another company’s', async () => {
    const { bruno, carla, bia } = world.people;
    const ticket = await own(bruno);
    expect(await refusalOf(share(carla, ticket, { location: SHOP }))).toMatch(/^(?:FORBIDDEN|NOT_FOUND) /);
    const choices = { text: 'Qual?', options: [{ title: 'Azul' }] };
    expect(await refusalOf(share(bia, ticket, { contact: CARD }))).toMatch(/^(?:FORBIDDEN|NOT_FOUND) /);
    expect(await refusalOf(share(bia, ticket, { choices }))).toMatch(/^(?:FORBIDDEN|NOT_FOUND) /);
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticket.id,
    ]);
    expect(await refusalOf(share(bruno, ticket, { choices }))).toBe('CONFLICT error.window.closed');
  });
});
