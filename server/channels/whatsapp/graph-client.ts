import * as z from 'zod/mini';
import { meaningOf } from './errors.ts';
import type { ChannelErrorKey } from './errors.ts';
import { DEFAULT_TIMEOUT_MS } from './settings.ts';
import type { WhatsAppSettings } from './settings.ts';

/** How a call to the Graph API ended. `notReached` certainly did nothing there; `lost` may have. */
export type GraphAnswer =
  | { readonly kind: 'ok'; readonly response: Response }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly key: ChannelErrorKey;
      readonly retryable: boolean;
      readonly details: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: 'notReached' }
  | { readonly kind: 'lost'; readonly reason: 'timeout' | 'connection' | 'aborted' | 'answer' };

const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    message: z.optional(z.string()),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
});

/** Causes of a failed fetch that come before any byte of the request has left. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** So are those of a certificate that cannot be trusted. */
const certificateError = /^(CERT_|SELF_SIGNED_|UNABLE_TO_|DEPTH_ZERO_|ERR_TLS_CERT_)/;

/** The adapter's own calls: never throws for what the network or the other side does. */
export class GraphClient {
  readonly #settings: WhatsAppSettings;

  constructor(settings: WhatsAppSettings) {
    this.#settings = settings;
  }

  /** Calls `path` under the Graph API's address, or an absolute `url`, with the token of `phoneNumberId`. */
  async call(
    phoneNumberId: string,
    target: { path: string } | { url: URL },
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<GraphAnswer> {
    if (signal?.aborted === true) return { kind: 'notReached' };
    return this.callWith(await this.#settings.accessToken(phoneNumberId), target, body, signal);
  }

  /** The same with a token; without one it is refused as the provider would. */
  async callWith(
    given: string | undefined,
    target: { path: string } | { url: URL },
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<GraphAnswer> {
    const token = given ?? this.#settings.defaultToken;
    if (token === undefined || token === '') {
      return {
        kind: 'error',
        code: 190,
        key: 'channel.error.token',
        retryable: false,
        details: undefined,
        retryAfterMs: undefined,
      };
    }
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const response = await fetch('url' in target ? target.url : `${this.#settings.graphUrl()}/${target.path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A redirect would be a wrong address in the settings; following it would turn a POST into a GET.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return response.ok ? { kind: 'ok', response } : await refusal(response);
    } catch (error) {
      return failure(error, timeout);
    }
  }
}

/** What a failed read of an answer's body means; `timeout` is the call's own, if it had one. */
export function failure(error: unknown, timeout?: AbortSignal): GraphAnswer {
  if (timeout?.aborted === true || (error instanceof Error && error.name === 'TimeoutError')) {
    return { kind: 'lost', reason: 'timeout' };
  }
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'lost', reason: 'aborted' };
  const codes = causes(error);
  return codes.length > 0 && codes.every((code) => beforeSending.has(code) || certificateError.test(code))
    ? { kind: 'notReached' }
    : { kind: 'lost', reason: 'connection' };
}

/** Codes of a fetch's causes; connecting to several addresses gives several. */
function causes(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(causes);
  if (!(error instanceof Error)) return [];
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? [code] : causes(error.cause);
}

async function refusal(response: Response): Promise<GraphAnswer> {
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  if (parsed.success) {
    const { code, message, error_data: data } = parsed.data.error;
    return { kind: 'error', code, ...meaningOf(code), details: data?.details ?? message, retryAfterMs };
  }
  // Without Meta's error a 5xx is some machine on the way, and nobody knows whether the message passed it.
  if (response.status >= 500) return { kind: 'lost', reason: 'answer' };
  const key = response.status === 429 ? 'channel.error.rate' : 'channel.error.unknown';
  const retryable = response.status === 429;
  return { kind: 'error', code: response.status, key, retryable, details: response.statusText, retryAfterMs };
}

function retryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
