import type { CallFailure } from '../call-failure.ts';
import type { Channel, NumberCheck, OurNumber, ParsedWebhook, SendResult } from '../channel.ts';
import type { SmsMeaning } from './errors.ts';

/** An SMS provider's raw webhook. */
export interface SmsHook {
  /** The instance's address that it came to, and the instance's token. */
  readonly address: string;
  readonly token: string;
  /** As the provider called it: the public address with path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

/** A provider of SMS. Its senders' addresses are `smsAddress`'s. */
export interface SmsChannel extends Channel {
  readonly name: 'sms';
  /** The header that every authentic webhook has. */
  readonly signedBy: string;
  /** Subscribes to the sender's messages and statuses at the provider. Idempotent. */
  listen(number: OurNumber, signal?: AbortSignal): Promise<NumberCheck>;
  /** The parsed webhook; undefined if it isn't authentic. */
  readHook(hook: SmsHook): ParsedWebhook | undefined;
}

/** An empty webhook. */
export const NOTHING: ParsedWebhook = {
  messages: [],
  statuses: [],
  accounts: [],
  templates: [],
  preferences: [],
  limits: [],
  rejected: [],
  ignored: [],
};

/** PostgreSQL refuses NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** An unusable webhook, stored as rejected. */
export function rejected(reason: string, raw: string): ParsedWebhook {
  return { ...NOTHING, rejected: [{ reason, raw: storable(raw) }] };
}

/** The outcome of a send that is final: not sent. */
export function refused(code: number, { key, retryable }: SmsMeaning, after?: number, details?: string): SendResult {
  return retryable
    ? { outcome: 'retryable', code, key, details, retryAfterMs: after }
    : { outcome: 'refused', code, key, details, retryable: false };
}

/** A send without an answer. */
export function notAnswered(failure: CallFailure): SendResult {
  if (failure.kind === 'lost') return { outcome: 'unknown', reason: failure.reason };
  return refused(0, { key: 'channel.error.sms.unavailable', retryable: true });
}

/** The provider is unreachable. */
export const UNAVAILABLE: NumberCheck = { outcome: 'retryable', code: 0, key: 'channel.error.sms.unavailable' };

/** Our own public address isn't set, so no provider can report to us. */
export const NO_PUBLIC_URL: NumberCheck = { outcome: 'refused', code: 0, key: 'error.instance.noPublicUrl' };

/** Without a token the provider isn't called. */
export const NO_TOKEN: NumberCheck = { outcome: 'refused', code: 401, key: 'channel.error.sms.token' };
