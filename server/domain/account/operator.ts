import { sql } from 'kysely';
import { actAs } from '../../db/act-as.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { emailSchema } from '../../../contract/fields.ts';
import { audit } from '../audit.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ADMIN_ROLE } from '../permissions.ts';
import { addFirstRoles } from '../tenants/first-people.ts';
import { slugOf } from '../tenants/slug.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { insertInvitation } from './invitations.ts';
import { addResetLink } from './password-reset.ts';
import { prepareInvitation } from './register.ts';
import { forgetTwoFactor, tellPermissions } from './two-factor.ts';

/*
 * What whoever runs the server does at its machine, where nobody can log in yet or any more. No
 * permission is asked: who may read the server's settings may do anything. The audit of the company says
 * that it was done there.
 */

/** What the operator asked for can't be done; the message says why, for a terminal. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorRefusal';
  }
}

type OperatorServices = Pick<Services, 'db' | 'now'>;

const DEFAULT_NAME = 'Balcão';

/** A link's token, and whom it is for. */
export type OneTimeLink = { email: string; company: string; tenantName: string; token: string };

type Place = { tenantId: Id; userId: Id; email: string; company: string; tenantName: string };

/** Whether anybody at all can log in. */
export async function hasUsers(services: Pick<Services, 'db'>): Promise<boolean> {
  const row = await withPlatform(services.db, (tx) =>
    tx.selectFrom('app_user').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst(),
  );
  return row !== undefined;
}

/**
 * Invites an administrator of the platform's back-office, and makes that company where there is none;
 * `name` is what it is called. The invitation before for the same e-mail is of no more use. Refuses
 * with `OperatorRefusal` an e-mail that a user has.
 */
export async function inviteBackoffice(
  services: OperatorServices,
  given: { email: string; name: string | undefined },
): Promise<OneTimeLink & { isNew: boolean; days: number }> {
  const email = readEmail(given.email);
  const user = await findPlace(services, email);
  if (user !== undefined) {
    throw new OperatorRefusal(
      `${email} is a user of ${user.company} (/${user.tenantName}) already, and an e-mail belongs to one user. For a lost password: npm run admin -- reset-password ${email}`,
    );
  }
  const { id: tenantId, isNew } = await backoffice(services, given.name);
  const invitationId = await changeTenant(services.db, tenantId, async ({ tx }) => {
    const role = await tx
      .selectFrom('role')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', ADMIN_ROLE)
      .executeTakeFirstOrThrow();
    const id = await insertInvitation(tx, services, {
      tenantId,
      email,
      locale: 'pt_BR',
      roleId: role.id,
      departmentId: null,
      instanceIds: [],
      invitedBy: null,
    });
    await note(tx, tenantId, { action: 'user.invite', subject: `invitation:${id}`, details: { email, role: role.id } });
    return id;
  });
  const prepared = await prepareInvitation(services, { tenantId, invitationId });
  if (prepared === undefined) throw new OperatorRefusal('Somebody else has just invited them. Try again.');
  const { company, tenantName, token, days } = prepared;
  return { email, company, tenantName, token, days, isNew };
}

