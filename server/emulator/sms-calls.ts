import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { CompanyNumber, Customer, MessageStatus, PhoneMessage, SmsHookRow } from './model.ts';

/** A webhook of an SMS provider. */
export const smsCallSchema = z.object({
  sms: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
});
export type SmsCall = z.infer<typeof smsCallSchema>;

/** Webhooks of a customer's message, one per subscription. */
export function messageCalls(
  number: CompanyNumber,
  hooks: readonly SmsHookRow[],
  customer: Customer,
  message: PhoneMessage,
): SmsCall[] {
  const text = bodyOf(message);
  if (number.sms?.provider === 'twilio') {
    const { account, token } = number.sms;
    const form = {
      ToCountry: 'BR',
      MessageSid: message.id,
      SmsSid: message.id,
      SmsMessageSid: message.id,
      SmsStatus: 'received',
      NumMedia: '0',
      NumSegments: '1',
      AccountSid: account,
      From: `+${customer.waId}`,
      To: `+${number.phoneNumberId}`,
      Body: text,
      ApiVersion: '2010-04-01',
    };
    return hooks.map(({ url }) => signed(url, form, token));
  }
  const event = {
    id: `event-${message.id}`,
    timestamp: new Date(message.at).toISOString(),
    type: 'MESSAGE',
    channel: 'sms',
    direction: 'IN',
    message: {
      id: message.id,
      from: customer.waId,
      to: number.phoneNumberId,
      direction: 'IN',
      channel: 'sms',
      timestamp: new Date(message.at).toISOString(),
      visitor: { name: customer.name },
      contents: [{ type: 'text', text }],
    },
  };
  return hooks.filter(({ event: of }) => of === 'MESSAGE').map((hook) => posted(hook, event));
}

/** The status of a company's message. */
export function statusCalls(
  number: CompanyNumber,
  hooks: readonly SmsHookRow[],
  message: PhoneMessage,
  status: MessageStatus,
): SmsCall[] {
  if (number.sms?.provider === 'twilio') {
    const { account, token } = number.sms;
    if (message.callbackData === null) return [];
    const word = status === 'failed' ? 'undelivered' : status;
    const form = {
      MessageSid: message.id,
      SmsSid: message.id,
      MessageStatus: word,
      SmsStatus: word,
      To: `+${message.customer}`,
      From: `+${number.phoneNumberId}`,
      AccountSid: account,
      ApiVersion: '2010-04-01',
      ...(status === 'failed' && { ErrorCode: String(message.failureCode ?? 30_008) }),
    };
    return [signed(message.callbackData, form, token)];
  }
  const code = status === 'failed' ? 'NOT_DELIVERED' : status.toUpperCase();
  const event = {
    id: `event-${message.id}-${code}`,
    timestamp: new Date().toISOString(),
    type: 'MESSAGE_STATUS',
    channel: 'sms',
    messageId: message.id,
    contentIndex: 0,
    message: {
      id: message.id,
      ...(message.callbackData !== null && { externalId: message.callbackData }),
      direction: 'OUT',
      from: number.phoneNumberId,
      to: message.customer,
    },
    messageStatus: {
      timestamp: new Date().toISOString(),
      code,
      description: `The message is ${code}`,
      ...(status === 'failed' && {
        causes: [
          {
            channelErrorCode: String(message.failureCode ?? 0),
            reason: message.failureCode === OPTED_OUT ? 'Blacklisted destination' : 'Absent subscriber',
            details: '',
          },
        ],
      }),
    },
  };
  return hooks.filter(({ event: of }) => of === 'MESSAGE_STATUS').map((hook) => posted(hook, event));
}

/** Twilio's code, which makes Zenvia say the same in words. */
const OPTED_OUT = 21_610;

function bodyOf({ content }: PhoneMessage): string {
  const body: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, 'body') : undefined;
  return typeof body === 'string' ? body : '';
}

/** Twilio's signature: HMAC-SHA1 of the URL and of the fields by name. */
function signed(url: string, form: Readonly<Record<string, string>>, token: string): SmsCall {
  const fields = Object.entries(form)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => name + value);
  const signature = createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return { sms: { url, headers, body: new URLSearchParams(form).toString() } };
}

function posted({ url, headers }: SmsHookRow, event: unknown): SmsCall {
  return { sms: { url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(event) } };
}
