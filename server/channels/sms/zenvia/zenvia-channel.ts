import * as z from 'zod/mini';
import { isSameSecret } from '../../same-secret.ts';
import type { NumberCheck, OurNumber, OutboundMessage, ParsedWebhook, SendResult } from '../../channel.ts';
import { phoneDigits } from '../../phone-number.ts';
import { hookPath, parseSmsAddress, smsAddress } from '../address.ts';
import { zenviaMeaning } from '../errors.ts';
import type { SmsErrorKey } from '../errors.ts';
import { callProvider } from '../provider-call.ts';
import type { Answer, SmsSettings } from '../provider-call.ts';
import { NO_PUBLIC_URL, NO_TOKEN, notAnswered, refused, UNAVAILABLE } from '../sms-channel.ts';
import type { SmsChannel, SmsHook } from '../sms-channel.ts';
import { readZenviaEvent } from './read-event.ts';
import { HOOK_HEADER, hookSecret } from './secret.ts';

const sentSchema = z.looseObject({ id: z.string().check(z.minLength(1)) });
const refusedSchema = z.looseObject({ message: z.optional(z.string()) });
const subscriptionSchema = z.looseObject({
  id: z.string(),
  eventType: z.string(),
  webhook: z.looseObject({ url: z.string(), headers: z.optional(z.nullable(z.record(z.string(), z.string()))) }),
});
const subscriptionsSchema = z.array(subscriptionSchema);
type Subscription = z.infer<typeof subscriptionSchema>;

const EVENTS = [
  { eventType: 'MESSAGE', criteria: { channel: 'sms', direction: 'IN' } },
  { eventType: 'MESSAGE_STATUS', criteria: { channel: 'sms' } },
] as const;

const HOOK_BASE = '/webhooks/sms/zenvia/';
const FULL: SmsErrorKey = 'channel.error.sms.subscriptions';

export type ZenviaSettings = SmsSettings & {
  /** Whether an instance has this address. */
  readonly isSender: (address: string) => Promise<boolean>;
};

/** Zenvia's API of channels. It doesn't know whether Zenvia or the emulator answers. */
export class ZenviaChannel implements SmsChannel {
  readonly name = 'sms';
  readonly signedBy = HOOK_HEADER;
  readonly #settings: ZenviaSettings;

  constructor(settings: ZenviaSettings) {
    this.#settings = settings;
  }

