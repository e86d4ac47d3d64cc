import * as z from 'zod/mini';
import { gatewayCodeOf } from './gateway-code.ts';
import type { Customer, GatewayRow, MessageStatus, PhoneMessage } from './model.ts';
import type { SmsCall } from './sms-calls.ts';

/** Webhooks of a message from or to a customer, one for each gateway paired with the phone. */
export function gatewayMessageCalls(rows: readonly GatewayRow[], customer: Customer, message: PhoneMessage): SmsCall[] {
  if (message.type === 'edit' || message.type === 'revoke') return changeCalls(rows, message);
  const { messageType, body } = baileysContent(message);
  const data = {
    key: { remoteJid: `${customer.waId}@s.whatsapp.net`, fromMe: message.direction === 'toCustomer', id: message.id },
    pushName: message.direction === 'toCustomer' ? 'Empresa' : customer.name,
    status: 'DELIVERY_ACK',
    message: { [messageType]: body },
    contextInfo: message.replyTo === null ? null : { stanzaId: message.replyTo },
    messageType,
    messageTimestamp: Math.floor(message.at / 1000),
    source: 'android',
  };
  return rows.map((row) => eventCall(row, 'messages.upsert', data));
}

/** The key of the changed message, from its sender's view. A deletion is reported twice. */
function changeCalls(rows: readonly GatewayRow[], { type, content, customer, at }: PhoneMessage): SmsCall[] {
  const { original_message_id: id, message } = z.parse(changeSchema, content);
  const key = { remoteJid: `${customer}@s.whatsapp.net`, fromMe: true, id };
  return rows.flatMap((row) =>
    type === 'edit'
      ? [
          eventCall(row, 'messages.edited', {
            key: { ...key, remoteJid: `${row.number ?? ''}@s.whatsapp.net` },
            type: 'MESSAGE_EDIT',
            editedMessage: { conversation: message?.text.body },
            timestampMs: String(at),
          }),
        ]
      : [
          eventCall(row, 'messages.edited', { key, type: 'REVOKE' }),
          eventCall(row, 'messages.delete', { ...key, fromMe: false }),
        ],
  );
}

const changeSchema = z.object({
  original_message_id: z.string(),
  message: z.optional(z.object({ text: z.object({ body: z.string() }) })),
});

/** The status of a company's message. */
export function gatewayStatusCalls(
  rows: readonly GatewayRow[],
  message: PhoneMessage,
  status: MessageStatus,
): SmsCall[] {
  const word = WORDS[status];
  if (word === undefined) return [];
  const data = { keyId: message.id, remoteJid: `${message.customer}@s.whatsapp.net`, fromMe: true, status: word };
  return rows.map((row) => eventCall(row, 'messages.update', data));
}

const WORDS: Partial<Record<MessageStatus, string>> = {
  sent: 'SERVER_ACK',
  delivered: 'DELIVERY_ACK',
  read: 'READ',
  played: 'PLAYED',
  failed: 'ERROR',
};

/** The gateway's QR code. */
export function codeCall(row: GatewayRow): SmsCall {
  const qrcode = { instance: row.name, pairingCode: null, code: gatewayCodeOf(row), base64: null };
  return eventCall(row, 'qrcode.updated', { qrcode });
}

/** The state of the pairing. */
export function connectionCall(row: GatewayRow, state: string, number: string | null): SmsCall {
  return eventCall(row, 'connection.update', {
    instance: row.name,
    state,
    statusReason: state === 'open' ? 200 : 401,
    ...(number !== null && { wuid: `${number}@s.whatsapp.net` }),
  });
}

function eventCall({ name, key, hook }: GatewayRow, event: string, data: unknown): SmsCall {
  const body = {
    event,
    instance: name,
    data,
    destination: hook.url,
    date_time: new Date().toISOString(),
    server_url: 'http://gateway.local',
    apikey: key,
  };
  const headers = { ...hook.headers, 'content-type': 'application/json' };
  return { sms: { url: hook.url, headers, body: JSON.stringify(body) } };
}

/** A message in the form of Baileys, which gateways pass on. */
function baileysContent({ type, content }: PhoneMessage): { messageType: string; body: unknown } {
  const field = (name: string): unknown =>
    typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
  const file = { mimetype: field('mime_type'), caption: field('caption'), fileSha256: field('sha256') };
  switch (type) {
    case 'text':
      return { messageType: 'conversation', body: field('body') };
    case 'image':
    case 'video':
    case 'sticker':
      return { messageType: `${type}Message`, body: file };
    case 'audio':
      return { messageType: 'audioMessage', body: { ...file, ptt: field('voice') === true } };
    case 'document':
      return { messageType: 'documentMessage', body: { ...file, fileName: field('filename') } };
    case 'location': {
      const [degreesLatitude, degreesLongitude] = [field('latitude'), field('longitude')];
      const place = { degreesLatitude, degreesLongitude, name: field('name'), address: field('address') };
      return { messageType: 'locationMessage', body: place };
    }
    case 'contacts': {
      const cards = Array.isArray(content) ? content.map(vcardOf) : [];
      return { messageType: 'contactsArrayMessage', body: { contacts: cards } };
    }
    case 'reaction':
      return { messageType: 'reactionMessage', body: { key: { id: field('message_id') }, text: field('emoji') ?? '' } };
    default:
      return { messageType: 'pollCreationMessage', body: {} };
  }
}

function vcardOf(contact: unknown): { displayName: string; vcard: string } {
  const text = JSON.stringify(contact);
  const name = /"formatted_name":"([^"]*)"/.exec(text)?.[1] ?? '';
  const phone = /"phone":"([^"]*)"/.exec(text)?.[1] ?? '';
  const digits = phone.replaceAll(/\D/g, '');
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${digits}:${phone}`, 'END:VCARD'];
  return { displayName: name, vcard: lines.join('\n') };
}
