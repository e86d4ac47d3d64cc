import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { sendImageSelenium } from '../../../contract/graphql/send-image-selenium.ts';
import type { SendImageSeleniumVariables } from '../../../contract/graphql/send-image-selenium.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import { whatsappProtocolTimeline } from '../../../contract/rest/whatsapp-protocol.ts';
import { parseImageUrl } from '../../../server/domain/messages/send-image.ts';
import { textLookup } from '../../../src/views/app/text-lookup.ts';
import { Refused, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { allMessages } from '../../support/all-messages.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { askRest } from '../../support/rest-calls.ts';

const PICTURE = 'https://imagens.example/loja/vestido%20azul.JPG?largura=800#topo';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 30_000_000;
const fresh = (): Promise<ChatTicket> => world.open({ from: `55119${(last += 1)}` });
const sendImage = async (
  who: Person,
  ticket: ChatTicket,
  more: Partial<SendImageSeleniumVariables> = {},
): Promise<CustomerChat> => {
  const to = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id };
  return (await world.call(who, sendImageSelenium, { ...to, image_url: PICTURE, ...more })).sendImageSelenium;
};

describe('sent', () => {
  test('an image with its caption -> pushed to attendants, at the provider by its URL, with ticks, and in the report', async () => {
    const { ana, bruno } = world.people;
    const ticket = await fresh();
    const socket = await world.socket(ana);
    const sent = await sendImage(bruno, ticket, { image_caption: 'O *azul*, como pediu' });
    expect(sent).toMatchObject({
      type: 0,
      ack: 0,
      tag_type: 'image',
      message: 'O *azul*, como pediu',
      document_name: null,
      error_key: null,
      user: { id: bruno.id },
      chatTicket: { id: ticket.id },
    });
    const { data } = await socket.frame('CustomerChatCreated', (frame) => frame.data.customerChat.id === sent.id);
    expect(data).toMatchObject({
      customerChat: sent,
      chatTicket: { isNotResponded: false, user: { id: bruno.id }, customerLastChat: { tag_type: 'image' } },
    });
    await socket.frame('CustomerChatAckChanged', (frame) => frame.data.id === sent.id && frame.data.ack >= 1);
    const [received] = await world.emulator.received(ticket.customer.phone_number);
    expect(received).toMatchObject({
      type: 'image',
      content: { link: PICTURE, caption: 'O *azul*, como pediu' },
      media: { url: PICTURE },
      callbackData: sent.id,
    });
    expect((await world.chat(bruno, ticket)).at(-1)).toMatchObject({ id: sent.id, tag_type: 'image' });
    expect((await world.ticketOf(ana, ticket.customer.phone_number))?.customerLastChat?.id).toBe(sent.id);
    const record = await askRest(world.url, ana.token, whatsappProtocolTimeline, { protocol: ticket.protocol });
    expect(record.items.find(({ id }) => id === `message:${sent.id}`)).toMatchObject({
      tag_type: 'image',
      message: 'O *azul*, como pediu',
    });
  });

  test.each([
    ['none', undefined],
    ['null', null],
    ['of blanks', ' \u200B\n'],
  ])('a caption that is %s -> an image alone', async (_name, caption) => {
    const ticket = await fresh();
    const sent = await sendImage(world.people.bruno, ticket, caption === undefined ? {} : { image_caption: caption });
    expect(sent.message).toBeNull();
    await expectEventually(async () =>
      (await world.emulator.received(ticket.customer.phone_number)).map(({ content }) => content),
    ).toEqual([{ link: PICTURE }]);
  });

  test('the same client id -> one message, as an image or as a text, and its author finds it', async () => {
    const { ana, bruno } = world.people;
    const ticket = await fresh();
    const client_id = randomUUID();
    const sent = await Promise.all(Array.from({ length: 6 }, () => sendImage(bruno, ticket, { client_id })));
    const again = await world.send(bruno, ticket, 'texto', { client_id });
    expect(new Set([...sent, again].map(({ id }) => id)).size).toBe(1);
    expect(await world.chat(bruno, ticket)).toHaveLength(2);
    expect((await world.call(bruno, sentMessage, { client_id })).sentMessage).toMatchObject({ tag_type: 'image' });
    expect(await world.call(ana, sentMessage, { client_id })).toEqual({ sentMessage: null });
    await expectEventually(async () => (await world.emulator.received(ticket.customer.phone_number)).length).toBe(1);
  });

  test('the provider can’t fetch it -> failed, with words that say what to do', async () => {
    const { bruno } = world.people;
    const ticket = await fresh();
    const socket = await world.socket(bruno);
    await world.emulator.patchPolicy({ statuses: { failWith: 131053 } });
    const sent = await sendImage(bruno, ticket);
    const failed = await socket.frame('CustomerChatAckChanged', ({ data }) => data.id === sent.id && !!data.error_key);
    expect(failed.data).toMatchObject({ error_code: '131053', error_key: 'channel.error.media' });
    await world.emulator.patchPolicy({ statuses: { failWith: null } });
    const words = textLookup(await allMessages('pt_BR')).textOf({
      kind: 'message',
      id: 'channel.error.media',
      values: {},
    });
    expect(words).toContain('envie de novo');
  });
});

