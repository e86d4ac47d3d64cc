import { STATUS_CODES } from 'node:http';
import { request } from 'undici';
import * as z from 'zod/mini';
import { meaningOf } from './errors.ts';
import type { ChannelErrorKey } from './errors.ts';
import { DEFAULT_TIMEOUT_MS } from './settings.ts';
import type { WhatsAppSettings } from './settings.ts';

/** Outcome of a Graph API call. `notReached` certainly had no effect; `lost` may have had one. */
export type GraphAnswer = { readonly kind: 'ok'; readonly response: Response } | GraphFailure;

/** The same of a short answer, which is read already. */
export type GraphText = { readonly kind: 'ok'; readonly text: string } | GraphFailure;

export type GraphFailure =
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly key: ChannelErrorKey;
      readonly retryable: boolean;
      readonly details: string | undefined;
      readonly subcode?: number | undefined;
      /** What the provider says to a person. */
      readonly userMessage?: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: 'notReached' }
  | { readonly kind: 'lost'; readonly reason: 'timeout' | 'connection' | 'aborted' | 'answer' };

const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    message: z.optional(z.string()),
    error_subcode: z.optional(z.int()),
    error_user_msg: z.optional(z.string()),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
});

/** Fetch failures before any byte of the request was sent. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** So are untrusted certificates. */
const certificateError = /^(CERT_|SELF_SIGNED_|UNABLE_TO_|DEPTH_ZERO_|ERR_TLS_CERT_)/;

/** A path of the Graph API, or an absolute URL; with a time limit of its own for files. */
type Target = ({ path: string } | { url: URL }) & {
  timeoutMs?: number;
  /** Of the body, GET or POST, if left out. */
  method?: 'POST' | 'DELETE';
  /** An upload's offset, and the scheme of its token. */
  headers?: { authorization: 'OAuth'; file_offset: string };
};

/** The provider took too long. */
const tooLate: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

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

/** The outcome of failing to read an answer's body; `timeout` is the call's own, if any. */
export function failure(error: unknown, timeout?: AbortSignal): GraphFailure {
  if (timeout?.aborted === true || (error instanceof Error && error.name === 'TimeoutError')) {
    return { kind: 'lost', reason: 'timeout' };
  }
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'lost', reason: 'aborted' };
  const codes = causes(error);
  if (codes.some((code) => tooLate.has(code))) return { kind: 'lost', reason: 'timeout' };
  return codes.length > 0 && codes.every((code) => beforeSending.has(code) || certificateError.test(code))
    ? { kind: 'notReached' }
    : { kind: 'lost', reason: 'connection' };
}

/** Error codes of a fetch's causes; connecting to several addresses yields several. */
function causes(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(causes);
  if (!(error instanceof Error)) return [];
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? [code] : causes(error.cause);
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
  // A 5xx without Meta's error comes from a machine in between, and the message may have passed it.
  if (status >= 500) return { kind: 'lost', reason: 'answer' };
  const key = status === 429 ? 'channel.error.rate' : 'channel.error.unknown';
  const retryable = status === 429;
  return { kind: 'error', code: status, key, retryable, details: STATUS_CODES[status], retryAfterMs };
}

function retryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
