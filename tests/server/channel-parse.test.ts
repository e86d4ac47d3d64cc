import { describe, expect, test } from 'vitest';
import type { ParsedWebhook } from '../../server/channels/channel.ts';
import { parseWhatsAppWebhook } from '../../server/channels/whatsapp/parse-webhook.ts';
import { storedMessageSchema } from '../../server/domain/inbound/stored-schema.ts';
import {
  bytesOf,
  change,
  contact,
  CUSTOMER_NAME,
  CUSTOMER_WA_ID,
  documentedMessages,
  message,
  messagesBody,
  PHONE_NUMBER_ID,
  SENT_AT_SECONDS,
  status,
  textMessage,
  webhookBody,
} from '../support/webhook-bodies.ts';

const parse = (body: unknown): ParsedWebhook => parseWhatsAppWebhook(bytesOf(body));

function parsedMessage(raw: unknown) {
  const { messages, rejected } = parse(messagesBody(raw));
  expect(rejected).toEqual([]);
  expect(messages).toHaveLength(1);
  return messages[0];
}

describe('a documented message of each kind', () => {
  test('text, with all that every message has', () => {
    expect(parsedMessage(documentedMessages.text)).toEqual({
      phoneNumberId: PHONE_NUMBER_ID,
      from: CUSTOMER_WA_ID,
      fromUserId: undefined,
      profileName: CUSTOMER_NAME,
      providerMessageId: documentedMessages.text['id'],
      timestamp: new Date(SENT_AT_SECONDS * 1000),
      replyToProviderId: undefined,
      forwarded: false,
      referral: undefined,
      kind: 'text',
      text: 'Does it come in another color?',
      tagType: 'text',
    });
  });

  test.each([
    [
      'image',
      { kind: 'image', tagType: 'image', text: 'Taj Mahal', media: { id: '1003383421387256', mimeType: 'image/jpeg' } },
    ],
    [
      'document',
      {
        kind: 'document',
        tagType: 'pdf',
        text: 'Nota fiscal',
        media: { filename: 'nota-fiscal-2231.pdf', mimeType: 'application/pdf' },
      },
    ],
    [
      'audio',
      { kind: 'audio', tagType: 'audio', text: '', voice: true, media: { mimeType: 'audio/ogg; codecs=opus' } },
    ],
    ['video', { kind: 'video', tagType: 'video', text: 'Look at this', media: { mimeType: 'video/mp4' } }],
    ['sticker', { kind: 'sticker', tagType: 'sticker', text: '', media: { id: '2754859441498130' } }],
    [
      'location',
      {
        kind: 'location',
        tagType: 'location',
        text: 'MASP\nAv. Paulista, 1578, São Paulo',
        location: { latitude: -23.561_414, longitude: -46.655_881, name: 'MASP' },
      },
    ],
    [
      'contacts',
      {
        kind: 'contacts',
        tagType: 'contacts',
        text: 'Rui Azevedo · +55 11 98765-4321 · rui@example.com',
        contacts: [
          {
            name: 'Rui Azevedo',
            organization: 'Padaria Monte Alto',
            phones: [{ phone: '+55 11 98765-4321', waId: '5511987654321' }],
            emails: ['rui@example.com'],
          },
        ],
      },
    ],
    [
      'interactive',
      {
        kind: 'interactive',
        tagType: 'interactive',
        text: 'Entrega expressa\nAté amanhã',
        reply: { type: 'list_reply', id: 'priority', title: 'Entrega expressa' },
        replyToProviderId: 'wamid.list',
      },
    ],
    ['button', { kind: 'button', tagType: 'button', text: 'Falar com atendente', payload: 'Falar com atendente' }],
    ['reaction', { kind: 'reaction', tagType: 'reaction', text: '👍', emoji: '👍', targetProviderId: 'wamid.reacted' }],
    [
      'order',
      {
        kind: 'order',
        tagType: 'order',
        text: 'Para presente\n2 × di9ozbzfi4 · R$\u{A0}30,00',
        items: [{ productId: 'di9ozbzfi4', quantity: 2, price: 30, currency: 'BRL' }],
      },
    ],
    ['system', { kind: 'system', tagType: 'system', change: 'user_changed_number', newAddress: '5511955554444' }],
    ['unsupported', { kind: 'unsupported', tagType: 'poll', providerType: 'poll_creation', text: '' }],
  ] as const)('%s', (kind, expected) => {
    expect(parsedMessage(documentedMessages[kind])).toMatchObject(expected);
  });

  test('a reaction taken back has no emoji, written either way', () => {
    for (const content of [{ message_id: 'wamid.a' }, { message_id: 'wamid.a', emoji: '' }]) {
      expect(parsedMessage(message('reaction', content))).toMatchObject({ emoji: undefined, text: '' });
    }
  });

  test('a button reply of an interactive message', () => {
    const content = { type: 'button_reply', button_reply: { id: 'sim', title: 'Sim' } };
    expect(parsedMessage(message('interactive', content))).toMatchObject({ text: 'Sim', reply: { id: 'sim' } });
  });

  test('an interactive reply of a kind that came later is kept by its type', () => {
    const parsed = parsedMessage(message('interactive', { type: 'call_permission_reply', call_permission_reply: {} }));
    expect(parsed).toMatchObject({ kind: 'interactive', reply: { type: 'call_permission_reply', title: '' } });
  });

  test.each([
    [1234.5, 'BRL', 'R$\u{A0}1.234,50'],
    [12.5, 'USD', 'US$\u{A0}12,50'],
    [12.5, 'EUR', '€\u{A0}12,50'],
    // Without cents, and with three digits of them.
    [1500, 'JPY', 'JP¥\u{A0}1.500'],
    [1.25, 'KWD', 'KWD\u{A0}1,250'],
    [12.5, undefined, '12,50'],
    [12.5, 'pontos', 'pontos 12,50'],
  ])('an order’s price: %s of %s', (item_price, currency, written) => {
    const items = [{ product_retailer_id: 'sku-1', quantity: 1, item_price, ...(currency && { currency }) }];
    expect(parsedMessage(message('order', { product_items: items }))?.text).toBe(`1 × sku-1 · ${written}`);
  });

  test('an order whose numbers are texts; a card without a whole name', () => {
    const items = [{ product_retailer_id: 'sku-1', quantity: '3', item_price: '12.5', currency: 'BRL' }];
    expect(parsedMessage(message('order', { product_items: items }))).toMatchObject({
      text: '3 × sku-1 · R$\u{A0}12,50',
      items: [{ quantity: 3, price: 12.5 }],
    });
    const cards = [
      { name: { first_name: 'Rui', last_name: 'Melo' }, phones: [{ phone: '1' }, { phone: '2' }] },
      { org: { company: 'Padaria' }, emails: [{ email: 'a@example.com' }] },
      { phones: [{ wa_id: '3' }] },
    ];
    expect(parsedMessage(message('contacts', cards))?.text).toBe('Rui Melo · 1 · 2\nPadaria · a@example.com\n3');
  });

  test('an edit or deletion names the original message; an edit has the new text', () => {
    const change = (of: object) => parsedMessage(message('edit', { original_message_id: 'wamid.a', message: of }));
    expect(change({ type: 'text', text: { body: 'novo' } })).toMatchObject({
      kind: 'edit',
      tagType: 'edited',
      targetProviderId: 'wamid.a',
      text: 'novo',
    });
    expect(change({ type: 'image', image: { id: '1', caption: 'nova legenda' } })?.text).toBe('nova legenda');
    expect(parsedMessage(message('revoke', { original_message_id: 'wamid.a' }))).toMatchObject({
      kind: 'revoke',
      tagType: 'revoked',
      targetProviderId: 'wamid.a',
    });
    expect(parsedMessage(message('request_welcome', undefined))?.tagType).toBe('welcome');
  });

  test('a kind that came later keeps its name and its caption', () => {
    expect(parsedMessage(message('hologram', { caption: 'Olha isto', id: '1' }))).toMatchObject({
      kind: 'unsupported',
      providerType: 'hologram',
      text: 'Olha isto',
      tagType: 'unsupported',
    });
  });

  test('documents have their tag by name, and by media type where the name says nothing', () => {
    const tag = (content: object) => parsedMessage(message('document', { id: '1', ...content }))?.tagType;
    expect(tag({ filename: 'planilha.XLSX', mime_type: 'application/octet-stream' })).toBe('doc');
    expect(tag({ filename: 'foto.png', mime_type: 'application/octet-stream' })).toBe('image');
    expect(tag({ filename: 'sem extensão', mime_type: 'application/pdf' })).toBe('pdf');
    expect(tag({ mime_type: 'image/svg+xml' })).toBe('doc');
    expect(tag({})).toBe('doc');
  });
});

