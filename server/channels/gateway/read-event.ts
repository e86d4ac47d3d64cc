import * as z from 'zod/mini';
import type { DeliveryStatus, PairingNews, ParsedWebhook, StatusUpdate } from '../channel.ts';
import { phoneDigits } from '../phone-number.ts';
import { NOTHING, rejected, storable } from '../sms/sms-channel.ts';
import { readChange, readMessage } from './read-message.ts';

const eventSchema = z.looseObject({ event: z.string(), data: z.unknown() });

const updateSchema = z.looseObject({
  keyId: z.string().check(z.minLength(1)),
  remoteJid: z.optional(z.nullable(z.string())),
  fromMe: z.optional(z.nullable(z.boolean())),
  status: z.string(),
});

const connectionSchema = z.looseObject({ state: z.string(), wuid: z.optional(z.nullable(z.string())) });

/** ASCII only: a code of this length in wider characters wouldn't fit into a QR code. */
const codeSchema = z.looseObject({ code: z.string().check(z.maxLength(2_000), z.regex(/^[\x20-\x7e]+$/)) });
const codeEventSchema = z.looseObject({ qrcode: z.optional(z.nullable(z.unknown())) });

const STATUSES: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['SERVER_ACK', 'sent'],
  ['DELIVERY_ACK', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'played'],
  ['ERROR', 'failed'],
]);
/** Statuses that say nothing about delivery. */
const OTHERS: readonly string[] = ['PENDING', 'DELETED', 'EDITED'];

/** What a gateway reports of an instance of ours. */
export function readGatewayEvent(address: string, rawBody: Uint8Array, now: Date): ParsedWebhook {
  const json = parsed(new TextDecoder().decode(rawBody));
  const event = eventSchema.safeParse(json);
  if (!event.success) return rejected('body: no event', withoutKey(json));
  const { data } = event.data;
  const each: readonly unknown[] = Array.isArray(data) ? data : [data];
  // Depending on the gateway's settings, MESSAGES_UPSERT or messages.upsert.
  switch (event.data.event.toLowerCase().replaceAll('_', '.')) {
    case 'messages.upsert':
      return together(
        each.map((one) => readMessage(address, one, now) ?? rejected('messages.upsert: unreadable', withoutKey(json))),
      );
    case 'messages.update':
      return together(
        each.map((one) => readStatus(address, one, now) ?? rejected('messages.update: unreadable', withoutKey(json))),
      );
    case 'messages.edited':
      return together(
        each.map((one) => readChange(address, one, now) ?? rejected('messages.edited: unreadable', withoutKey(json))),
      );
    case 'messages.delete':
      // The deleted message's key.
      return together(each.map((key) => readChange(address, { key, type: 'REVOKE' }, now) ?? NOTHING));
    case 'connection.update':
      return ofPairing(readConnection(address, data), 'connection.update');
    case 'qrcode.updated':
      return ofPairing(readCodeEvent(address, data), 'qrcode.updated');
    default:
      return { ...NOTHING, ignored: [storable(event.data.event).slice(0, 60)] };
  }
}

/** The text of the QR code of an answer or an event; undefined if there is none. */
export function readCode(json: unknown): string | undefined {
  return codeSchema.safeParse(json).data?.code;
}

function readStatus(phoneNumberId: string, json: unknown, timestamp: Date): ParsedWebhook | undefined {
  const update = updateSchema.safeParse(json);
  if (!update.success) return undefined;
  const { keyId, fromMe, status: word, remoteJid } = update.data;
  // A status of a customer's own message.
  if (fromMe === false) return NOTHING;
  const status = STATUSES.get(word);
  if (status === undefined) return OTHERS.includes(word) ? NOTHING : undefined;
  const read: StatusUpdate = {
    phoneNumberId,
    providerMessageId: storable(keyId),
    status,
    timestamp,
    recipient: phoneDigits((remoteJid ?? '').split('@', 1)[0] ?? ''),
    callbackData: undefined,
    errors:
      status === 'failed'
        ? [{ code: 0, key: 'channel.error.gateway.undeliverable', title: 'ERROR', details: undefined }]
        : [],
  };
  return { ...NOTHING, statuses: [read] };
}

function readConnection(phoneNumberId: string, json: unknown): PairingNews | undefined {
  const update = connectionSchema.safeParse(json);
  if (!update.success) return undefined;
  const { state, wuid } = update.data;
  if (state === 'open') return { phoneNumberId, kind: 'paired', number: numberOf(wuid) };
  // `refused`: nobody scanned any of the codes, and no more come.
  return state === 'close' || state === 'refused' ? { phoneNumberId, kind: 'lost' } : undefined;
}

function readCodeEvent(phoneNumberId: string, json: unknown): PairingNews | undefined {
  const event = codeEventSchema.safeParse(json);
  const code = event.success ? readCode(event.data.qrcode) : undefined;
  return code === undefined ? undefined : { phoneNumberId, kind: 'code', code };
}

/** The number of `5511987654321:12@s.whatsapp.net`, in digits. */
export function numberOf(jid: string | null | undefined): string | undefined {
  return phoneDigits(/^(\d+)(?::\d+)?@s\.whatsapp\.net$/.exec(jid ?? '')?.[1] ?? '');
}

function ofPairing(news: PairingNews | undefined, event: string): ParsedWebhook {
  return news === undefined ? { ...NOTHING, ignored: [event] } : { ...NOTHING, pairings: [news] };
}

function together(all: readonly ParsedWebhook[]): ParsedWebhook {
  return {
    ...NOTHING,
    messages: all.flatMap(({ messages }) => messages),
    echoes: all.flatMap(({ echoes = [] }) => echoes),
    statuses: all.flatMap(({ statuses }) => statuses),
    rejected: all.flatMap((each) => each.rejected),
    ignored: all.flatMap(({ ignored }) => ignored),
  };
}

/** Removes the gateway's key, which each event contains, from what is stored as rejected. */
function withoutKey(json: unknown): string {
  const shown = typeof json === 'object' && json !== null ? { ...json, apikey: undefined } : json;
  return storable(JSON.stringify(shown) ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
