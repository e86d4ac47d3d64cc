import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PERSON_NAME, USERNAME } from '../../../contract/facts/accounts.ts';
import { emailSchema } from '../../../contract/fields.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { Identity } from '../../identity/provider.ts';
import { audit } from '../audit.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Caller, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { refuseTaken } from '../taken.ts';
import { requireSeat } from '../users/save-user.ts';
import type { StoredProvider } from './settings.ts';

const refused = (key: string) => new DomainError('FORBIDDEN', key);

/** Whether an e-mail is of exactly this domain, no subdomain. */
export function isOfDomain(email: string, domain: string): boolean {
  const at = email.lastIndexOf('@');
  return at > 0 && email.slice(at + 1) === domain;
}

/**
 * The user of a company whom its provider identified: by the provider's subject, and the first time by a verified
 * e-mail. Created if there is none and the company allows it. FORBIDDEN: `error.identity.unverified`,
 * `error.identity.otherDomain`, `error.identity.otherPerson` (the e-mail now belongs to another subject),
 * `error.identity.noUser`, `error.login.blocked`, and `error.identity.full` over the user limit.
 */
export async function personOf(
  services: Services,
  tenantId: Id,
  provider: StoredProvider,
  identity: Identity,
  caller: Caller,
): Promise<{ userId: Id; isNew: boolean }> {
  const email = emailSchema.safeParse(identity.email).data;
  if (email === undefined || !identity.isEmailVerified) throw refused('error.identity.unverified');
  if (!isOfDomain(email, provider.emailDomain)) throw refused('error.identity.otherDomain');
  // An unknown password: such a user logs in at the provider, or resets it.
  const passwordHash = provider.createsUsers ? await hashPassword(randomUUID()) : '';
  const finding = changeTenant(services.db, tenantId, async (change) => {
    const linked = await linkedUser(change, identity);
    if (linked !== undefined) return { userId: entering(linked).id, isNew: false };
    const known = await userByEmail(change, email);
    if (known !== undefined) {
      entering(known);
      await link(change, identity, known.id);
      return { userId: known.id, isNew: false };
    }
    if (!provider.createsUsers || provider.roleId === null) throw refused('error.identity.noUser');
    await requireSeat(change.tx, tenantId);
    const userId = await addUser(change, { email, name: identity.name, roleId: provider.roleId, passwordHash });
    await link(change, identity, userId);
    await audit(change.tx, {
      tenantId,
      userId,
      action: 'user.register',
      subject: `user:${userId}`,
      details: { identity: identity.issuer, email },
      address: caller.address,
      requestId: caller.requestId,
    });
    return { userId, isNew: true };
  });
  // E-mails are unique across companies; the answer doesn't reveal use by another one.
  return refuseTaken(finding).catch((error: unknown) => {
    if (error instanceof DomainError && error.fields?.['email'] !== undefined) throw refused('error.identity.noUser');
    if (error instanceof DomainError && error.key === 'error.users.limit') throw refused('error.identity.full');
    throw error;
  });
}

type Found = { id: Id; isBlocked: boolean };

function entering(user: Found): Found {
  if (user.isBlocked) throw refused('error.login.blocked');
  return user;
}

async function linkedUser({ tx, tenantId }: Change, { issuer, subject }: Identity): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select u.id, u.is_blocked as "isBlocked" from identity_link l
    join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.tenant_id = ${tenantId} and l.issuer = ${issuer} and l.subject = ${subject}
      and u.deleted_at is null and u.support_user_id is null`.execute(tx);
  return rows[0];
}

/** Support users log in at their own company. */
async function userByEmail({ tx, tenantId }: Change, email: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select id, is_blocked as "isBlocked" from app_user
    where tenant_id = ${tenantId} and email = ${email} and deleted_at is null and support_user_id is null`.execute(tx);
  return rows[0];
}

async function link({ tx, tenantId }: Change, { issuer, subject }: Identity, userId: Id): Promise<void> {
  const { rows } = await sql`select from identity_link
    where tenant_id = ${tenantId} and issuer = ${issuer} and user_id = ${userId} and subject <> ${subject}`.execute(tx);
  if (rows.length > 0) throw refused('error.identity.otherPerson');
  // The subject's earlier user was deleted.
  await sql`insert into identity_link (tenant_id, issuer, subject, user_id)
    values (${tenantId}, ${issuer}, ${subject}, ${userId})
    on conflict (tenant_id, issuer, subject) do update set user_id = excluded.user_id`.execute(tx);
}

/** Leaves room for the number that makes a taken name unique. */
const USERNAME_STEM_MAX = USERNAME.max - 10;

async function addUser(
  { tx, tenantId }: Change,
  of: { email: string; name: string | undefined; roleId: Id; passwordHash: string },
): Promise<Id> {
  const [local = ''] = of.email.split('@');
  const claimed = (of.name ?? '').slice(0, PERSON_NAME.max);
  const name = claimed.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim();
  const plain = local.replaceAll(/[^a-z0-9._-]/g, '').slice(0, USERNAME_STEM_MAX);
  const trimmed = plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const wanted = trimmed.length < USERNAME.min ? 'usuario' : trimmed;
  const { rows } = await sql<{ id: Id }>`
    insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select ${tenantId}::bigint, ${name.length < PERSON_NAME.min ? local : name}, free.username, ${of.email}, ${of.roleId}::bigint,
      ${of.passwordHash}
    from (select case when n = 1 then ${wanted}::text else ${wanted}::text || n end as username
      from generate_series(1, 1000) as s (n)
      where not exists (select from app_user taken where taken.tenant_id = ${tenantId} and taken.deleted_at is null
        and lower(taken.username) = case when n = 1 then ${wanted}::text else ${wanted}::text || n end)
      order by n limit 1) free
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('No login name was available');
  return id;
}
