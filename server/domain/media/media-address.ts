import { timingSafeEqual } from 'node:crypto';
import { MEDIA_ADDRESS_SECONDS } from '../../../contract/facts/media.ts';
import type { Id } from '../../db/tables.ts';
import { keyed } from '../auth/keys.ts';
import type { Key } from '../auth/keys.ts';
import type { Services } from '../context.ts';
import type { MediaVariant } from './media-files.ts';

/** The file that an address refers to, and the session it was created for. */
export type MediaTarget = { tenantId: Id; sessionId: Id; messageId: Id; variant: MediaVariant };

type Signing = Pick<Services, 'keys' | 'now'>;

const LETTERS = { original: 'o', preview: 'p' } as const;
/** Key, then company, session, message and end of validity in base 36, and the signature of all that. */
const TOKEN =
  /^(([0-9a-f]{8})\.([0-9a-z]{1,13})\.([0-9a-z]{1,13})\.([0-9a-z]{1,13})\.([op])\.([0-9a-z]{1,8}))\.([\w-]{43})$/;

/** When addresses made now end: whole seconds. */
export function addressEnd({ now }: Pick<Services, 'now'>): Date {
  return new Date((Math.floor(now().getTime() / 1000) + MEDIA_ADDRESS_SECONDS) * 1000);
}

/** An address that needs no login; valid until `end`, while its session is valid and its user sees the message. */
export function signAddress({ keys }: Pick<Signing, 'keys'>, target: MediaTarget, end: Date): string {
  const [key] = keys.mediaAddress;
  const { tenantId, sessionId, messageId, variant } = target;
  const ids = [tenantId, sessionId, messageId].map((id) => BigInt(id).toString(36));
  const text = [key.id, ...ids, LETTERS[variant], (end.getTime() / 1000).toString(36)].join('.');
  return `/api/media/${text}.${signatureOf(key, text)}`;
}

/** Parses a token; undefined if forged or expired. */
export function verifyAddress({ keys, now }: Signing, token: string): MediaTarget | undefined {
  const [, text = '', keyId, ...rest] = TOKEN.exec(token) ?? [];
  const [tenant = '', session = '', message = '', letter, end = '', signature = ''] = rest;
  const key = keys.mediaAddress.find(({ id }) => id === keyId);
  if (key === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, text)))) return undefined;
  if (Number.parseInt(end, 36) * 1000 <= now().getTime()) return undefined;
  const variant = letter === 'p' ? 'preview' : 'original';
  return { tenantId: idOf(tenant), sessionId: idOf(session), messageId: idOf(message), variant };
}

function signatureOf(key: Key, text: string): string {
  return keyed(key, text).toString('base64url');
}

function idOf(digits: string): Id {
  let id = 0n;
  for (const digit of digits) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  return id.toString();
}
