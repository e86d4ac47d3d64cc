import type { UnauthorizedStatus } from '../../../contract/facts/errors.ts';
import type { ClientConfig } from '../../../contract/rest/config.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandType } from '../../machines/log/command.ts';

/** One attempt of a call. `token` is null for calls without one. */
export interface Attempt {
  readonly config: ClientConfig;
  readonly token: string | null;
  readonly signal: AbortSignal;
}

/** Outcome of an attempt. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The server refused, with a contract error. */
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** The server asks for this pause (milliseconds). */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'expired'; readonly failure: Failure }
  | { readonly kind: 'unauthorized'; readonly status: UnauthorizedStatus; readonly failure: Failure }
  /** No response, or an incomplete one. */
  | { readonly kind: 'lost' }
  /** A response that doesn't match the contract. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly reason: string; readonly sample: string };

/**
 * The call's token. `session`: the session's. `sender`: the session's, only to identify the sender; it may be expired
 * or missing. `none`: none. Or a given one, for a login not yet adopted and for the logout.
 */
export type Bearer = 'session' | 'sender' | 'none' | { readonly token: string };

export interface CallRequest<Answer> {
  /** The command that makes the call. */
  readonly command: CommandType;
  readonly source: 'rest' | 'graphql';
  readonly bearer: Bearer;
  /** Whether the call continues when the session ends. Only for logouts. */
  readonly outlivesSession?: true;
  /** Timeout (milliseconds); `CALL_TIMEOUT_MS` if left out. */
  readonly timeoutMs?: number;
  /** Never rejects. */
  readonly send: (attempt: Attempt) => Promise<Outcome<Answer>>;
}

/**
 * A call's result. `inDoubt`: it failed, but the server may have done it: the response was lost or unreadable, or the
 * server doesn't know.
 */
export type CallResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure; readonly inDoubt: boolean };
