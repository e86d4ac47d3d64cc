import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChatText, type CustomerChatText } from '../../../contract/graphql/customer-chat-text.ts';
import { whatsappProtocolTimeline } from '../../../contract/rest/whatsapp-protocol.ts';
import { MESSAGE_MAX_LENGTH, QUOTE_MAX_LENGTH, TEXT_PART_LENGTH } from '../../../contract/facts/limits.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { askRest } from '../../support/rest-calls.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 20_000_000;
const newPhone = (): string => `55119${(last += 1)}`;

const HUGE = 2_900_000;
/** What no event may have more of; nor a page of the list, a row. */
const BYTES_MAX = 65_536;
const word = 'a'.repeat(HUGE);
/** The dearest in JSON: six bytes each. */
const controls = '\u0001'.repeat(HUGE / 6);
const media = { id: '1', mime_type: 'application/pdf' };
const many = <Each>(count: number, each: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, i) => each(i));

/** Each kind of message with as much in it as a webhook brings, and what of it is readable from the beginning. */
const cards = (value: string) => ({
  type: 'contacts',
  contacts: many(10, () => ({
    name: { formatted_name: value },
    org: { company: value },
    phones: many(10, () => ({ phone: value, wa_id: value })),
    emails: many(10, () => ({ email: value })),
  })),
});

type Hostile = { name?: string; more: Record<string, unknown>; begins: string | null; cards?: number };
const HOSTILE: Readonly<Record<string, Hostile>> = {
  text: { more: { type: 'text', text: { body: word } }, begins: 'aaa' },
  'control characters': { more: { type: 'text', text: { body: controls } }, begins: '\u0001' },
  'control characters everywhere': {
    name: controls.slice(0, 80_000),
    more: {
      type: 'document',
      document: {
        id: '1',
        mime_type: controls.slice(0, 80_000),
        filename: controls.slice(0, 80_000),
        caption: controls.slice(0, 200_000),
      },
    },
    begins: '\u0001',
  },
  emoji: { more: { type: 'text', text: { body: '😀'.repeat(HUGE / 4) } }, begins: '😀' },
  caption: { more: { type: 'image', image: { ...media, caption: word } }, begins: 'aaa' },
  'file name': { more: { type: 'document', document: { ...media, filename: `${word}.pdf` } }, begins: null },
  'kind of file': { more: { type: 'document', document: { id: '1', mime_type: word } }, begins: null },
  contacts: {
    more: {
      type: 'contacts',
      contacts: many(30, () => ({
        name: { formatted_name: 'Marta' },
        phones: many(1000, (i) => ({ phone: `+55 11 9${i}`, wa_id: `55119${i}` })),
      })),
    },
    begins: 'Marta · +55 11 90',
  },
  'cards of emoji': { more: cards('😀'.repeat(1_000)), begins: '😀', cards: 1 },
  'cards of control characters': {
    name: controls.slice(0, 80_000),
    more: cards(controls.slice(0, 1_000)),
    begins: '\u0001',
  },
  'ten usual cards': { more: cards('Marta Oliveira'), begins: 'Marta', cards: 10 },
  order: {
    more: {
      type: 'order',
      order: { product_items: many(25_000, (i) => ({ product_retailer_id: `p-${i}`, quantity: 1, item_price: 1 })) },
    },
    begins: '1 × p-0 · 1,00\n',
  },
  choice: {
    more: { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'x', title: word } } },
    begins: 'aaa',
  },
  button: { more: { type: 'button', button: { text: word, payload: 'x' } }, begins: 'aaa' },
  location: { more: { type: 'location', location: { latitude: 1, longitude: 1, name: word } }, begins: 'aaa' },
  'profile name': { name: `Rui${'😀'.repeat(HUGE / 4)}`, more: {}, begins: 'Olá' },
  advertisement: { more: { referral: { source_url: word, headline: 'x' } }, begins: 'Olá' },
  'unknown kind': { more: { type: 'x', x: { caption: word } }, begins: 'aaa' },
  'one character with accents': { more: { text: { body: `a${'\u0301'.repeat(HUGE / 2)}` } }, begins: 'a\u0301' },
};

const textOf = async (who: Person, id: string): Promise<string> => {
  let text = '';
  for (let from: number | null = 0; from !== null;) {
    const part: CustomerChatText = (await world.call(who, customerChatText, { id, from })).customerChatText;
    expect(Array.from(part.message).length).toBeLessThanOrEqual(TEXT_PART_LENGTH);
    text += part.message;
    from = part.next;
  }
  return text;
};

const storedBody = async (id: string): Promise<string> => {
  const [row] = await world.rows<{ body: string }>('select body from message where id = $1', [id]);
  return row?.body ?? '';
};

