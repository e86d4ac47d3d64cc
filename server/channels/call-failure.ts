/** Why a call to a provider has no answer. `notReached` certainly had no effect; `lost` may have had one. */
export type CallFailure =
  | { readonly kind: 'notReached' }
  | { readonly kind: 'lost'; readonly reason: 'timeout' | 'connection' | 'aborted' | 'answer' };

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

/** The provider took too long. */
const tooLate: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The outcome of failing to read an answer's body; `timeout` is the call's own, if any. */
export function failure(error: unknown, timeout?: AbortSignal): CallFailure {
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

/** The pause that an answer asks for, in milliseconds. */
export function retryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