/** The back-office's company, made if there is none. Of two operators at once one makes it. */
async function backoffice(services: OperatorServices, name: string | undefined): Promise<{ id: Id; isNew: boolean }> {
  return withPlatform(services.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('balcao back-office'))`.execute(tx);
    const there = await tx
      .selectFrom('tenant')
      .select(['id', 'name'])
      .where('is_backoffice', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    if (there !== undefined) {
      if (name === undefined || name === there.name) return { id: there.id, isNew: false };
      throw new OperatorRefusal(`The back-office is there already and is called ${there.name}: leave out --name.`);
    }
    const chosen = name ?? DEFAULT_NAME;
    const made = await tx
      .insertInto('tenant')
      .values({ slug: readSlug(chosen), name: chosen, is_backoffice: true })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined)
      throw new OperatorRefusal(`A company has the address of "${chosen}" already: choose another --name.`);
    await actAs(tx, made.id);
    await addFirstRoles(tx, { id: made.id, isBackoffice: true });
    await note(tx, made.id, { action: 'tenant.create', subject: `tenant:${made.id}`, details: { name: chosen } });
    return { id: made.id, isNew: true };
  });
}

/** A link with which a user chooses another password. Refuses with `OperatorRefusal` who is unknown or blocked. */
export async function linkForPassword(services: OperatorServices, givenEmail: string): Promise<OneTimeLink> {
  const place = await requirePlace(services, givenEmail);
  const { tenantId, userId, email, company, tenantName } = place;
  return withTenant(services.db, tenantId, async (tx) => {
    const user = await tx
      .selectFrom('app_user')
      .select('is_blocked')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (user.is_blocked) {
      throw new OperatorRefusal(`${email} is blocked in ${company}: an administrator there has to unblock them first.`);
    }
    const token = await addResetLink(tx, { tenantId, userId, now: services.now() });
    await note(tx, tenantId, { action: 'password.resetAsked', subject: `user:${userId}` });
    return { email, company, tenantName, token };
  });
}

/** Takes a user's second factor away; answers whether they had one. Refuses with `OperatorRefusal` who is unknown. */
export async function takeSecondFactor(services: OperatorServices, givenEmail: string): Promise<boolean> {
  const { tenantId, userId } = await requirePlace(services, givenEmail);
  return changeTenant(services.db, tenantId, async (change: Change) => {
    const { tx } = change;
    const had = await tx
      .selectFrom('totp')
      .select('user_id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (had === undefined) return false;
    await forgetTwoFactor(tx, { tenantId, userId });
    await note(tx, tenantId, { action: 'twoFactor.takenAway', subject: `user:${userId}` });
    tellPermissions(change, userId);
    return true;
  });
}

export type OpenSession = { createdAt: Date; usedAt: Date; address: string | null; userAgent: string | null };

/** A user's sessions that live, the last used first. Refuses with `OperatorRefusal` who is unknown. */
export async function listSessions(services: OperatorServices, givenEmail: string): Promise<OpenSession[]> {
  const { tenantId, userId } = await requirePlace(services, givenEmail);
  return withTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('session')
      .select(['created_at as createdAt', 'rotated_at as usedAt', 'address', 'user_agent as userAgent'])
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', services.now())
      .orderBy('rotated_at', 'desc')
      .execute(),
  );
}

/**
 * Ends a user's sessions, and what they have open elsewhere for support; their sockets close at once.
 * Answers how many were theirs. Refuses with `OperatorRefusal` who is unknown.
 */
export async function endAllSessions(services: OperatorServices, givenEmail: string): Promise<number> {
  const { tenantId, userId } = await requirePlace(services, givenEmail);
  return withTenant(services.db, tenantId, async (tx) => {
    const sessions = await endSessions(tx, services, { tenantId, userId, reason: 'disconnected' });
    await endSupportSessions(tx, services, { tenantId, userId });
    await tx
      .updateTable('app_user')
      .set({ is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
    await note(tx, tenantId, { action: 'user.disconnect', subject: `user:${userId}`, details: { sessions } });
    return sessions;
  });
}

type OperatorDeed = { action: string; subject: string; details?: Record<string, unknown> };

function note(tx: Tx, tenantId: Id, { details, ...deed }: OperatorDeed): Promise<unknown> {
  return audit(tx, { tenantId, userId: null, ...deed, details: { ...details, on_machine: true } });
}

function readEmail(given: string): string {
  const email = emailSchema.safeParse(given);
  if (!email.success) throw new OperatorRefusal(`"${given}" is not an e-mail address.`);
  return email.data;
}

function readSlug(name: string): string {
  try {
    return slugOf(name);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new OperatorRefusal(`"${name}" gives no address that is free to use: choose another --name.`);
  }
}

async function requirePlace(services: OperatorServices, givenEmail: string): Promise<Place> {
  const email = readEmail(givenEmail);
  const place = await findPlace(services, email);
  if (place === undefined) throw new OperatorRefusal(`Nobody has the e-mail ${email} here.`);
  return place;
}

async function findPlace(services: OperatorServices, email: string): Promise<Place | undefined> {
  const found = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
      .select([
        'app_user.tenant_id as tenantId',
        'app_user.id as userId',
        'tenant.name as company',
        'tenant.slug as tenantName',
      ])
      .where('app_user.email', '=', email)
      .where('app_user.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (found === undefined) return undefined;
  return { ...found, email };
}
