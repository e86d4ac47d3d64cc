import type { ClientConfig } from '../../../contract/rest/config.ts';
import type { UnauthorizedStatus } from '../../../contract/errors.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandType } from '../../machines/log/command.ts';

/** One try of a call. `token` is null for calls that bear none. */
export interface Attempt {
  readonly config: ClientConfig;
  readonly token: string | null;
  readonly signal: AbortSignal;
}

/** What came of one try. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The server said no, in the contract's words. */
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** The server asks to be left alone for so long (milliseconds). */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'expired'; readonly failure: Failure }
  | { readonly kind: 'unauthorized'; readonly status: UnauthorizedStatus; readonly failure: Failure }
  /** No answer came, or not all of it. */
  | { readonly kind: 'lost' }
  /** An answer came that the contract doesn't know. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly reason: string; readonly sample: string };

/**
 * Whose token a call bears: the session's, none, or one named by its value (a login that isn't
 * adopted yet, a logout).
 */
export type Bearer = 'session' | 'none' | { readonly token: string };

export interface CallRequest<Answer> {
  /** The command it is made for. */
  readonly command: CommandType;
  readonly source: 'rest' | 'graphql';
  readonly bearer: Bearer;
  /** Whether it goes on when the session's token is cleared. Only a logout does. */
  readonly outlivesSession?: true;
  /** How long (milliseconds) it may take; `CALL_TIMEOUT_MS` when left out. */
  readonly patience?: number;
  /** Never rejects. */
  readonly send: (attempt: Attempt) => Promise<Outcome<Answer>>;
}

/**
 * How a call ended. `inDoubt`: the server may have done it all the same, since no readable answer
 * came, or one that it can't say.
 */
export type CallResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure; readonly inDoubt: boolean };
