import { sql } from 'kysely';
import { TENANT_FEATURES } from '../../../contract/facts/tenant-features.ts';
import type { TenantTemplate } from '../../../contract/facts/tenant-templates.ts';
import type { Tenant, TenantFields } from '../../../contract/entities/tenant.ts';
import type { NewTenant, TenantChange } from '../../../contract/rest/tenants.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import { requireActiveFrom } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { refuseTaken, takenFields } from '../taken.ts';
import { addFirstRoles } from './first-roles.ts';
import { addTemplate, isTenantTemplate } from './templates.ts';
import { slugOf } from './slug.ts';
import { lockTenantRow, readTenants } from './tenant-rows.ts';

/**
 * Adds a company with its roles and options, and its template's contents; needs the permission to manage tenants. Its
 * URL name is made of its name, and stays. Refuses by field a name whose URL name is taken or reserved, a taken CNPJ, an
 * unknown time zone or template.
 */
export function createTenant(services: Services, actor: Actor, input: NewTenant): Promise<Tenant> {
  requireTenantsPermission(actor);
  const slug = slugOf(input.name);
  const template = parseTemplate(input.template ?? null);
  const saving = withPlatform(services.db, async (tx) => {
    await requireActiveFrom(tx, services, actor, requireTenantsPermission, actAsPlatform);
    await requireFree(tx, input, undefined);
    const { rows } = await sql<{ id: Id }>`
      insert into tenant (slug, name, cnpj, template, pool, user_limit, instance_limit, message_limit, timezone, created_at)
      values (${slug}, ${input.name}, ${input.cnpj}, ${template}, ${input.pool ?? null},
        ${input.userLimit ?? null}, ${input.instanceLimit ?? null}, ${input.messageLimit ?? null},
        ${input.timezone ?? DEFAULT_ZONE}, ${services.now()})
      on conflict (slug) do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw invalid('error.form.invalid', { name: 'error.tenant.nameTaken' });
    await actAs(tx, id);
    await addFirstRoles(tx, { id, isBackoffice: false });
    if (template !== null) await addTemplate(tx, id, template, services.now());
    const chosen = input.features ?? TENANT_FEATURES;
    await tx
      .insertInto('tenant_feature')
      .values(TENANT_FEATURES.map((option) => ({ tenant_id: id, option, enabled: chosen.includes(option) })))
      .execute();
    await auditIn(tx, actor, { id, slug }, { action: 'tenant.create', subject: `tenant:${id}`, details: { ...input } });
    return reread(tx, id);
  });
  return refuseTaken(saving);
}

const DEFAULT_ZONE = 'America/Sao_Paulo';

function parseTemplate(input: string | null): TenantTemplate | null {
  if (input === null || isTenantTemplate(input)) return input;
  throw invalid('error.form.invalid', { template: 'error.tenant.template' });
}

/** Optional fields of a change, with their columns. */
const COLUMNS = {
  pool: 'pool',
  userLimit: 'user_limit',
  instanceLimit: 'instance_limit',
  messageLimit: 'message_limit',
  timezone: 'timezone',
} as const;

/**
 * Changes a company; needs the permission to manage tenants; omitted fields stay. Refuses as `createTenant` does,
 * another template, and with CONFLICT `error.form.conflict` an outdated version.
 */
export function updateTenant(services: Services, actor: Actor, input: TenantChange): Promise<Tenant> {
  requireTenantsPermission(actor);
  const id = parseId(input.id);
  const saving = withPlatform(services.db, async (tx) => {
    const before = await lockTenantRow(tx, id);
    await requireActiveFrom(tx, services, actor, requireTenantsPermission, actAsPlatform);
    if (input.version !== undefined && input.version !== null && input.version !== before.version) {
      throw conflict('error.form.conflict');
    }
    if (input.template !== undefined && input.template !== before.template) {
      throw invalid('error.form.invalid', { template: 'error.tenant.templateFixed' });
    }
    await requireFree(tx, input, id);
    const changes = Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = input[field as keyof typeof COLUMNS];
      return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
    });
    const sets = [sql`name = ${input.name}`, sql`cnpj = ${input.cnpj}`, sql`version = version + 1`, ...changes];
    await sql`update tenant set ${sql.join(sets)} where id = ${id}`.execute(tx);
    const after = await reread(tx, id);
    await actAs(tx, id);
    const auditEntry = { action: 'tenant.update', subject: `tenant:${id}`, details: changedFields(before, after) };
    await auditIn(tx, actor, { id, slug: before.tenantName }, auditEntry);
    return after;
  });
  return refuseTaken(saving);
}

/** The fields that differ, with old and new values. */
function changedFields(before: Tenant, after: Tenant): Record<string, unknown> {
  const fields = ['name', 'cnpj', 'pool', 'userLimit', 'instanceLimit', 'messageLimit', 'timezone'] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

async function requireFree(tx: Tx, input: TenantFields, id: Id | undefined): Promise<void> {
  const { rows } = await sql<{ isTaken: boolean; isZone: boolean }>`
    select exists (select from tenant where cnpj = ${input.cnpj} and deleted_at is null
        and id is distinct from ${id ?? null}) as "isTaken",
      ${input.timezone ?? null}::text is null
        or exists (select from pg_timezone_names where name = ${input.timezone ?? null}) as "isZone"`.execute(tx);
  const fields = {
    ...(rows[0]?.isTaken === true ? takenFields('tenant_cnpj') : {}),
    ...(rows[0]?.isZone === false ? { timezone: 'error.tenant.timezone' } : {}),
  };
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}

async function reread(tx: Tx, id: Id): Promise<Tenant> {
  await actAsPlatform(tx);
  const [tenant] = await readTenants(tx, sql`t.id = ${id}`, sql`t.id`);
  if (tenant === undefined) throw new Error(`Tenant ${id} is not there`);
  return tenant;
}