describe('what hangs on a message', () => {
  test('a reply names the message quoted', () => {
    const reply = textMessage('Este', { context: { from: '551140000001', id: 'wamid.quoted' } });
    expect(parsedMessage(reply)).toMatchObject({ replyToProviderId: 'wamid.quoted', forwarded: false });
  });

  test('a forwarded message quotes nothing', () => {
    expect(parsedMessage(textMessage('Corrente', { context: { frequently_forwarded: true } }))).toMatchObject({
      replyToProviderId: undefined,
      forwarded: true,
    });
  });

  test('a message out of an advertisement says which', () => {
    const referral = { source_url: 'https://fb.me/x', source_type: 'ad', headline: 'Tênis Aurora Run' };
    expect(parsedMessage(textMessage('Oi', { referral }))).toMatchObject({
      referral: { sourceUrl: 'https://fb.me/x', headline: 'Tênis Aurora Run' },
    });
  });

  test('someone who hides their number is known by the user id', () => {
    const userId = 'BR.1502576394655843';
    const { from: _hidden, ...hidden } = textMessage('Oi', { from_user_id: userId });
    const contacts = [{ profile: { name: 'Luci', username: '@luci' }, user_id: userId }];
    expect(parse(webhookBody(change({ contacts, messages: [hidden] }))).messages).toMatchObject([
      { from: userId, fromUserId: userId, profileName: 'Luci' },
    ]);
  });

  test('each sender of a batch has their own name', () => {
    const contacts = [contact(), contact('5511900000002', 'João Teixeira')];
    const messages = [textMessage('a'), textMessage('b', { id: 'wamid.b', from: '5511900000002' })];
    const parsed = parse(webhookBody(change({ contacts, messages })));
    expect(parsed.messages.map(({ profileName }) => profileName)).toEqual([CUSTOMER_NAME, 'João Teixeira']);
  });

  test('characters that the database refuses are replaced: NUL and lone surrogates', () => {
    const raw = JSON.stringify(messagesBody(textMessage('PLACE'))).replace('PLACE', String.raw`a\u0000b\ud83dc😀`);
    expect(parse(raw).messages[0]?.text).toBe('a\uFFFDb\uFFFDc😀');
  });
});

