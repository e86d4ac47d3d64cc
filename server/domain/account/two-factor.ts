import type { UserSettings } from '../../../contract/rest/user-settings.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { codeCounter, MAX_CODE_FAILURES, spendCode } from '../auth/second-factor.ts';
import { countTries, forgetTries } from '../auth/limits.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { requireCompany, requireOwnUser } from '../permissions.ts';
import { settingsOf as companySettings } from '../settings/settings.ts';
import { activateRecoveryCodes, addRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';
import { addTotp, spendTotpCode } from './totp.ts';
import type { Enrolment } from './totp.ts';

type Of = { tenantId: string; userId: string };

const wrongCode = () => invalid('error.form.invalid', { code: 'error.twoFactor.code' });
const isRequired = () => new DomainError('FORBIDDEN', 'error.twoFactor.required');

/** One's own settings; refuses another's id with NOT_FOUND. */
export function userSettings(services: Services, actor: Actor, id: string): Promise<UserSettings> {
  requireOwn(actor, id);
  return withTenant(services.db, actor.tenantId, (tx) => settingsOf(tx, actor));
}

/**
 * What to show one who wants a second factor: the secret for their app, and recovery codes. Neither
 * is good before `setTwoFactor` got a code. Refuses with CONFLICT one who has one, and who is there for
 * support with FORBIDDEN `error.support.ownUser`.
 */
export async function prepareTwoFactor(
  services: Services,
  actor: Actor,
  id: string,
): Promise<Enrolment & { recovery_codes: string[] }> {
  requireOwn(actor, id);
  requireOwnUser(actor);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    if (await hasTwoFactor(tx, actor)) throw conflict('error.twoFactor.alreadyOn');
    const enrolment = await addTotp(tx, services, { ...ownOf(actor), label: actor.email });
    return { ...enrolment, recovery_codes: await addRecoveryCodes(tx, services, ownOf(actor)) };
  });
}

/**
 * Switches a second factor on, with a code of the app that was set up, or off, with any code. An
 * administrator switches another's off without one, for who has lost their phone. Refuses a wrong
 * code with INVALID, and with FORBIDDEN `error.twoFactor.required` one's own where the company asks it, and
 * support another's with `error.support.wayIn`.
 */
export async function setTwoFactor(
  services: Services,
  actor: Actor,
  change: { id: string; two_factor: boolean; code?: string | null | undefined },
): Promise<UserSettings> {
  if (change.id !== actor.userId) return takeAway(services, actor, change);
  requireOwnUser(actor);
  const code = change.code?.replaceAll(/\s/g, '') ?? '';
  if (code === '') throw invalid('error.form.invalid', { code: 'error.field.required' });
  return change.two_factor ? switchOn(services, actor, code) : switchOff(services, actor, code);
}

function switchOn(services: Services, actor: Actor, code: string): Promise<UserSettings> {
  return withCode(services, actor, 'twoFactor.on', async (tx) => {
    if (await hasTwoFactor(tx, actor)) throw conflict('error.twoFactor.alreadyOn');
    if (!(await spendTotpCode(tx, services, ownOf(actor), code, false))) return false;
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
    if ((await spendCode(tx, services, ownOf(actor), code)) === undefined) return false;
    await forgetTwoFactor(tx, ownOf(actor));
    return true;
  });
}

/** New recovery codes, to be shown this once; those before are good until `renewRecoveryCodes`. */
export async function prepareRecoveryCodes(services: Services, actor: Actor, id: string): Promise<string[]> {
  requireOwn(actor, id);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    if (!(await hasTwoFactor(tx, actor))) throw conflict('error.twoFactor.alreadyOff');
    return addRecoveryCodes(tx, services, ownOf(actor));
  });
}

/** Puts the recovery codes shown last in the place of the old ones, with a code of the app. */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  given: { id: string; code: string },
): Promise<UserSettings> {
  requireOwn(actor, given.id);
  const code = given.code.replaceAll(/\s/g, '');
  return withCode(services, actor, 'twoFactor.codesRenewed', async (tx) => {
    if (!(await spendTotpCode(tx, services, ownOf(actor), code, true))) return false;
    if (!(await activateRecoveryCodes(tx, ownOf(actor)))) throw conflict();
    return true;
  });
}

function mayTakeAway(actor: Actor): void {
  if (!actor.isAdmin) throw notFound();
  requireCompany(actor);
}

async function takeAway(
  services: Services,
  caller: Actor,
  change: { id: string; two_factor: boolean },
): Promise<UserSettings> {
  mayTakeAway(caller);
  const of = { tenantId: caller.tenantId, userId: change.id };
  return changeAs(services, caller, mayTakeAway, async (tenant, actor) => {
    const { tx } = tenant;
    const user = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', of.tenantId)
      .where('id', '=', of.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (user === undefined) throw notFound();
    // Only who holds the phone can say that they do.
    if (change.two_factor) throw new DomainError('FORBIDDEN', 'error.forbidden');
    await forgetTwoFactor(tx, of);
    await note(tx, actor, 'twoFactor.takenAway', of.userId);
    tellPermissions(tenant, of.userId);
    return settingsOf(tx, of);
  });
}

/** Runs what needs a code; a wrong one is counted and written down, and refused. */
async function withCode(
  services: Services,
  actor: Actor,
  action: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<UserSettings> {
  const counter = codeCounter(actor);
  await countTries(services, [{ name: counter, max: MAX_CODE_FAILURES }]);
  const settings = await changeAs(services, actor, requireOwnUser, async (change) => {
    const { tx } = change;
    if (!(await work(tx))) {
      await note(tx, actor, 'twoFactor.codeFailed', actor.userId);
      return undefined;
    }
    await note(tx, actor, action, actor.userId);
    tellPermissions(change, actor.userId);
    return settingsOf(tx, actor);
  });
  if (settings === undefined) throw wrongCode();
  await forgetTries(services, { forget: [counter] });
  return settings;
}

/** Where the company asks for a second factor, having one decides what is permitted: open pages look again. */
export function tellPermissions(change: Change, userId: string): void {
  change.append('PermissionsChanged', {}, { to: 'people', userIds: [userId] });
}

function note(tx: Tx, actor: Actor, action: string, userId: string): Promise<void> {
  return auditDeed(tx, actor, { action, subject: `user:${userId}` });
}

/** Takes a user's second factor and their recovery codes away. */
export async function forgetTwoFactor(tx: Tx, of: Of): Promise<void> {
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
  const { lock_minutes } = await companySettings(tx, of.tenantId, ['lock_minutes']);
  return {
    id: of.userId,
    two_factor: row.confirmed_at !== null,
    two_factor_required: row.two_factor_required,
    recovery_codes_left: await recoveryCodesLeft(tx, of),
    lock_minutes,
  };
}

function requireOwn(actor: Actor, id: string): void {
  if (id !== actor.userId) throw notFound();
}

const ownOf = ({ tenantId, userId }: Of): Of => ({ tenantId, userId });
