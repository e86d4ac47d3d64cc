import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { IdentityProvider, IdentityProviderForm } from '../../../contract/rest/identity.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { IdentityFailed } from '../../identity/provider.ts';
import type { IdentityProviders, Provider } from '../../identity/provider.ts';
import { auditIn } from '../audit-action.ts';
import type { Change } from '../../db/change.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden, invalid, tooMany } from '../errors.ts';
import { requireCompany } from '../permissions.ts';
import { seal, unseal } from '../sealed.ts';
import type { TenantName } from '../tenants.ts';
import { requireSupportAccess } from '../tenants/support-access.ts';
import { requireAdminAtHome, targetTenant } from '../tenants/target-tenant.ts';

/** A company's stored provider; its secret is unsealed when needed. */
export type StoredProvider = {
  enabled: boolean;
  label: string;
  issuer: string;
  clientId: string;
  sealedSecret: string | null;
  emailDomain: string;
  createsUsers: boolean;
  roleId: Id | null;
  version: number;
};

type ProviderSettings = Pick<IdentityProvider, Exclude<keyof IdentityProvider, 'callback_url'>>;

/** By then, some of those waiting for a busy provider have given up. */
const BUSY_MS = 5_000;

/**
 * Runs database work when the caller's turn comes. Waiting for a provider takes no turn, or it would block everybody.
 */
export type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** The initial state of a company without a provider. */
const NONE: ProviderSettings = {
  enabled: false,
  label: '',
  issuer: '',
  client_id: '',
  has_secret: false,
  email_domain: '',
  creates_users: false,
  role_id: null,
  version: '0',
};

const placeOf = (tenantId: Id) => `identity:${tenantId}:${tenantId}`;

/** A company's provider: for its administrators, and users who may manage tenants. */
export async function identityProvider(
  services: Services,
  actor: Actor,
  tenantName: string,
): Promise<ProviderSettings> {
  const tenant = await requireMayConfigure(services, actor, tenantName);
  return withTenant(services.db, tenant.id, async (tx) => viewOf(await readProvider(tx, tenant.id)));
}

/**
 * Changes a company's provider, for those who may see it. Refuses by field an enabled provider that doesn't identify as
 * the issuer, and automatic users without a role or with the administrators'; CONFLICT `error.form.conflict` for an
 * outdated version. Changing the issuer resets known subjects, so users are matched by e-mail again. FORBIDDEN
 * `error.tenant.supportOff` for the back-office at a company closed to support, `error.support.wayIn` for support
 * users; CONFLICT `error.identity.publicUrl` if the server has no public URL (`canBeOffered`).
 */
export async function setIdentityProvider(
  services: Services,
  providers: IdentityProviders,
  caller: Actor,
  input: IdentityProviderForm & { tenantName: string; version?: string | null | undefined },
  { canBeOffered, inTurn }: { canBeOffered: boolean; inTurn: InTurn },
): Promise<ProviderSettings> {
  requireCompany(caller);
  const tenant = await inTurn(() => requireMayConfigure(services, caller, input.tenantName));
  if (input.enabled && !canBeOffered) throw conflict('error.identity.publicUrl');
  if (input.enabled) {
    const clientSecret = await inTurn(() => secretFor(services, tenant, input));
    await requireAnswer(providers, {
      company: tenant.id,
      issuer: input.issuer,
      clientId: input.client_id,
      clientSecret,
    });
  }
  const work = async ({ tx }: Change, actor: Actor): Promise<ProviderSettings> => {
    if (tenant.id !== actor.tenantId) await requireSupportAccess(tx, tenant.id);
    const before = await readProvider(tx, tenant.id);
    const { version } = input;
    if (version !== undefined && version !== null && version !== viewOf(before).version) {
      throw conflict('error.form.conflict');
    }
    await requireRole(tx, tenant.id, input);
    const secret = input.client_secret;
    const row = {
      enabled: input.enabled,
      label: input.label,
      issuer: input.issuer,
      client_id: input.client_id,
      email_domain: input.email_domain,
      creates_users: input.creates_users,
      role_id: input.role_id ?? null,
      ...(secret === undefined
        ? {}
        : { sealed_secret: secret === null ? null : seal(services.keys, placeOf(tenant.id), secret) }),
    };
    await tx
      .insertInto('identity_provider')
      .values({ tenant_id: tenant.id, sealed_secret: null, ...row })
      .onConflict((existing) =>
        existing.column('tenant_id').doUpdateSet({ ...row, version: sql`identity_provider.version + 1` }),
      )
      .execute();
    const after = await readProvider(tx, tenant.id);
    const { client_secret: _, version: __, tenantName: ___, ...details } = input;
    await auditIn(tx, actor, tenant, {
      action: 'identity.update',
      subject: `tenant:${tenant.id}`,
      details: { ...details, ...(secret === undefined ? {} : { client_secret: secret === null ? 'removed' : 'set' }) },
    });
    return viewOf(after);
  };
  return inTurn(() => changeAsActor(services, caller, (actor) => requireAdminAtHome(actor, tenant), work, tenant.id));
}

