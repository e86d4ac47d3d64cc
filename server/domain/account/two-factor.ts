import type { UserSettings } from '../../../contract/rest/user-settings.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { codeCounter, consumeCode } from '../auth/second-factor.ts';
import { countTries, resetTries } from '../auth/limits.ts';
import { auditAction } from '../audit-action.ts';
import { requireFreshLogin } from '../auth/proven-password.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { requireCompany, requireOwnUser } from '../permissions.ts';
import { settingsOf as companySettings, waitMinutesOf } from '../settings/settings.ts';
import { activateRecoveryCodes, addRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';
import { addTotp, consumeTotpCode } from './totp.ts';
import type { Enrolment } from './totp.ts';

type Of = { tenantId: string; userId: string };

const wrongCode = () => invalid('error.form.invalid', { code: 'error.twoFactor.code' });
const isRequired = () => new DomainError('FORBIDDEN', 'error.twoFactor.required');

/** One's own settings; NOT_FOUND for another's id. */
export function userSettings(services: Services, actor: Actor, id: string): Promise<UserSettings> {
  requireOwn(actor, id);
  return withTenant(services.db, actor.tenantId, (tx) => settingsOf(tx, actor));
}

/**
 * What is shown to set up a second factor: the secret for the app, and recovery codes. Neither is active before
 * `setTwoFactor`. CONFLICT if there already is one, FORBIDDEN for support users (`error.support.ownUser`) and as
 * `requireFreshLogin` does.
 */
export async function prepareTwoFactor(
  services: Services,
  actor: Actor,
  id: string,
): Promise<Enrolment & { recovery_codes: string[] }> {
  requireOwn(actor, id);
  requireOwnUser(actor);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireFreshLogin(tx, services, actor);
    if (await hasTwoFactor(tx, actor)) throw conflict('error.twoFactor.alreadyOn');
    const enrolment = await addTotp(tx, services, { ...ownOf(actor), label: actor.email });
    return { ...enrolment, recovery_codes: await addRecoveryCodes(tx, services, ownOf(actor)) };
  });
}

/**
 * Switches a second factor on, with a code of the new secret, or off, with any code. An administrator switches another
 * user's off without a code, in case a phone is lost. INVALID for a wrong code, FORBIDDEN `error.twoFactor.required`
 * for one's own if the company requires it, `error.support.wayIn` for support; everybody as `requireFreshLogin` does.
 */
export async function setTwoFactor(
  services: Services,
  actor: Actor,
  change: { id: string; two_factor: boolean; code?: string | null | undefined },
): Promise<UserSettings> {
  if (change.id !== actor.userId) return switchOffFor(services, actor, change);
  const code = change.code?.replaceAll(/\s/g, '') ?? '';
  if (code === '') throw invalid('error.form.invalid', { code: 'error.field.required' });
  return change.two_factor ? switchOn(services, actor, code) : switchOff(services, actor, code);
}

function switchOn(services: Services, actor: Actor, code: string): Promise<UserSettings> {
  return withCode(services, actor, 'twoFactor.on', async (tx) => {
    if (await hasTwoFactor(tx, actor)) throw conflict('error.twoFactor.alreadyOn');
    if (!(await consumeTotpCode(tx, services, ownOf(actor), code, false))) return false;
    await tx
      .updateTable('totp')
      .set({ confirmed_at: services.now() })
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', actor.userId)
      .execute();
    await activateRecoveryCodes(tx, ownOf(actor));
    return true;
  });
}

function switchOff(services: Services, actor: Actor, code: string): Promise<UserSettings> {
  return withCode(services, actor, 'twoFactor.off', async (tx) => {
    const settings = await settingsOf(tx, actor);
    if (!settings.two_factor) throw conflict('error.twoFactor.alreadyOff');
    if (settings.two_factor_required) throw isRequired();
    if ((await consumeCode(tx, services, ownOf(actor), code)) === undefined) return false;
    await deleteTwoFactor(tx, ownOf(actor));
    return true;
  });
}

/**
 * New recovery codes, shown only now; the old ones are valid until `renewRecoveryCodes`. Refuses as `requireFreshLogin`
 * does.
 */
export async function prepareRecoveryCodes(services: Services, actor: Actor, id: string): Promise<string[]> {
  requireOwn(actor, id);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireFreshLogin(tx, services, actor);
    if (!(await hasTwoFactor(tx, actor))) throw conflict('error.twoFactor.alreadyOff');
    return addRecoveryCodes(tx, services, ownOf(actor));
  });
}

