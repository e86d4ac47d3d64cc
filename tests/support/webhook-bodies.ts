import { createHmac } from 'node:crypto';

/** Bodies as Meta documents them, with boring defaults. */
export const PHONE_NUMBER_ID = '100000000000001';
export const CUSTOMER_WA_ID = '5511912345678';
export const CUSTOMER_NAME = 'Luciana Moraes';
/** 2026-11-20T13:33:20Z */
export const SENT_AT_SECONDS = 1_795_181_600;

export interface ChangeParts {
  readonly phoneNumberId?: string;
  readonly contacts?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly statuses?: readonly unknown[];
  readonly errors?: readonly unknown[];
}

/** One change of the field `messages`. */
export function change({ phoneNumberId = PHONE_NUMBER_ID, ...parts }: ChangeParts): unknown {
  return {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551140000001', phone_number_id: phoneNumberId },
      ...parts,
    },
  };
}

/** A webhook with one entry a change. */
export function webhookBody(...changes: readonly unknown[]): unknown {
  return {
    object: 'whatsapp_business_account',
    entry: changes.map((each) => ({ id: '102290129340398', changes: [each] })),
  };
}

/** A webhook that tells of messages of the default customer. */
export function messagesBody(...messages: readonly unknown[]): unknown {
  return webhookBody(change({ contacts: [contact()], messages }));
}

export function contact(waId = CUSTOMER_WA_ID, name = CUSTOMER_NAME): unknown {
  return { profile: { name }, wa_id: waId };
}

/** A message of `type`; `content` hangs under the field of that name, `more` beside it. */
export function message(type: string, content: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    from: CUSTOMER_WA_ID,
    id: 'wamid.HBgNNTUxMTkxMjM0NTY3OBUCABIYFDNBNEE2NTk5QUVFMDM4MTAxNDRGAA==',
    timestamp: String(SENT_AT_SECONDS),
    type,
    [type]: content,
    ...more,
  };
}

export function textMessage(body: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return message('text', { body }, more);
}

export function status(id: string, value: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, status: value, timestamp: String(SENT_AT_SECONDS), recipient_id: CUSTOMER_WA_ID, ...more };
}

/** One documented message of each kind. */
export const documentedMessages = {
  text: textMessage('Does it come in another color?'),
  image: message('image', {
    caption: 'Taj Mahal',
    mime_type: 'image/jpeg',
    sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
    id: '1003383421387256',
    url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
  }),
  document: message('document', {
    caption: 'Nota fiscal',
    filename: 'nota-fiscal-2231.pdf',
    mime_type: 'application/pdf',
    sha256: '3ZhR9Wxg5b7E8WcQ4FJOAtHk2y7mGJzj8Z2qXW4yUwI=',
    id: '2754859441498128',
  }),
  audio: message('audio', {
    mime_type: 'audio/ogg; codecs=opus',
    sha256: 'nwr1gVpRz1rkB2aHNNUL7KLXn8xdLbRnAlYpLGlJIoY=',
    id: '1908647269898587',
    voice: true,
  }),
  video: message('video', {
    caption: 'Look at this',
    mime_type: 'video/mp4',
    sha256: 'A1B2',
    id: '2754859441498129',
  }),
  sticker: message('sticker', { mime_type: 'image/webp', sha256: 'A1B3', id: '2754859441498130', animated: false }),
  location: message('location', {
    address: 'Av. Paulista, 1578, São Paulo',
    latitude: -23.561_414,
    longitude: -46.655_881,
    name: 'MASP',
    url: 'https://masp.org.br',
  }),
  contacts: message('contacts', [
    {
      addresses: [{ city: 'São Paulo', country: 'Brasil', type: 'HOME' }],
      birthday: '1990-01-01',
      emails: [{ email: 'rui@example.com', type: 'WORK' }],
      name: { formatted_name: 'Rui Azevedo', first_name: 'Rui', last_name: 'Azevedo' },
      org: { company: 'Padaria Monte Alto', department: 'Compras', title: 'Gerente' },
      phones: [{ phone: '+55 11 98765-4321', wa_id: '5511987654321', type: 'CELL' }],
      urls: [{ url: 'https://example.com', type: 'WORK' }],
    },
  ]),
  interactive: message(
    'interactive',
    { type: 'list_reply', list_reply: { id: 'priority', title: 'Entrega expressa', description: 'Até amanhã' } },
    { context: { from: '551140000001', id: 'wamid.list' } },
  ),
  button: message(
    'button',
    { payload: 'Falar com atendente', text: 'Falar com atendente' },
    { context: { from: '551140000001', id: 'wamid.template' } },
  ),
  reaction: message('reaction', { message_id: 'wamid.reacted', emoji: '\u{1F44D}' }),
  order: message('order', {
    catalog_id: '194836987003835',
    text: 'Para presente',
    product_items: [{ product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'BRL' }],
  }),
  system: message('system', {
    body: 'Luciana changed from 5511912345678 to 5511955554444',
    wa_id: '5511955554444',
    type: 'user_changed_number',
  }),
  unsupported: message(
    'unsupported',
    { type: 'poll_creation' },
    {
      errors: [
        {
          code: 131051,
          title: 'Message type unknown',
          message: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        },
      ],
    },
  ),
} as const;

/** The value of `X-Hub-Signature-256` for these bytes. */
export function signed(bytes: string | Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;
}

/** The bytes of a webhook as they go over the wire. */
export function bytesOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
