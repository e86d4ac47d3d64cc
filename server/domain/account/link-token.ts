import { hashSecret, newSecret } from '../auth/refresh-token.ts';
import { DomainError } from '../errors.ts';

/** The token of a mail's link: the tenant, and a secret of which only the hash is stored. */
export type LinkToken = { tenantId: string; hash: Buffer };

/** A new token, with the hash to store. */
export function newLinkToken(tenantId: string): LinkToken & { text: string } {
  const secret = newSecret();
  return { tenantId, hash: hashSecret(secret), text: `${tenantId}.${secret}` };
}

/** Parses a link's token; refuses a malformed one with `linkExpired`. */
export function parseLinkToken(text: string): LinkToken {
  const [, tenantId, secret] = /^(\d{1,18})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (tenantId === undefined || secret === undefined) throw linkExpired();
  return { tenantId, hash: hashSecret(secret) };
}

/** The same answer for a link that is expired, used, replaced or unknown. */
export function linkExpired(): DomainError {
  return new DomainError('NOT_FOUND', 'error.link.expired');
}