  async send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    const from = parseSmsAddress(message.phoneNumberId);
    const to = phoneDigits(message.to);
    if (from === undefined || message.kind !== 'text') return refused(400, zenviaMeaning(400));
    if (to === undefined) return refused(400, { key: 'channel.error.sms.noNumber', retryable: false });
    if (message.accessToken === undefined) return refused(401, zenviaMeaning(401));
    const body = {
      from: from.sender,
      to,
      externalId: message.callbackData,
      contents: [{ type: 'text', text: message.text }],
    };
    const answer = await this.#call(message.accessToken, 'POST', '/channels/sms/messages', body, signal);
    if (answer.kind !== 'answer') return notAnswered(answer);
    if (answer.status < 300) {
      const sent = sentSchema.safeParse(answer.json);
      // Accepted without an id: the message is probably on its way.
      if (!sent.success) return { outcome: 'unknown', reason: 'answer' };
      return { outcome: 'accepted', providerMessageId: sent.data.id, recipient: to };
    }
    // A 5xx comes from a proxy or an internal error: the message may have been sent all the same.
    if (answer.status >= 500) return { outcome: 'unknown', reason: 'answer' };
    const details = refusedSchema.safeParse(answer.json).data?.message;
    return refused(answer.status, zenviaMeaning(answer.status), answer.retryAfterMs, details);
  }

  /** Zenvia lists no senders: only the token can be asked about. */
  async checkNumber(address: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    const parsed = parseSmsAddress(address);
    if (parsed === undefined || token === undefined) return NO_TOKEN;
    const answer = await this.#call(token, 'GET', '/subscriptions', undefined, signal);
    return checkOf(answer) ?? { outcome: 'found', displayNumber: parsed.sender, verifiedName: null };
  }

  /**
   * Subscribes to messages and to statuses; a correct subscription of ours is kept. Afterwards unused
   * ones are removed, since an account may have few.
   */
  async listen({ phoneNumberId, accessToken }: OurNumber, signal?: AbortSignal): Promise<NumberCheck> {
    const publicUrl = this.#settings.publicUrl();
    const address = parseSmsAddress(phoneNumberId);
    if (publicUrl === undefined) return NO_PUBLIC_URL;
    if (address === undefined || accessToken === undefined) return NO_TOKEN;
    const listed = await this.#call(accessToken, 'GET', '/subscriptions', undefined, signal);
    const failed = checkOf(listed);
    if (failed !== undefined) return failed;
    const subscriptions = subscriptionsSchema.safeParse(listed.kind === 'answer' ? listed.json : undefined);
    if (!subscriptions.success) return UNAVAILABLE;
    const url = `${publicUrl}${hookPath(address)}`;
    const secret = hookSecret(phoneNumberId, accessToken);
    const ours = subscriptions.data.filter(({ webhook }) => webhook.url === url);
    const gone = await this.#ofNobody(subscriptions.data, publicUrl, url);
    for (const event of EVENTS) {
      const isOfEvent = ({ eventType }: Subscription) => eventType === event.eventType;
      const known = ours.filter(isOfEvent);
      const right = known.find(({ webhook }) => secretOf(webhook.headers) === secret);
      const useless = [...known.filter((each) => each !== right), ...gone.filter(isOfEvent)];
      const remove = async () => {
        for (const { id } of useless.splice(0)) {
          await this.#call(accessToken, 'DELETE', `/subscriptions/${encodeURIComponent(id)}`, undefined, signal);
        }
      };
      if (right === undefined) {
        const body = { ...event, webhook: { url, headers: { [HOOK_HEADER]: secret } } };
        const add = () => this.#call(accessToken, 'POST', '/subscriptions', body, signal);
        let added = await add();
        // The account is at its limit: only then is an old one removed before the new one is created.
        if (isFull(added) && useless.length > 0) {
          await remove();
          added = await add();
        }
        if (isFull(added)) return { outcome: 'refused', code: 409, key: FULL };
        const refusal = checkOf(added);
        if (refusal !== undefined) return refusal;
      }
      await remove();
    }
    return { outcome: 'found', displayNumber: address.sender, verifiedName: null };
  }

  readHook({ address, token, headers, rawBody, now }: SmsHook): ParsedWebhook | undefined {
    const given = headers[HOOK_HEADER];
    if (typeof given !== 'string' || !isSameSecret(given, hookSecret(address, token))) return undefined;
    return readZenviaEvent(address, rawBody, now);
  }

  /** Our subscriptions for senders that no instance has any more. */
  async #ofNobody(all: readonly Subscription[], publicUrl: string, own: string): Promise<Subscription[]> {
    const base = `${publicUrl}${HOOK_BASE}`;
    const gone: Subscription[] = [];
    for (const each of all) {
      const { url } = each.webhook;
      if (!url.startsWith(base) || url === own) continue;
      const address = parseSmsAddress(`zenvia:${url.slice(base.length).replace('/', ':')}`);
      if (address !== undefined && !(await this.#settings.isSender(smsAddress(address)))) gone.push(each);
    }
    return gone;
  }

  #call(
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): ReturnType<typeof callProvider> {
    const headers = { 'x-api-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const call = { method, path: `/v2${path}`, headers };
    return callProvider(this.#settings, body === undefined ? call : { ...call, body: JSON.stringify(body) }, signal);
  }
}

function secretOf(headers: Readonly<Record<string, string>> | null | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === HOOK_HEADER)?.[1];
}

/** The account is at its limit of subscriptions. */
function isFull(answer: Awaited<ReturnType<typeof callProvider>>): boolean {
  return answer.kind === 'answer' && answer.status === 409;
}

/** Why it was refused; undefined if it wasn't. */
function checkOf(answer: Awaited<ReturnType<typeof callProvider>>): NumberCheck | undefined {
  if (answer.kind !== 'answer' || answer.status >= 500) return UNAVAILABLE;
  const { status }: Answer = answer;
  if (status < 300) return undefined;
  const { key, retryable } = zenviaMeaning(status);
  return { outcome: retryable ? 'retryable' : 'refused', code: status, key };
}