describe('refused, and nothing stored', () => {
  const counts = () =>
    world.rows('select (select count(*) from message) messages, (select count(*) from outbox) queued');
  const long = `https://x.example/${'a'.repeat(2_048)}.png`;

  test.each([
    ['nothing', { image_url: '' }, 'image_url', 'url', undefined],
    ['no address', { image_url: 'vestido.png' }, 'image_url', 'url', undefined],
    ['another scheme', { image_url: 'ftp://x.example/a.png' }, 'image_url', 'url', undefined],
    ['a script', { image_url: 'javascript:alert(1)//a.png' }, 'image_url', 'url', undefined],
    ['bytes', { image_url: 'data:image/png;base64,iVBORw0KGgo=' }, 'image_url', 'url', undefined],
    ['with a password', { image_url: 'https://ana:senha@x.example/a.png' }, 'image_url', 'url', undefined],
    ['no image', { image_url: 'https://x.example/tabela.pdf' }, 'image_url', 'kind', undefined],
    ['a sticker', { image_url: 'https://x.example/oi.webp' }, 'image_url', 'kind', undefined],
    ['no name', { image_url: 'https://x.example/?a=b.png' }, 'image_url', 'kind', undefined],
    ['a folder', { image_url: 'https://x.example/a.png/' }, 'image_url', 'kind', undefined],
    ['an address too long', { image_url: long }, 'image_url', 'urlTooLong', { max: 2_048 }],
    [
      'one that gets too long',
      { image_url: `https://x.example/${'ã'.repeat(400)}.png` },
      'image_url',
      'urlTooLong',
      { max: 2_048 },
    ],
    ['a caption too long', { image_caption: 'a'.repeat(1_025) }, 'image_caption', 'captionTooLong', { max: 1_024 }],
  ] as const)('%s', async (_name, given, field, reason, params) => {
    const ticket = await fresh();
    const before = await counts();
    const error = await sendImage(world.people.bruno, ticket, given).catch((thrown: unknown) => thrown);
    const key = `error.image.${reason}`;
    expect(error instanceof Refused && error.errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      key,
      fields: { [field]: key },
      ...(params && { params }),
    });
    for (const locale of ['pt_BR', 'en', 'pt'] as const) expect(await allMessages(locale)).toHaveProperty([key]);
    expect(await counts()).toEqual(before);
  });

  test('the longest caption is taken', async () => {
    const sent = await sendImage(world.people.bruno, await fresh(), { image_caption: 'a'.repeat(1_024) });
    expect(sent.message).toHaveLength(1_024);
  });

  test('where a text is: another’s ticket, closed window, blacklisted, deactivated, somebody’s name, no such customer', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
    await sendImage(bruno, ticket);
    await expectEventually(async () => (await world.emulator.received(ticket.customer.phone_number)).length).toBe(1);
    const before = await counts();
    const refusal = (who: Person, more: Partial<SendImageSeleniumVariables> = {}) =>
      refusalOf(sendImage(who, ticket, more));
    expect(await refusal(carla)).toBe('NOT_FOUND error.notFound');
    expect(await refusal(ana, { user_id: bruno.id })).toBe('NOT_FOUND error.notFound');
    expect(await refusal(bruno, { to_number: '5511900000001' })).toBe('NOT_FOUND error.notFound');
    expect(await refusal(bruno, { instance_id: world.instances.brisa })).toBe('NOT_FOUND error.notFound');
    expect(await refusal(bruno, { client_id: 'no uuid' })).toBe('INVALID error.invalid');
    expect(await refusal({ ...bruno, token: '' })).toBe('UNAUTHENTICATED error.session.expired');
    const during = async (change: string, undo: string, expected: string) => {
      await world.rows(change, [ticket.id]);
      expect(await refusal(bruno)).toBe(expected);
      await world.rows(undo, [ticket.id]);
    };
    const of = (table: string, column: string) =>
      `update ${table} x set ${column} from chat_ticket t where t.id = $1 and x.id = t.${table}_id`;
    await during(
      of('instance', 'activated = false'),
      of('instance', 'activated = true'),
      'CONFLICT error.instance.disconnected',
    );
    await during(
      of('customer', 'is_blacklisted = true'),
      of('customer', 'is_blacklisted = false'),
      'CONFLICT error.customer.blacklisted',
    );
    await during(
      "update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1",
      'update chat_ticket set last_received_at = now() where id = $1',
      'CONFLICT error.window.closed',
    );
    expect(await counts()).toEqual(before);
  });
});

describe('an address', () => {
  const keyOf = (url: string, isDemo: boolean): string => {
    try {
      return parseImageUrl(url, { isDemo });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  test.each([
    ['http://imagens.example/a.png', 'error.image.url'],
    ['https://localhost/a.png', 'error.image.inside'],
    ['https://LOCALHOST./a.png', 'error.image.inside'],
    ['https://servidor/a.png', 'error.image.inside'],
    ['https://fotos.internal/a.png', 'error.image.inside'],
    ['https://127.0.0.1/a.png', 'error.image.inside'],
    ['https://2130706433/a.png', 'error.image.inside'],
    ['https://192.168.0.10:8443/a.png', 'error.image.inside'],
    ['https://169.254.169.254/a.png', 'error.image.inside'],
    ['https://[::1]/a.png', 'error.image.inside'],
    ['https://[::ffff:10.0.0.1]/a.png', 'error.image.inside'],
    ['https://8.8.8.8/a.png', 'https://8.8.8.8/a.png'],
    [' https://imagens.example/ação.png ', 'https://imagens.example/a%C3%A7%C3%A3o.png'],
  ])('%s in production -> %s', (url, expected) => {
    expect(keyOf(url, false)).toBe(expected);
  });

  test('on one’s own machine, without TLS -> taken in the demo', () => {
    expect(keyOf('http://localhost:4000/a.png', true)).toBe('http://localhost:4000/a.png');
  });
});
