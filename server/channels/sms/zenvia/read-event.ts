import * as z from 'zod/mini';
import type { DeliveryStatus, ParsedWebhook, ProviderError } from '../../channel.ts';
import { phoneDigits } from '../../phone-number.ts';
import { parseSmsAddress } from '../address.ts';
import { zenviaReason } from '../errors.ts';
import { NOTHING, rejected, storable } from '../sms-channel.ts';

const eventSchema = z.looseObject({ type: z.string(), channel: z.optional(z.string()) });

const messageSchema = z.looseObject({
  direction: z.optional(z.string()),
  message: z.looseObject({
    id: z.string().check(z.minLength(1)),
    from: z.string(),
    to: z.string(),
    timestamp: z.optional(z.string()),
    visitor: z.optional(z.looseObject({ name: z.optional(z.nullable(z.string())) })),
    contents: z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })),
  }),
});

const statusSchema = z.looseObject({
  messageId: z.optional(z.string()),
  message: z.optional(
    z.looseObject({
      id: z.optional(z.string()),
      externalId: z.optional(z.nullable(z.string())),
      from: z.optional(z.string()),
      to: z.optional(z.nullable(z.string())),
    }),
  ),
  messageStatus: z.looseObject({
    code: z.string(),
    timestamp: z.optional(z.string()),
    description: z.optional(z.string()),
    causes: z.optional(
      z.nullable(
        z.array(
          z.looseObject({
            channelErrorCode: z.optional(z.nullable(z.union([z.string(), z.number()]))),
            reason: z.optional(z.nullable(z.string())),
            details: z.optional(z.nullable(z.string())),
          }),
        ),
      ),
    ),
  }),
});

const STATUSES: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['ACCEPTED', 'sent'],
  ['SENT', 'sent'],
  ['DELIVERED', 'delivered'],
  ['REJECTED', 'failed'],
  ['NOT_DELIVERED', 'failed'],
]);
/** Statuses without meaning for SMS. */
const OTHERS: readonly string[] = ['READ', 'CLICKED', 'VERIFIED', 'DELETED'];

/** An event that Zenvia reports of a sender. */
export function readZenviaEvent(address: string, rawBody: Uint8Array, now: Date): ParsedWebhook {
  const text = new TextDecoder().decode(rawBody);
  const json = parsed(text);
  const event = eventSchema.safeParse(json);
  if (!event.success) return rejected('body: no event', text);
  if (event.data.type === 'MESSAGE') return readMessage(address, json, text, now);
  if (event.data.type === 'MESSAGE_STATUS') return readStatus(address, json, text, now);
  return { ...NOTHING, ignored: [storable(event.data.type).slice(0, 60)] };
}

function readMessage(address: string, json: unknown, raw: string, now: Date): ParsedWebhook {
  const event = messageSchema.safeParse(json);
  if (!event.success) return rejected('message: unreadable', raw);
  const { direction, message } = event.data;
  if (direction === 'OUT') return { ...NOTHING, ignored: ['MESSAGE OUT'] };
  // One subscription reports all senders of an account; other senders have instances of their own.
  if (message.to !== parseSmsAddress(address)?.sender) return { ...NOTHING, ignored: [`to ${storable(message.to)}`] };
  const from = phoneDigits(message.from) ?? message.from;
  if (!/^\d{5,15}$/.test(from)) return rejected('message.from: no number', raw);
  const text = message.contents.flatMap((each) => (each.type === 'text' && each.text ? [each.text] : [])).join('\n');
  const head = {
    phoneNumberId: address,
    from,
    fromUserId: undefined,
    profileName: message.visitor?.name ?? undefined,
    providerMessageId: storable(message.id),
    timestamp: moment(message.timestamp, now),
    replyToProviderId: undefined,
    forwarded: false,
    text: storable(text),
    tagType: 'text' as const,
    referral: undefined,
  };
  const [first] = message.contents;
  if (text === '' && first !== undefined) {
    return { ...NOTHING, messages: [{ ...head, kind: 'unsupported', providerType: storable(first.type) }] };
  }
  return { ...NOTHING, messages: [{ ...head, kind: 'text' }] };
}

function readStatus(phoneNumberId: string, json: unknown, raw: string, now: Date): ParsedWebhook {
  const event = statusSchema.safeParse(json);
  const providerMessageId = event.data?.message?.id ?? event.data?.messageId;
  if (!event.success || !providerMessageId) return rejected('messageStatus: unreadable', raw);
  const from = event.data.message?.from;
  if (from !== undefined && from !== parseSmsAddress(phoneNumberId)?.sender) return NOTHING;
  const { code, causes, timestamp, description = '' } = event.data.messageStatus;
  const status = STATUSES.get(code);
  if (status === undefined) {
    return OTHERS.includes(code) ? NOTHING : rejected(`messageStatus.code: ${storable(code)}`, raw);
  }
  const [cause] = causes ?? [];
  const reason = [cause?.reason, cause?.details].filter((each) => typeof each === 'string').join(' ');
  const errors: ProviderError[] =
    status === 'failed'
      ? [
          {
            code: numberOf(cause?.channelErrorCode),
            key: zenviaReason(reason),
            title: storable(description),
            details: storable(reason),
          },
        ]
      : [];
  return {
    ...NOTHING,
    statuses: [
      {
        phoneNumberId,
        providerMessageId: storable(providerMessageId),
        status,
        timestamp: moment(timestamp, now),
        recipient: phoneDigits(event.data.message?.to ?? ''),
        callbackData: event.data.message?.externalId ?? undefined,
        errors,
      },
    ],
  };
}

function moment(text: string | undefined, now: Date): Date {
  const parsedMs = Date.parse(text ?? '');
  return Number.isNaN(parsedMs) ? now : new Date(parsedMs);
}

function numberOf(code: string | number | null | undefined): number {
  const number = Number(code ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
