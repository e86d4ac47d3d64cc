import type { ErrorCode } from '../../../contract/facts/errors.ts';

/**
 * Why something didn't happen. `key` names the text in the catalogues. `NETWORK`: no answer came,
 * so it is not known whether it was done. `ABANDONED`: the session ended first.
 */
export interface Failure {
  readonly code: ErrorCode | 'NETWORK' | 'ABANDONED' | 'REJECTED_INPUT';
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}
