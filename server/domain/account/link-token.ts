import { hashSecret, newSecret } from '../auth/refresh-token.ts';
import { DomainError } from '../errors.ts';

/** What a mail's link carries: the tenant, and a secret of which only the hash is kept. */
export type LinkToken = { tenantId: string; hash: Buffer };

/** A new token, and what is kept of it. */
export function newLinkToken(tenantId: string): LinkToken & { text: string } {
  const secret = newSecret();
  return { tenantId, hash: hashSecret(secret), text: `${tenantId}.${secret}` };
}

/** Reads a token out of a link; refuses with `linkExpired` what can't be one. */
export function parseLinkToken(text: string): LinkToken {
  const [, tenantId, secret] = /^(\d{1,18})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (tenantId === undefined || secret === undefined) throw linkExpired();
  return { tenantId, hash: hashSecret(secret) };
}

/** One answer for a link that is too old, was used, was replaced, or never was one. */
export function linkExpired(): DomainError {
  return new DomainError('NOT_FOUND', 'error.link.expired');
}