async function requireMayConfigure(services: Services, actor: Actor, tenantName: string): Promise<TenantName> {
  if (!actor.isAdmin && !actor.routes.has('tenants')) throw forbidden();
  const tenant = await targetTenant(services, actor, tenantName);
  requireAdminAtHome(actor, tenant);
  return tenant;
}

/** The provider's secret: the given one, else the stored one. */
async function secretFor(
  services: Services,
  tenant: TenantName,
  input: IdentityProviderForm,
): Promise<string | undefined> {
  if (input.client_secret !== undefined) return input.client_secret ?? undefined;
  const current = await withTenant(services.db, tenant.id, (tx) => readProvider(tx, tenant.id));
  return current === undefined ? undefined : providerOf(services, tenant.id, current).clientSecret;
}

async function requireAnswer(providers: IdentityProviders, provider: Provider): Promise<void> {
  try {
    await providers.check(provider);
  } catch (error) {
    if (!(error instanceof IdentityFailed)) throw error;
    if (error.key === 'error.identity.busy') throw tooMany(BUSY_MS);
    throw invalid('error.form.invalid', { issuer: 'error.identity.notAnIssuer' });
  }
}

async function requireRole(tx: Tx, tenantId: Id, input: IdentityProviderForm): Promise<void> {
  const id = input.role_id ?? null;
  if (id === null) {
    if (input.creates_users) throw invalid('error.form.invalid', { role_id: 'error.field.required' });
    return;
  }
  const role = await tx
    .selectFrom('role')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (role === undefined) throw invalid('error.form.invalid', { role_id: 'error.field.gone' });
  // The provider must not create users with rights that the actor may not grant.
  if (role.name === ADMIN_ROLE) throw invalid('error.form.invalid', { role_id: 'error.identity.adminRole' });
}

/** The company's provider, if any. Runs in a transaction of the tenant. */
export async function readProvider(tx: Tx, tenantId: Id): Promise<StoredProvider | undefined> {
  const { rows } = await sql<StoredProvider>`
    select enabled, label, issuer, client_id as "clientId", sealed_secret as "sealedSecret",
      email_domain as "emailDomain", creates_users as "createsUsers", role_id as "roleId", version
    from identity_provider where tenant_id = ${tenantId}`.execute(tx);
  return rows[0];
}

/** The parameters to talk to it. */
export function providerOf(services: Pick<Services, 'keys'>, tenantId: Id, stored: StoredProvider): Provider {
  const { issuer, clientId, sealedSecret } = stored;
  const clientSecret = sealedSecret === null ? undefined : unseal(services.keys, placeOf(tenantId), sealedSecret);
  return { company: tenantId, issuer, clientId, clientSecret };
}

function viewOf(stored: StoredProvider | undefined): ProviderSettings {
  if (stored === undefined) return NONE;
  return {
    enabled: stored.enabled,
    label: stored.label,
    issuer: stored.issuer,
    client_id: stored.clientId,
    has_secret: stored.sealedSecret !== null,
    email_domain: stored.emailDomain,
    creates_users: stored.createsUsers,
    role_id: stored.roleId,
    version: String(stored.version),
  };
}
