import { sql } from 'kysely';
import type { IdentityProvider, IdentityProviderForm } from '../../../contract/rest/identity.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { IdentityFailed } from '../../identity/provider.ts';
import type { IdentityProviders, Provider } from '../../identity/provider.ts';
import { auditIn } from '../audit-across.ts';
import type { Change } from '../../db/change.ts';
import { changeAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, forbidden, invalid } from '../errors.ts';
import { ADMIN_ROLE, mayOpenTenants, requireAdmin, requireCompany } from '../permissions.ts';
import { seal, unseal } from '../sealed.ts';
import type { TenantName } from '../tenants.ts';
import { requireSupportAccess } from '../tenants/support-access.ts';
import { targetTenant } from '../tenants/target-tenant.ts';

/** A company's provider as it is kept; its secret is opened when it is needed. */
export type KeptProvider = {
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

type Kept = Pick<IdentityProvider, Exclude<keyof IdentityProvider, 'callback_url'>>;

/** What a company without a provider begins with. */
const NONE: Kept = {
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

/** A company's provider: for its administrators, and whoever may open the tenants. */
export async function identityProvider(services: Services, actor: Actor, tenantName: string): Promise<Kept> {
  const tenant = await mayConfigure(services, actor, tenantName);
  return withTenant(services.db, tenant.id, async (tx) => viewOf(await readProvider(tx, tenant.id)));
}

/**
 * Changes a company's provider, for whom may see it. Refuses by field a provider that is to be used and doesn't say
 * that it is the issuer, and users made without a role or with the administrators'; a save over another's
 * with CONFLICT `error.form.conflict`. With another issuer who was known by the one before is known by
 * their e-mail again. Refuses the back-office at a company that lets no support in with FORBIDDEN
 * `error.tenant.supportOff`, and who is there for support with `error.support.wayIn`; one that is to be used by a server
 * without a public address (`canBeOffered`) with CONFLICT `error.identity.publicUrl`.
 */
export async function setIdentityProvider(
  services: Services,
  providers: IdentityProviders,
  caller: Actor,
  given: IdentityProviderForm & { tenantName: string; version?: string | null | undefined },
  canBeOffered: boolean,
): Promise<Kept> {
  requireCompany(caller);
  const tenant = await mayConfigure(services, caller, given.tenantName);
  if (given.enabled && !canBeOffered) throw conflict('error.identity.publicUrl');
  if (given.enabled) await requireAnswer(services, providers, tenant, given);
  const work = async ({ tx }: Change, actor: Actor): Promise<Kept> => {
    if (tenant.id !== actor.tenantId) await requireSupportAccess(tx, tenant.id);
    const before = await readProvider(tx, tenant.id);
    const { version } = given;
    if (version !== undefined && version !== null && version !== viewOf(before).version) {
      throw conflict('error.form.conflict');
    }
    await requireRole(tx, tenant.id, given);
    const secret = given.client_secret;
    const row = {
      enabled: given.enabled,
      label: given.label,
      issuer: given.issuer,
      client_id: given.client_id,
      email_domain: given.email_domain,
      creates_users: given.creates_users,
      role_id: given.role_id ?? null,
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
    const { client_secret: _, version: __, tenantName: ___, ...details } = given;
    await auditIn(tx, actor, tenant, {
      action: 'identity.update',
      subject: `tenant:${tenant.id}`,
      details: { ...details, ...(secret === undefined ? {} : { client_secret: secret === null ? 'removed' : 'set' }) },
    });
    return viewOf(after);
  };
  return changeAs(services, caller, (actor) => requireConfigurer(actor, tenant), work, tenant.id);
}

async function mayConfigure(services: Services, actor: Actor, tenantName: string): Promise<TenantName> {
  if (!actor.isAdmin && !actor.routes.has('tenants')) throw forbidden();
  const tenant = await targetTenant(services, actor, tenantName);
  requireConfigurer(actor, tenant);
  return tenant;
}

/** Of one's own company its administrators, of another's who may open the tenants. */
function requireConfigurer(actor: Actor, tenant: TenantName): void {
  if (tenant.id === actor.tenantId) requireAdmin(actor);
  else mayOpenTenants(actor);
}

async function requireAnswer(
  services: Services,
  providers: IdentityProviders,
  tenant: TenantName,
  given: IdentityProviderForm,
): Promise<void> {
  const held = await withTenant(services.db, tenant.id, (tx) => readProvider(tx, tenant.id));
  const kept = held === undefined ? undefined : providerOf(services, tenant.id, held).clientSecret;
  const clientSecret = given.client_secret === undefined ? kept : (given.client_secret ?? undefined);
  try {
    await providers.check({ issuer: given.issuer, clientId: given.client_id, clientSecret });
  } catch (error) {
    if (error instanceof IdentityFailed) throw invalid('error.form.invalid', { issuer: 'error.identity.notAnIssuer' });
    throw error;
  }
}

async function requireRole(tx: Tx, tenantId: Id, given: IdentityProviderForm): Promise<void> {
  const id = given.role_id ?? null;
  if (id === null) {
    if (given.creates_users) throw invalid('error.form.invalid', { role_id: 'error.field.required' });
    return;
  }
  const role = await tx
    .selectFrom('role')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (role === undefined) throw invalid('error.form.invalid', { role_id: 'error.field.gone' });
  // Whom the provider lets in must not be what nobody here has made them.
  if (role.name === ADMIN_ROLE) throw invalid('error.form.invalid', { role_id: 'error.identity.adminRole' });
}

/** The company's provider; undefined where none was ever set. Runs in a transaction of the tenant. */
export async function readProvider(tx: Tx, tenantId: Id): Promise<KeptProvider | undefined> {
  const { rows } = await sql<KeptProvider>`
    select enabled, label, issuer, client_id as "clientId", sealed_secret as "sealedSecret",
      email_domain as "emailDomain", creates_users as "createsUsers", role_id as "roleId", version
    from identity_provider where tenant_id = ${tenantId}`.execute(tx);
  return rows[0];
}

/** What is needed to talk with it. */
export function providerOf(services: Pick<Services, 'keys'>, tenantId: Id, kept: KeptProvider): Provider {
  const { issuer, clientId, sealedSecret } = kept;
  const clientSecret = sealedSecret === null ? undefined : unseal(services.keys, placeOf(tenantId), sealedSecret);
  return { issuer, clientId, clientSecret };
}

function viewOf(kept: KeptProvider | undefined): Kept {
  if (kept === undefined) return NONE;
  return {
    enabled: kept.enabled,
    label: kept.label,
    issuer: kept.issuer,
    client_id: kept.clientId,
    has_secret: kept.sealedSecret !== null,
    email_domain: kept.emailDomain,
    creates_users: kept.createsUsers,
    role_id: kept.roleId,
    version: String(kept.version),
  };
}
