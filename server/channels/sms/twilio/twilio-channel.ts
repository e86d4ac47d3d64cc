import * as z from 'zod/mini';
import type { CallFailure } from '../../call-failure.ts';
import type { NumberCheck, OurNumber, OutboundMessage, ParsedWebhook, SendResult } from '../../channel.ts';
import { phoneDigits } from '../../phone-number.ts';
import { hookPath, parseSmsAddress } from '../address.ts';
import type { SmsAddress } from '../address.ts';
import { twilioMeaning } from '../errors.ts';
import { callProvider } from '../provider-call.ts';
import type { Answer, SmsSettings } from '../provider-call.ts';
import { NO_PUBLIC_URL, NO_TOKEN, notAnswered, refused, UNAVAILABLE } from '../sms-channel.ts';
import type { SmsChannel, SmsHook } from '../sms-channel.ts';
import { readTwilioForm } from './read-form.ts';
import { isTwilioSigned } from './signature.ts';

const sentSchema = z.looseObject({ sid: z.string().check(z.minLength(1)) });
const refusedSchema = z.looseObject({ code: z.int(), message: z.optional(z.string()) });
const numbersSchema = z.looseObject({
  incoming_phone_numbers: z.array(
    z.looseObject({
      sid: z.string(),
      phone_number: z.string(),
      friendly_name: z.optional(z.nullable(z.string())),
      capabilities: z.optional(z.looseObject({ sms: z.optional(z.boolean()) })),
    }),
  ),
});

type TwilioNumber = z.infer<typeof numbersSchema>['incoming_phone_numbers'][number];

/** Query parameter of a status callback's URL that identifies the message. */
export const CALLBACK_FIELD = 'message';

/** Twilio's Messaging API. It doesn't know whether Twilio or the emulator answers. */
export class TwilioChannel implements SmsChannel {
  readonly name = 'sms';
  readonly signedBy = 'x-twilio-signature';
  readonly #settings: SmsSettings;

  constructor(settings: SmsSettings) {
    this.#settings = settings;
  }

  async send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    const from = parseSmsAddress(message.phoneNumberId);
    const to = phoneDigits(message.to);
    if (from === undefined || message.kind !== 'text') return refused(0, twilioMeaning(0));
    if (to === undefined) return refused(21211, twilioMeaning(21211));
    if (message.accessToken === undefined) return refused(20003, twilioMeaning(20003));
    const publicUrl = this.#settings.publicUrl();
    const callback = publicUrl && `${publicUrl}${hookPath(from)}?${CALLBACK_FIELD}=${message.callbackData}`;
    const form = {
      To: `+${to}`,
      From: `+${from.sender}`,
      Body: message.text,
      ...(callback && { StatusCallback: callback }),
    };
    const answer = await this.#call(from, message.accessToken, 'POST', 'Messages.json', form, signal);
    if (answer.kind !== 'answer') return notAnswered(answer);
    if (answer.status < 300) {
      const sent = sentSchema.safeParse(answer.json);
      // Accepted without an id: the message is probably on its way.
      if (!sent.success) return { outcome: 'unknown', reason: 'answer' };
      return { outcome: 'accepted', providerMessageId: sent.data.sid, recipient: to };
    }
    return refusal(answer);
  }

  async checkNumber(address: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    const found = await this.#find(address, token, signal);
    if ('outcome' in found) return found;
    return foundAs(found.number);
  }

  /** Twilio calls the fallback URL when the first doesn't answer, so a webhook gets a second attempt. */
  async listen({ phoneNumberId, accessToken }: OurNumber, signal?: AbortSignal): Promise<NumberCheck> {
    const publicUrl = this.#settings.publicUrl();
    const address = parseSmsAddress(phoneNumberId);
    if (publicUrl === undefined) return NO_PUBLIC_URL;
    if (address === undefined || accessToken === undefined) return NO_TOKEN;
    const found = await this.#find(phoneNumberId, accessToken, signal);
    if ('outcome' in found) return found;
    const hook = `${publicUrl}${hookPath(address)}`;
    const form = { SmsUrl: hook, SmsMethod: 'POST', SmsFallbackUrl: hook, SmsFallbackMethod: 'POST' };
    const path = `IncomingPhoneNumbers/${encodeURIComponent(found.number.sid)}.json`;
    const answer = await this.#call(address, accessToken, 'POST', path, form, signal);
    if (answer.kind !== 'answer') return UNAVAILABLE;
    if (answer.status >= 300) return checkOf(refusal(answer));
    return foundAs(found.number);
  }

  readHook({ address, token, url, headers, rawBody, now }: SmsHook): ParsedWebhook | undefined {
    const signature = headers[this.signedBy];
    const form = new URLSearchParams(new TextDecoder().decode(rawBody));
    if (typeof signature !== 'string' || !isTwilioSigned(url, form, token, signature)) return undefined;
    const callbackData = new URL(url).searchParams.get(CALLBACK_FIELD) ?? undefined;
    return readTwilioForm({ address, form, callbackData, now });
  }

  /** The account's entry of the number, or why it can't be used. */
  async #find(
    address: string,
    token: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ number: TwilioNumber } | NumberCheck> {
    const parsed = parseSmsAddress(address);
    if (parsed === undefined || token === undefined) return NO_TOKEN;
    const number = `+${parsed.sender}`;
    const path = `IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: number }).toString()}`;
    const answer = await this.#call(parsed, token, 'GET', path, undefined, signal);
    if (answer.kind !== 'answer') return UNAVAILABLE;
    if (answer.status >= 300) return checkOf(refusal(answer));
    const listed = numbersSchema.safeParse(answer.json);
    if (!listed.success) return UNAVAILABLE;
    const found = listed.data.incoming_phone_numbers.find((each) => each.phone_number === number);
    if (found === undefined) return { outcome: 'refused', code: 20404, key: twilioMeaning(20404).key };
    if (found.capabilities?.sms === false) return { outcome: 'refused', code: 21606, key: twilioMeaning(21606).key };
    return { number: found };
  }

  #call(
    { account }: SmsAddress,
    token: string,
    method: 'GET' | 'POST',
    path: string,
    form: Readonly<Record<string, string>> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer | CallFailure> {
    const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
    const call = { method, path: `/2010-04-01/Accounts/${account}/${path}` };
    if (form === undefined) return callProvider(this.#settings, { ...call, headers: { authorization } }, signal);
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return callProvider(this.#settings, { ...call, headers, body: new URLSearchParams(form).toString() }, signal);
  }
}

function refusal({ status, json, retryAfterMs }: Answer): SendResult {
  const parsed = refusedSchema.safeParse(json);
  // A 5xx comes from a proxy or an internal error: the message may have been sent all the same.
  if (status >= 500) return { outcome: 'unknown', reason: 'answer' };
  if (parsed.success) {
    return refused(parsed.data.code, twilioMeaning(parsed.data.code), retryAfterMs, parsed.data.message);
  }
  const code = status === 401 ? 20003 : status === 404 ? 20404 : status === 429 ? 20429 : 0;
  return refused(code, twilioMeaning(code), retryAfterMs);
}

function checkOf(result: SendResult): NumberCheck {
  if (result.outcome !== 'refused' && result.outcome !== 'retryable') return UNAVAILABLE;
  const { outcome, code, key } = result;
  return { outcome, code, key };
}

function foundAs({ phone_number: displayNumber, friendly_name: verifiedName = null }: TwilioNumber): NumberCheck {
  return { outcome: 'found', displayNumber, verifiedName };
}
