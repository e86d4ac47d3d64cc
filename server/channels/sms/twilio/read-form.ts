import type { DeliveryStatus, ParsedWebhook } from '../../channel.ts';
import { phoneDigits } from '../../phone-number.ts';
import { twilioMeaning } from '../errors.ts';
import { NOTHING, rejected, storable } from '../sms-channel.ts';

/** Twilio's statuses after acceptance. */
const STATUSES: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);
/** Statuses that only say Twilio accepted the message. */
const EARLIER: readonly string[] = ['accepted', 'scheduled', 'queued', 'sending'];

/** A message or a status that Twilio reports of a sender. */
export function readTwilioForm({
  address,
  form,
  callbackData,
  now,
}: {
  address: string;
  form: URLSearchParams;
  callbackData: string | undefined;
  now: Date;
}): ParsedWebhook {
  const raw = JSON.stringify(Object.fromEntries(form));
  const id = form.get('MessageSid') ?? form.get('SmsSid');
  if (id === null || id === '') return rejected('body: no MessageSid', raw);
  const status = form.get('MessageStatus');
  if (status !== null && status !== 'received' && status !== 'receiving') {
    const code = Number(form.get('ErrorCode') ?? 0);
    const recipient = phoneDigits(form.get('To') ?? '');
    return readStatus({ address, id, status, code, recipient, callbackData, now }, raw);
  }
  const from = phoneDigits(form.get('From') ?? '') ?? (form.get('From') ?? '').replaceAll(/\D/g, '');
  if (!/^\d{5,15}$/.test(from)) return rejected('From: no number', raw);
  const text = storable(form.get('Body') ?? '');
  const head = {
    phoneNumberId: address,
    from,
    fromUserId: undefined,
    profileName: undefined,
    providerMessageId: id,
    timestamp: now,
    replyToProviderId: undefined,
    forwarded: false,
    referral: undefined,
  };
  const words = { ...head, kind: 'text', text, tagType: 'text' } as const;
  if (!(Number(form.get('NumMedia') ?? 0) > 0)) return { ...NOTHING, messages: [words] };
  // Pictures by SMS aren't supported: a remark after the text says there was one.
  const picture = { ...head, kind: 'unsupported', providerType: 'mms', text: '', tagType: 'unsupported' } as const;
  return {
    ...NOTHING,
    messages: text.trim() === '' ? [picture] : [words, { ...picture, providerMessageId: `${id} mms` }],
  };
}

function readStatus(
  input: {
    address: string;
    id: string;
    status: string;
    code: number;
    recipient: string | undefined;
    callbackData: string | undefined;
    now: Date;
  },
  raw: string,
): ParsedWebhook {
  const { address: phoneNumberId, id: providerMessageId, recipient, callbackData, now: timestamp } = input;
  const status = STATUSES.get(input.status);
  // Even an acceptance identifies, by its callback data, a message whose answer was lost.
  const known = status ?? (EARLIER.includes(input.status) && callbackData !== undefined ? 'sent' : undefined);
  if (known === undefined) {
    return EARLIER.includes(input.status) ? NOTHING : rejected(`MessageStatus: ${input.status}`, raw);
  }
  const code = Number.isSafeInteger(input.code) ? input.code : 0;
  const errors =
    known === 'failed' ? [{ code, key: twilioMeaning(code).key, title: input.status, details: undefined }] : [];
  return {
    ...NOTHING,
    statuses: [{ phoneNumberId, providerMessageId, status: known, timestamp, recipient, callbackData, errors }],
  };
}
