import { STATUS_CODES } from 'node:http';
import { request } from 'undici';
import * as z from 'zod/mini';
import { failure, retryAfter } from '../call-failure.ts';
import type { CallFailure } from '../call-failure.ts';
import { meaningOf } from './errors.ts';
import type { ChannelErrorKey } from './errors.ts';
import { DEFAULT_TIMEOUT_MS } from './settings.ts';
import type { WhatsAppSettings } from './settings.ts';

/** Outcome of a Graph API call. `notReached` certainly had no effect; `lost` may have had one. */
export type GraphAnswer = { readonly kind: 'ok'; readonly response: Response } | GraphFailure;

/** The same for a short answer, already read. */
export type GraphText = { readonly kind: 'ok'; readonly text: string } | GraphFailure;

export type GraphFailure =
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly key: ChannelErrorKey;
      readonly retryable: boolean;
      readonly details: string | undefined;
      readonly subcode?: number | undefined;
      /** The provider's human-readable text. */
      readonly userMessage?: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  | CallFailure;

const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    message: z.optional(z.string()),
    error_subcode: z.optional(z.int()),
    error_user_msg: z.optional(z.string()),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
});

/** A path of the Graph API, or an absolute URL; with a time limit of its own for files. */
type Target = ({ path: string } | { url: URL }) & {
  timeoutMs?: number;
  /** Of the body, GET or POST, if left out. */
  method?: 'POST' | 'DELETE';
  /** An upload's offset, and the scheme of its token. */
  headers?: { authorization: 'OAuth'; file_offset: string };
};

const NO_TOKEN: GraphFailure = {
  kind: 'error',
  code: 190,
  key: 'channel.error.token',
  retryable: false,
  details: undefined,
  retryAfterMs: undefined,
};

/** Graph API calls: never throws for network or remote failures. */
export class GraphClient {
  readonly #settings: WhatsAppSettings;

  constructor(settings: WhatsAppSettings) {
    this.#settings = settings;
  }

  /** Of numbers without a token of their own. */
  get defaultToken(): string | undefined {
    return this.#settings.defaultToken;
  }

  /** Calls `path` of the Graph API, or an absolute `url`, with the token of one of our numbers, which it looks up. */
  async call(
    phoneNumberId: string,
    target: Target,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<GraphAnswer> {
    if (signal?.aborted === true) return { kind: 'notReached' };
    return this.callWith(await this.#settings.accessToken(phoneNumberId), target, body, signal);
  }

  /** The same with a given token; without one it fails as at the provider. `body` is sent as JSON, a form, or a file. */
  async callWith(
    input: string | undefined,
    target: Target,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<GraphAnswer> {
    if (signal?.aborted === true) return { kind: 'notReached' };
    const token = input ?? this.#settings.defaultToken;
    if (token === undefined || token === '') return NO_TOKEN;
    const timeout = AbortSignal.timeout(target.timeoutMs ?? this.#settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const response = await fetch('url' in target ? target.url : `${this.#settings.graphUrl()}/${target.path}`, {
        method: target.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...target.headers,
          authorization: `${target.headers?.authorization ?? 'Bearer'} ${token}`,
          ...(body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
        // A redirect means a wrong URL in the settings; following it would turn a POST into a GET.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (response.ok) return { kind: 'ok', response };
      const refused: unknown = await response.json().catch(() => undefined);
      return refusal(response.status, refused, response.headers.get('retry-after'));
    } catch (error) {
      return failure(error, timeout);
    }
  }

  /** Posts JSON whose answer is short. Every message does, and `fetch` costs four times as much. */
  async post(
    input: string | undefined,
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<GraphText> {
    if (signal?.aborted === true) return { kind: 'notReached' };
    const token = input ?? this.#settings.defaultToken;
    if (token === undefined || token === '') return NO_TOKEN;
    const timeoutMs = this.#settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(`${this.#settings.graphUrl()}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        ...(signal && { signal }),
      });
      if (statusCode >= 200 && statusCode < 300) return { kind: 'ok', text: await answer.text() };
      const refused: unknown = await answer.json().catch(() => undefined);
      const after = headers['retry-after'];
      return refusal(statusCode, refused, typeof after === 'string' ? after : null);
    } catch (error) {
      return failure(error);
    }
  }
}

function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob;
}

function refusal(status: number, body: unknown, after: string | null): GraphFailure {
  const parsed = errorBodySchema.safeParse(body);
  const retryAfterMs = retryAfter(after);
  if (parsed.success) {
    const { code, message, error_data: data, error_subcode: subcode, error_user_msg: userMessage } = parsed.data.error;
    return {
      kind: 'error',
      code,
      ...meaningOf(code),
      details: data?.details ?? message,
      subcode,
      userMessage,
      retryAfterMs,
    };
  }
  // A 5xx without Meta's error comes from a proxy: the message may have been sent all the same.
  if (status >= 500) return { kind: 'lost', reason: 'answer' };
  const key = status === 429 ? 'channel.error.rate' : 'channel.error.unknown';
  const retryable = status === 429;
  return { kind: 'error', code: status, key, retryable, details: STATUS_CODES[status], retryAfterMs };
}
