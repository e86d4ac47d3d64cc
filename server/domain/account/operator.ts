import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
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
import { addFirstRoles } from '../tenants/first-roles.ts';
import { slugOf } from '../tenants/slug.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { insertInvitation } from './invitations.ts';
import { addResetLink } from './password-reset.ts';
import { prepareInvitation } from './register.ts';
import { deleteTwoFactor, publishPermissionsChanged } from './two-factor.ts';

/*
 * What the operator can do on the server's machine, when nobody can log in. No permission is checked: whoever can read
 * the server's settings may do anything. The company's audit records that it was done there.
 */

/** The operator's request failed; the message is for a terminal. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorRefusal';
  }
}

type OperatorServices = Pick<Services, 'db' | 'now'>;

const DEFAULT_NAME = 'Balcão';

/** A link's token and its recipient. */
export type OneTimeLink = { email: string; company: string; tenantName: string; token: string };

type Place = { tenantId: Id; userId: Id; email: string; company: string; tenantName: string };

/** Whether there is any user at all. */
export async function hasUsers(services: Pick<Services, 'db'>): Promise<boolean> {
  const row = await withPlatform(services.db, (tx) =>
    tx.selectFrom('app_user').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst(),
  );
  return row !== undefined;
}

/**
 * Invites an administrator of the back-office, and creates that company, called `name`, if there is none. Invalidates
 * an earlier invitation of the e-mail. `OperatorRefusal` if the e-mail is in use.
 */
export async function inviteBackoffice(
  services: OperatorServices,
  input: { email: string; name: string | undefined },
): Promise<OneTimeLink & { isNew: boolean; days: number }> {
  const email = readEmail(input.email);
  const user = await findPlace(services, email);
  if (user !== undefined) {
    throw new OperatorRefusal(
      `${email} is a user of ${user.company} (/${user.tenantName}) already, and an e-mail belongs to one user. For a lost password: npm run admin -- reset-password ${email}`,
    );
  }
  const { id: tenantId, isNew } = await backoffice(services, input.name);
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
    await auditHere(tx, tenantId, {
      action: 'user.invite',
      subject: `invitation:${id}`,
      details: { email, role: role.id },
    });
    return id;
  });
  const prepared = await prepareInvitation(services, { tenantId, invitationId });
  if (prepared === undefined) throw new OperatorRefusal('Somebody else has just invited them. Try again.');
  const { company, tenantName, token, days } = prepared;
  return { email, company, tenantName, token, days, isNew };
}

/** The back-office's company, created if there is none; safe when called concurrently. */
async function backoffice(services: OperatorServices, name: string | undefined): Promise<{ id: Id; isNew: boolean }> {
  return withPlatform(services.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('balcao back-office'))`.execute(tx);
    const existing = await tx
      .selectFrom('tenant')
      .select(['id', 'name'])
      .where('is_backoffice', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    if (existing !== undefined) {
      if (name === undefined || name === existing.name) return { id: existing.id, isNew: false };
      throw new OperatorRefusal(`The back-office exists already and is called ${existing.name}: leave out --name.`);
    }
    const chosen = name ?? DEFAULT_NAME;
    const created = await tx
      .insertInto('tenant')
      .values({ slug: readSlug(chosen), name: chosen, is_backoffice: true })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined)
      throw new OperatorRefusal(`A company already has the URL name of "${chosen}": choose another --name.`);
    await actAs(tx, created.id);
    await addFirstRoles(tx, { id: created.id, isBackoffice: true });
    await auditHere(tx, created.id, {
      action: 'tenant.create',
      subject: `tenant:${created.id}`,
      details: { name: chosen },
    });
    return { id: created.id, isNew: true };
  });
}

/** A link to reset a user's password. `OperatorRefusal` for an unknown or blocked user. */
export async function passwordResetLink(services: OperatorServices, rawEmail: string): Promise<OneTimeLink> {
  const place = await requirePlace(services, rawEmail);
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
    await auditHere(tx, tenantId, { action: 'password.resetAsked', subject: `user:${userId}` });
    return { email, company, tenantName, token };
  });
}

/** Removes a user's second factor; returns whether they had one. `OperatorRefusal` for an unknown user. */
export async function removeSecondFactor(services: OperatorServices, rawEmail: string): Promise<boolean> {
  const { tenantId, userId } = await requirePlace(services, rawEmail);
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
    await deleteTwoFactor(tx, { tenantId, userId });
    await auditHere(tx, tenantId, { action: 'twoFactor.takenAway', subject: `user:${userId}` });
    publishPermissionsChanged(change, userId);
    return true;
  });
}

export type OpenSession = { createdAt: Date; usedAt: Date; address: string | null; userAgent: string | null };

/** A user's active sessions, most recently used first. `OperatorRefusal` for an unknown user. */
export async function listSessions(services: OperatorServices, rawEmail: string): Promise<OpenSession[]> {
  const { tenantId, userId } = await requirePlace(services, rawEmail);
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
 * Ends a user's sessions, including support sessions in other companies; their sockets close at once. Returns how many
 * were their own. `OperatorRefusal` for an unknown user.
 */
export async function endAllSessions(services: OperatorServices, rawEmail: string): Promise<number> {
  const { tenantId, userId } = await requirePlace(services, rawEmail);
  return withTenant(services.db, tenantId, async (tx) => {
    const sessions = await endSessions(tx, services, { tenantId, userId, reason: 'disconnected' });
    await endSupportSessions(tx, services, { tenantId, userId });
    await tx
      .updateTable('app_user')
      .set({ is_connected: false })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
    await auditHere(tx, tenantId, { action: 'user.disconnect', subject: `user:${userId}`, details: { sessions } });
    return sessions;
  });
}

type OperatorAction = { action: string; subject: string; details?: Record<string, unknown> };

function auditHere(tx: Tx, tenantId: Id, { details, ...deed }: OperatorAction): Promise<unknown> {
  return audit(tx, { tenantId, userId: null, ...deed, details: { ...details, on_machine: true } });
}

function readEmail(input: string): string {
  const email = emailSchema.safeParse(input);
  if (!email.success) throw new OperatorRefusal(`"${input}" is not an e-mail address.`);
  return email.data;
}

function readSlug(name: string): string {
  try {
    return slugOf(name);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new OperatorRefusal(`"${name}" yields no URL name, or a reserved one: choose another --name.`);
  }
}

async function requirePlace(services: OperatorServices, rawEmail: string): Promise<Place> {
  const email = readEmail(rawEmail);
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
