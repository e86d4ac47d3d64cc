import { request } from 'undici';
import { failure, retryAfter } from '../call-failure.ts';
import type { CallFailure } from '../call-failure.ts';

/** Settings of an SMS provider. */
export interface SmsSettings {
  /** Base of its API, without a trailing slash. */
  readonly url: () => string;
  /** Our own public address, which it reports to; undefined: none is set. */
  readonly publicUrl: () => string | undefined;
  /** After this long without an answer a send is `unknown`. */
  readonly timeoutMs?: number;
}

/** An answer, whatever it says; `json` is undefined if it isn't JSON. */
export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly json: unknown;
  readonly retryAfterMs: number | undefined;
};

const TIMEOUT_MS = 15_000;

export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Calls an SMS provider. Never throws for network or remote failures. */
export async function callProvider(
  { url, timeoutMs = TIMEOUT_MS }: SmsSettings,
  { method, path, headers, body }: Call,
  signal: AbortSignal | undefined,
): Promise<Answer | CallFailure> {
  if (signal?.aborted === true) return { kind: 'notReached' };
  try {
    const answer = await request(`${url()}${path}`, {
      method,
      headers,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const after = answer.headers['retry-after'];
    return {
      kind: 'answer',
      status: answer.statusCode,
      json: parsed(await answer.body.text()),
      retryAfterMs: retryAfter(typeof after === 'string' ? after : null),
    };
  } catch (error) {
    return failure(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