describe('statuses', () => {
  test.each(['sent', 'delivered', 'read', 'played'] as const)('%s', (value) => {
    const raw = status('wamid.out', value, {
      biz_opaque_callback_data: 'message-7',
      pricing: { billable: false, pricing_model: 'PMP', category: 'service' },
      conversation: { id: 'c', origin: { type: 'service' } },
    });
    expect(parse(webhookBody(change({ statuses: [raw] }))).statuses).toEqual([
      {
        phoneNumberId: PHONE_NUMBER_ID,
        providerMessageId: 'wamid.out',
        status: value,
        timestamp: new Date(SENT_AT_SECONDS * 1000),
        recipient: CUSTOMER_WA_ID,
        callbackData: 'message-7',
        priceCategory: 'service',
        isBillable: false,
        errors: [],
      },
    ]);
  });

  test('failed, with the reason and the key of its text', () => {
    const errors = [
      {
        code: 131047,
        title: 'Re-engagement message',
        message: 'Re-engagement message',
        error_data: { details: 'Message failed to send because more than 24 hours have passed' },
        href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
      },
    ];
    expect(
      parse(webhookBody(change({ statuses: [status('wamid.out', 'failed', { errors })] }))).statuses,
    ).toMatchObject([
      {
        status: 'failed',
        errors: [
          {
            code: 131047,
            key: 'channel.error.window',
            title: 'Re-engagement message',
            details: 'Message failed to send because more than 24 hours have passed',
          },
        ],
      },
    ]);
  });

  test('a send to a user id comes back with the user id', () => {
    const { recipient_id: _number, ...raw } = status('wamid.out', 'sent', { recipient_user_id: 'BR.1' });
    expect(parse(webhookBody(change({ statuses: [raw] }))).statuses).toMatchObject([{ recipient: 'BR.1' }]);
  });
});