/**
 * Replaces the old recovery codes with those created last, with a code of the app. Refuses as `requireFreshLogin` does.
 */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  input: { id: string; code: string },
): Promise<UserSettings> {
  requireOwn(actor, input.id);
  const code = input.code.replaceAll(/\s/g, '');
  return withCode(services, actor, 'twoFactor.codesRenewed', async (tx) => {
    if (!(await consumeTotpCode(tx, services, ownOf(actor), code, true))) return false;
    if (!(await activateRecoveryCodes(tx, ownOf(actor)))) throw conflict();
    return true;
  });
}

function requireMaySwitchOff(actor: Actor): void {
  if (!actor.isAdmin) throw notFound();
  requireCompany(actor);
}

async function switchOffFor(
  services: Services,
  caller: Actor,
  change: { id: string; two_factor: boolean },
): Promise<UserSettings> {
  const of = { tenantId: caller.tenantId, userId: change.id };
  return changeAsActor(services, caller, requireMaySwitchOff, async (tenant, actor) => {
    const { tx } = tenant;
    const user = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (user === undefined) throw notFound();
    // Proves possession of the phone.
    if (change.two_factor) throw new DomainError('FORBIDDEN', 'error.forbidden');
    await requireFreshLogin(tx, services, actor);
    await deleteTwoFactor(tx, of);
    await note(tx, actor, 'twoFactor.takenAway', of.userId);
    publishPermissionsChanged(tenant, of.userId);
    return settingsOf(tx, of);
  });
}

/** Runs an action that needs a fresh login and a code; a wrong code is counted, audited and refused. */
async function withCode(
  services: Services,
  actor: Actor,
  action: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<UserSettings> {
  await withTenant(services.db, actor.tenantId, (tx) => requireFreshLogin(tx, services, actor));
  const counter = codeCounter(actor, 'session');
  await countTries(services, [counter]);
  const settings = await changeAsActor(services, actor, requireOwnUser, async (change) => {
    const { tx } = change;
    if (!(await work(tx))) {
      await note(tx, actor, 'twoFactor.codeFailed', actor.userId);
      return undefined;
    }
    await note(tx, actor, action, actor.userId);
    publishPermissionsChanged(change, actor.userId);
    return settingsOf(tx, actor);
  });
  if (settings === undefined) throw wrongCode();
  await resetTries(services, { forget: [counter.name] });
  return settings;
}

/** If the company requires a second factor, having one changes the permissions: open pages refetch them. */
export function publishPermissionsChanged(change: Change, userId: string): void {
  change.append('PermissionsChanged', {}, { to: 'people', userIds: [userId] });
}

function note(tx: Tx, actor: Actor, action: string, userId: string): Promise<void> {
  return auditAction(tx, actor, { action, subject: `user:${userId}` });
}

/** Removes a user's second factor and recovery codes. */
export async function deleteTwoFactor(tx: Tx, of: Of): Promise<void> {
  for (const table of ['totp', 'recovery_code'] as const) {
    await tx.deleteFrom(table).where('tenant_id', '=', of.tenantId).where('user_id', '=', of.userId).execute();
  }
}

async function hasTwoFactor(tx: Tx, of: Of): Promise<boolean> {
  return (await settingsOf(tx, of)).two_factor;
}

async function settingsOf(tx: Tx, of: Of): Promise<UserSettings> {
  const row = await tx
    .selectFrom('tenant')
    .leftJoin('totp', (join) =>
      join
        .onRef('totp.tenant_id', '=', 'tenant.id')
        .on('totp.user_id', '=', of.userId)
        .on('totp.confirmed_at', 'is not', null),
    )
    .select(['tenant.two_factor_required', 'totp.confirmed_at'])
    .where('tenant.id', '=', of.tenantId)
    .executeTakeFirstOrThrow();
  const { lock_minutes, sign_messages } = await companySettings(tx, of.tenantId, ['lock_minutes', 'sign_messages']);
  return {
    id: of.userId,
    two_factor: row.confirmed_at !== null,
    two_factor_required: row.two_factor_required,
    recovery_codes_left: await recoveryCodesLeft(tx, of),
    lock_minutes,
    sign_messages,
    wait_minutes: await waitMinutesOf(tx, of.tenantId),
  };
}

function requireOwn(actor: Actor, id: string): void {
  if (id !== actor.userId) throw notFound();
}

const ownOf = ({ tenantId, userId }: Of): Of => ({ tenantId, userId });
