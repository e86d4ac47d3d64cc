import { addressKey } from '../../address-key.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { audit } from '../audit.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { countTries, forgetFailures, whileFindingLink } from '../auth/limits.ts';
import { hashNewPassword, passwordOwner } from '../auth/new-password.ts';
import type { PasswordOwner } from '../auth/password-rules.ts';
import type { Caller, Services } from '../context.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { linkExpired, newLinkToken, parseLinkToken } from './link-token.ts';
import type { LinkToken } from './link-token.ts';
import { addMailJob } from './mail-jobs.ts';
import type { MailJob } from './mail-jobs.ts';

const HOUR_MS = 3_600_000;
/** A link to choose another password is good for so long. */
const RESET_MS = HOUR_MS;
/** How often an hour a reset may be asked for. */
export const MAX_RESETS = { account: 3, address: 20 } as const;

type Ask = { email: string; tenantName: string | null; locale: 'pt_BR' | 'en' | 'pt' };

/**
 * Asks for a mail with which a password is chosen anew. Whether there is such a user shows neither in
 * the answer nor in its time: that is found out when the mail is written. Refuses with TOO_MANY.
 */
export async function askPasswordReset(services: Services, ask: Ask, caller: Caller): Promise<void> {
  const email = ask.email.trim().toLowerCase();
  await countTries(services, [
    { name: `reset ${email}`, max: MAX_RESETS.account, windowMs: HOUR_MS },
    { name: `reset of ${addressKey(caller.address)}`, max: MAX_RESETS.address, windowMs: HOUR_MS },
  ]);
  const { address, requestId } = caller;
  await withPlatform(services.db, (tx) => addMailJob(tx, { kind: 'passwordReset', ...ask, email, address, requestId }));
}

/** What the mail says: to whom, and the link's token; undefined where there is nobody to write to. */
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

/** Makes a link's token with which a user chooses another password, once, within an hour. */
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
 * Chooses another password with a mail's token, which is used then, and so are all of the user's.
 * Their sessions end, and a second factor is still asked for. Refuses with NOT_FOUND
 * `error.link.expired` a token that is no good any more, and a weak password by its field.
 */
export async function resetPassword(
  services: Services,
  given: { token: string; password: string },
  caller: Caller,
): Promise<{ email: string; tenantName: string }> {
  // Hashing is dear: who has no token doesn't get it done.
  const known = await whileFindingLink(services, caller, () => passwordOwnerOf(services, given.token));
  const link = parseLinkToken(given.token);
  const { tenantId } = link;
  const passwordHash = await hashNewPassword(services, given.password, known);
  const owner = await withTenant(services.db, tenantId, async (tx) => {
    const found = await findOwner(tx, services, link);
    if (found === undefined || !(await spendLinks(tx, services, tenantId, found.userId))) return undefined;
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
  await forgetFailures(services, owner.email);
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

/** Whether there was one: of two at once only the first finds it. */
async function spendLinks(tx: Tx, services: Services, tenantId: string, userId: string): Promise<boolean> {
  const spent = await tx
    .updateTable('password_reset')
    .set({ used_at: services.now() })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}