describe('many things in one call', () => {
  test('every entry, change, message and status is taken, in order', () => {
    const twoChanges = {
      id: '1',
      changes: [
        change({ contacts: [contact()], messages: [textMessage('1', { id: 'a' }), textMessage('2', { id: 'b' })] }),
        change({ phoneNumberId: '200000000000001', statuses: [status('x', 'read'), status('y', 'sent')] }),
      ],
    };
    const other = { id: '2', changes: [change({ messages: [textMessage('3', { id: 'c' })] })] };
    const parsed = parse({ object: 'whatsapp_business_account', entry: [twoChanges, other] });
    expect(parsed.messages.map(({ providerMessageId }) => providerMessageId)).toEqual(['a', 'b', 'c']);
    expect(parsed.statuses.map(({ phoneNumberId, status: value }) => [phoneNumberId, value])).toEqual([
      ['200000000000001', 'read'],
      ['200000000000001', 'sent'],
    ]);
    expect(parsed.rejected).toEqual([]);
  });

  test('fields of other subscriptions are named and left alone', () => {
    const other = { field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } };
    const parsed = parse(webhookBody(other, change({ messages: [textMessage('Oi')] })));
    expect(parsed.ignored).toEqual(['account_update']);
    expect(parsed.messages).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['no id', { ...textMessage('x'), id: undefined }, /messages\[1\].*id/],
    ['no sender', { ...textMessage('x'), from: undefined }, /neither from nor from_user_id/],
    ['no time', { ...textMessage('x'), timestamp: 'yesterday' }, /timestamp/],
    ['no body', message('text', {}), /text.*body/],
    ['a place off the map', message('location', { latitude: 123, longitude: 0 }), /latitude/],
    ['a place in words', message('location', { latitude: 'norte', longitude: 0 }), /latitude/],
    ['a file without an id', message('image', { mime_type: 'image/png' }), /image.*id/],
    ['a group', textMessage('x', { group_id: '1' }), /a group message/],
    ['not an object', 'oi', /messages\[1\]/],
    ['null', null, /messages\[1\]/],
  ])('a message with %s is set aside and the others are taken', (_name, broken, reason) => {
    const parsed = parse(messagesBody(textMessage('antes', { id: 'a' }), broken, textMessage('depois', { id: 'b' })));
    expect(parsed.messages.map(({ text }) => text)).toEqual(['antes', 'depois']);
    expect(parsed.rejected).toHaveLength(1);
    expect(parsed.rejected[0]?.reason).toMatch(reason);
    expect(parsed.rejected[0]?.raw).toBe(JSON.stringify(broken));
  });

  test('a status with an unknown value is set aside and the others are taken', () => {
    const statuses = [status('a', 'sent'), status('b', 'vanished'), status('c', 'read')];
    const parsed = parse(webhookBody(change({ statuses })));
    expect(parsed.statuses.map(({ providerMessageId }) => providerMessageId)).toEqual(['a', 'c']);
    expect(parsed.rejected).toHaveLength(1);
  });

  test('a change without a number is set aside and the others are taken', () => {
    const broken = { field: 'messages', value: { messages: [textMessage('x')] } };
    const parsed = parse(webhookBody(broken, change({ messages: [textMessage('y')] })));
    expect(parsed.messages.map(({ text }) => text)).toEqual(['y']);
    expect(parsed.rejected[0]?.reason).toMatch(/phone_number_id|metadata/);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{"object":"whatsapp_business_account"'],
    ['another object', { object: 'page', entry: [] }],
    ['no entries', { object: 'whatsapp_business_account' }],
    ['a list', []],
    ['null', 'null'],
  ])('a body that is %s is one rejection', (_name, body) => {
    const parsed = parse(body);
    expect(parsed).toMatchObject({ messages: [], statuses: [] });
    expect(parsed.rejected).toHaveLength(1);
  });

  test('bytes that are no UTF-8 are one rejection that a database takes', () => {
    const parsed = parseWhatsAppWebhook(Uint8Array.from([0x7b, 0x00, 0xff, 0x7d]));
    expect(parsed.rejected).toEqual([{ reason: 'body: not UTF-8', raw: '{\uFFFD\uFFFD}' }]);
  });

  test("the account's own errors are set aside to be seen", () => {
    const parsed = parse(webhookBody(change({ errors: [{ code: 131031, title: 'Account locked' }] })));
    expect(parsed.rejected[0]?.reason).toMatch(/reported by the provider/);
  });
});

describe('kept aside as JSON and read again', () => {
  test.each(Object.entries(documentedMessages))('%s: the same message', (_kind, raw) => {
    const [parsed] = parse(messagesBody(raw)).messages;
    expect(storedMessageSchema.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
  });

  test('without what its kind needs, or with a moment that is none -> refused', () => {
    const kept = { ...parsedMessage(documentedMessages.location) };
    expect(storedMessageSchema.safeParse({ ...kept, timestamp: SENT_AT_SECONDS.toString() }).success).toBe(false);
    expect(storedMessageSchema.safeParse({ ...JSON.parse(JSON.stringify(kept)), location: undefined }).success).toBe(
      false,
    );
  });
});

test('a template’s new status, with an id longer than a number holds', () => {
  const value = '"event":"REJECTED","message_template_id":16895569081298357,"reason":"INVALID_FORMAT"';
  const changes = `[{"field":"message_template_status_update","value":{${value}}}]`;
  const raw = `{"object":"whatsapp_business_account","entry":[{"id":"102290129340398","time":1,"changes":${changes}}]}`;
  const { templates, rejected } = parseWhatsAppWebhook(Buffer.from(raw));
  expect(rejected).toEqual([]);
  expect(templates).toEqual([
    { accountId: '102290129340398', providerId: '16895569081298357', status: 'REJECTED', reason: 'INVALID_FORMAT' },
  ]);
});
