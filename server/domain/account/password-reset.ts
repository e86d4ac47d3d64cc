import type { Locale } from '../../../contract/facts/locales.ts';
import { addressKey } from '../../address-key.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { audit } from '../audit.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { countTries, resetFailures, whileCountingBadLinks } from '../auth/limits.ts';
import { hashNewPassword, passwordOwner } from '../auth/new-password.ts';
import type { PasswordOwner } from '../auth/password-rules.ts';
import type { Caller, Services } from '../context.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { linkExpired, newLinkToken, parseLinkToken } from './link-token.ts';
import type { LinkToken } from './link-token.ts';
import { addMailJob } from './mail-jobs.ts';
import type { MailJob } from './mail-jobs.ts';

const HOUR_MS = 3_600_000;
/** How long a link to reset a password is valid. */
const RESET_MS = HOUR_MS;
/** Password resets per hour. */
export const MAX_RESETS = { account: 3, address: 20 } as const;

type ResetRequest = { email: string; tenantName: string | null; locale: Locale };

/**
 * Requests a mail to reset a password. Neither the answer nor its timing shows whether the user exists: that is looked
 * up when the mail is written. Refuses with TOO_MANY.
 */
export async function requestPasswordReset(services: Services, ask: ResetRequest, caller: Caller): Promise<void> {
  const email = ask.email.trim().toLowerCase();
  await countTries(services, [
    { name: `reset ${email}`, max: MAX_RESETS.account, windowMs: HOUR_MS },
    { name: `reset of ${addressKey(caller.address)}`, max: MAX_RESETS.address, windowMs: HOUR_MS },
  ]);
  const { address, requestId } = caller;
  await withPlatform(services.db, (tx) => addMailJob(tx, { kind: 'passwordReset', ...ask, email, address, requestId }));
}

/** The mail's recipient and the link's token; undefined if there is no such user. */
export async function preparePasswordReset(
  services: Services,
  job: Extract<MailJob, { kind: 'passwordReset' }>,
): Promise<{ to: string; name: string; company: string; tenantName: string; token: string } | undefined> {
  const place = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
      .select(['app_user.tenant_id', 'app_user.id', 'tenant.slug', 'tenant.name as company'])
      .where('app_user.email', '=', job.email)
      .where('app_user.deleted_at', 'is', null)
      .where('tenant.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (place === undefined || (job.tenantName !== null && job.tenantName !== place.slug)) return undefined;
  const { tenant_id: tenantId, id: userId, slug, company } = place;
  const now = services.now();
  return withTenant(services.db, tenantId, async (tx) => {
    const user = await tx
      .selectFrom('app_user')
      .select(['name', 'email'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('is_blocked', '=', false)
      .where('support_user_id', 'is', null)
      .executeTakeFirst();
    if (user === undefined) return undefined;
    const token = await addResetLink(tx, { tenantId, userId, now });
    await audit(tx, {
      tenantId,
      userId,
      action: 'password.resetAsked',
      address: job.address,
      requestId: job.requestId,
    });
    return { to: user.email, name: user.name, company, tenantName: slug, token };
  });
}

/** Creates the token of a link that resets a password, once, within an hour. */
export async function addResetLink(tx: Tx, of: { tenantId: string; userId: string; now: Date }): Promise<string> {
  const { tenantId, userId, now } = of;
  const token = newLinkToken(tenantId);
  await tx.deleteFrom('password_reset').where('tenant_id', '=', tenantId).where('expires_at', '<', now).execute();
  await tx
    .insertInto('password_reset')
    .values({
      tenant_id: tenantId,
      token_hash: token.hash,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_MS),
    })
    .execute();
  return token.text;
}

type Owner = { userId: string; email: string; tenantName: string };

/**
 * Sets a new password with a mail's token, and invalidates all of the user's tokens. Ends their sessions; a second
 * factor is still required. NOT_FOUND `error.link.expired` for an invalid token; a weak password is refused by field.
 */
export async function resetPassword(
  services: Services,
  input: { token: string; password: string },
  caller: Caller,
): Promise<{ email: string; tenantName: string }> {
  // Hashing is expensive: check the token first.
  const known = await whileCountingBadLinks(services, caller, () => passwordOwnerOf(services, input.token));
  const link = parseLinkToken(input.token);
  const { tenantId } = link;
  const passwordHash = await hashNewPassword(services, input.password, known);
  const owner = await withTenant(services.db, tenantId, async (tx) => {
    const found = await findOwner(tx, services, link);
    if (found === undefined || !(await consumeLinks(tx, services, tenantId, found.userId))) return undefined;
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', found.userId)
      .execute();
    const sessions = await endSessions(tx, services, { tenantId, userId: found.userId, reason: 'password' });
    await endSupportSessions(tx, services, { tenantId, userId: found.userId });
    await audit(tx, {
      tenantId,
      userId: found.userId,
      action: 'password.reset',
      subject: `user:${found.userId}`,
      details: { sessions },
      address: caller.address,
      requestId: caller.requestId,
    });
    return found;
  });
  if (owner === undefined) throw linkExpired();
  await resetFailures(services, { tenantId, ...owner });
  return { email: owner.email, tenantName: owner.tenantName };
}

async function passwordOwnerOf(services: Services, token: string): Promise<PasswordOwner> {
  const link = parseLinkToken(token);
  const known = await withTenant(services.db, link.tenantId, async (tx) => {
    const found = await findOwner(tx, services, link);
    return found && passwordOwner(tx, { tenantId: link.tenantId, userId: found.userId });
  });
  if (known === undefined) throw linkExpired();
  return known;
}

async function findOwner(tx: Tx, services: Services, { tenantId, hash }: LinkToken): Promise<Owner | undefined> {
  const row = await tx
    .selectFrom('password_reset')
    .innerJoin('app_user', (join) =>
      join
        .onRef('app_user.tenant_id', '=', 'password_reset.tenant_id')
        .onRef('app_user.id', '=', 'password_reset.user_id'),
    )
    .innerJoin('tenant', 'tenant.id', 'password_reset.tenant_id')
    .select(['app_user.id', 'app_user.email', 'tenant.slug'])
    .where('password_reset.tenant_id', '=', tenantId)
    .where('password_reset.token_hash', '=', hash)
    .where('password_reset.used_at', 'is', null)
    .where('password_reset.expires_at', '>', services.now())
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.is_blocked', '=', false)
    .where('app_user.support_user_id', 'is', null)
    .where('tenant.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { userId: row.id, email: row.email, tenantName: row.slug };
}

/** Whether there was one: of two concurrent calls only the first finds it. */
async function consumeLinks(tx: Tx, services: Services, tenantId: string, userId: string): Promise<boolean> {
  const spent = await tx
    .updateTable('password_reset')
    .set({ used_at: services.now() })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}