describe('as much as a webhook brings', () => {
  test.each(Object.entries(HOSTILE))('%s: the events stay small, and all of it can be read', async (_kind, hostile) => {
    const phone = newPhone();
    const name = hostile.name ?? 'Rui';
    const [before] = await world.rows<{ count: number }>('select count(*)::int from event');
    const ticket = await world.open({ from: phone, name, more: hostile.more });
    // Quoted and reacted to, it goes out again.
    const quoted = ticket.customerLastChat?.whatsapp_message_id;
    await world.write({ from: phone, text: 'sobre isso', more: { context: { id: quoted } } });
    const emoji = '👍'.repeat(100_000);
    await world.write({ from: phone, more: { type: 'reaction', reaction: { message_id: quoted, emoji } } });

    const events = await world.rows<{ name: string; bytes: number }>(
      'select name, octet_length(data::text) as bytes from event order by tenant_id, position offset $1',
      [before?.count ?? 0],
    );
    expect(events.map((event) => event.name)).toContain('ChatNotification');
    expect(Math.max(...events.map(({ bytes }) => bytes))).toBeLessThanOrEqual(BYTES_MAX);

    const [message, reply] = await world.chat(world.people.ana, ticket);
    if (message === undefined || reply === undefined) throw new Error('The messages are not there');
    const body = await storedBody(message.id);
    const { begins } = hostile;
    if (hostile.cards !== undefined) expect(message.contacts).toHaveLength(hostile.cards);

    expect(message.message?.slice(0, begins?.length) ?? null).toBe(begins);
    const characters = Array.from(body);
    const lastFrom = Math.floor(Math.max(characters.length - 1, 0) / TEXT_PART_LENGTH) * TEXT_PART_LENGTH;
    expect(message.is_cut).toBe(characters.length > MESSAGE_MAX_LENGTH);
    if (message.is_cut) expect(message.message).toBe(characters.slice(0, MESSAGE_MAX_LENGTH).join(''));
    for (const from of new Set([0, lastFrom])) {
      const part = (await world.call(world.people.ana, customerChatText, { id: message.id, from })).customerChatText;
      expect(part.message === characters.slice(from, from + TEXT_PART_LENGTH).join('')).toBe(true);
      expect(part.next).toBe(from === lastFrom ? null : TEXT_PART_LENGTH);
    }
    expect(Array.from(reply.parentCustomerChat?.message ?? '').length).toBeLessThanOrEqual(QUOTE_MAX_LENGTH);
    expect(message.childCustomerChats.map((child) => child.message)).toEqual([`${'👍'.repeat(QUOTE_MAX_LENGTH - 1)}…`]);
    expect(message.document_name?.length ?? 0).toBeLessThanOrEqual(255);
    expect(message.document_mimetype?.length ?? 0).toBeLessThanOrEqual(255);
    expect(ticket.customer.name.length).toBeLessThanOrEqual(200);
    expect(ticket.customer.name.isWellFormed()).toBe(true);

    const listed = await world.call(world.people.ana, chatTickets, { search_query: phone, all_users: true });
    expect(JSON.stringify(listed).length).toBeLessThan(BYTES_MAX);
    expect(await world.rows('select reason from webhook_rejected')).toEqual([]);
  });
});

describe('a long text', () => {
  test('at the limit -> whole; one character more -> cut', async () => {
    const whole = 'á'.repeat(MESSAGE_MAX_LENGTH);
    const phone = newPhone();
    const ticket = await world.open({ from: phone, text: whole });
    await world.write({ from: phone, text: `${whole}b` });
    const [one, other] = await world.chat(world.people.ana, ticket);
    expect(one).toMatchObject({ message: whole, is_cut: false });
    expect(other).toMatchObject({ message: whole, is_cut: true });
    expect(await textOf(world.people.ana, other?.id ?? '')).toBe(`${whole}b`);
  });

  test('its parts never split a character', async () => {
    const text = 'x' + '😀'.repeat(TEXT_PART_LENGTH);
    const ticket = await world.open({ from: newPhone(), text });
    const id = ticket.customerLastChat?.id ?? '';
    const first = (await world.call(world.people.ana, customerChatText, { id })).customerChatText;
    expect(first).toMatchObject({ id, next: TEXT_PART_LENGTH });
    expect(first.message).toBe(text.slice(0, 2 * TEXT_PART_LENGTH - 1));
    const second = (await world.call(world.people.ana, customerChatText, { id, from: TEXT_PART_LENGTH }))
      .customerChatText;
    expect(second).toEqual({ id, message: '😀', next: null });
  });

  test('what one doesn’t read -> not found', async () => {
    const ticket = await world.open({ from: newPhone(), text: 'a'.repeat(5_000) });
    const id = ticket.customerLastChat?.id ?? '';
    const ask = (who: Person, more = {}) => refusalOf(world.call(who, customerChatText, { id, ...more }));
    // Carla doesn't serve the instance, Bia is another company's.
    expect(await ask(world.people.bruno)).toBe('not refused');
    expect(await ask(world.people.carla)).toBe('NOT_FOUND error.notFound');
    expect(await ask(world.people.bia)).toBe('NOT_FOUND error.notFound');
    expect(await ask(world.people.ana, { from: -1 })).toBe('INVALID error.invalid');
    expect(await ask(world.people.ana, { from: 2_000_000_000 })).toBe('INVALID error.invalid');
    expect((await world.call(world.people.ana, customerChatText, { id, from: 9_000 })).customerChatText).toEqual({
      id,
      message: '',
      next: null,
    });
  });

  test('in the timeline of its protocol -> its beginning', async () => {
    const ticket = await world.open({ from: newPhone(), text: 'a'.repeat(5_000) });
    const { items } = await askRest(world.url, world.people.ana.token, whatsappProtocolTimeline, {
      protocol: ticket.protocol,
    });
    expect(items.find(({ event }) => event === 'message')?.message).toBe(`${'a'.repeat(MESSAGE_MAX_LENGTH - 1)}…`);
  });
});

test('a search of many digits -> an answer', async () => {
  const search = `${'1'.repeat(200_000)}x`;
  const found = await world.call(world.people.ana, chatTickets, { search_query: search, all_users: true });
  expect(found.chatTickets.items).toEqual([]);
});
