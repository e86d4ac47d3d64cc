import type { ErrorCode } from '../../../contract/facts/errors.ts';

/**
 * Why a call failed. `key` is the catalogue id of its text. `NETWORK`: no answer came, so the outcome is unknown.
 * `ABANDONED`: the session ended first.
 */
export interface Failure {
  readonly code: ErrorCode | 'NETWORK' | 'ABANDONED' | 'REJECTED_INPUT';
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}

/** Whether a failure says nothing about the request itself, so that it is repeated. */
export function isTransient({ code }: Failure): boolean {
  return code === 'NETWORK' || code === 'ABANDONED' || code === 'UNAVAILABLE' || code === 'TOO_MANY';
}
