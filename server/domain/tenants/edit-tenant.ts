import { sql } from 'kysely';
import type { Tenant, TenantFields } from '../../../contract/entities/tenant.ts';
import type { NewTenant, TenantChange } from '../../../contract/rest/tenants.ts';
import { TENANT_FEATURES } from '../../../contract/tenant-features.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-across.ts';
import { requireStandingFrom } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { mayOpenTenants } from '../permissions.ts';
import { refuseTaken, takenFields } from '../taken.ts';
import { addFirstRoles } from './first-people.ts';
import { slugOf } from './slug.ts';
import { lockTenantRow, readTenants } from './tenant-rows.ts';

/**
 * Adds a company with its roles and options, for who may open the tenants. Its address is made of
 * its name, and stays. Refuses by field a name whose address is taken or ours, a CNPJ that another
 * company has, an unknown time zone.
 */
export function createTenant(services: Services, actor: Actor, given: NewTenant): Promise<Tenant> {
  mayOpenTenants(actor);
  const slug = slugOf(given.name);
  const saving = withPlatform(services.db, async (tx) => {
    await requireStandingFrom(tx, services, actor, mayOpenTenants, actAsPlatform);
    await requireFree(tx, given, undefined);
    const { rows } = await sql<{ id: Id }>`
      insert into tenant (slug, name, cnpj, template, pool, user_limit, instance_limit, message_limit, timezone, created_at)
      values (${slug}, ${given.name}, ${given.cnpj}, ${given.template ?? null}, ${given.pool ?? null},
        ${given.userLimit ?? null}, ${given.instanceLimit ?? null}, ${given.messageLimit ?? null},
        ${given.timezone ?? DEFAULT_ZONE}, ${services.now()})
      on conflict (slug) do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw invalid('error.form.invalid', { name: 'error.tenant.nameTaken' });
    await actAs(tx, id);
    await addFirstRoles(tx, { id, isBackoffice: false });
    const chosen = given.features ?? TENANT_FEATURES;
    await tx
      .insertInto('tenant_feature')
      .values(TENANT_FEATURES.map((option) => ({ tenant_id: id, option, enabled: chosen.includes(option) })))
      .execute();
    await auditIn(tx, actor, { id, slug }, { action: 'tenant.create', subject: `tenant:${id}`, details: { ...given } });
    return reread(tx, id);
  });
  return refuseTaken(saving);
}

const DEFAULT_ZONE = 'America/Sao_Paulo';

/** What a change may leave out. */
const COLUMNS = {
  template: 'template',
  pool: 'pool',
  userLimit: 'user_limit',
  instanceLimit: 'instance_limit',
  messageLimit: 'message_limit',
  timezone: 'timezone',
} as const;

/** Changes a company, for who may open the tenants; what is left out stays. Refuses as `createTenant` does, and a save over another's with CONFLICT `error.form.conflict`. */
export function updateTenant(services: Services, actor: Actor, given: TenantChange): Promise<Tenant> {
  mayOpenTenants(actor);
  const id = parseId(given.id);
  const saving = withPlatform(services.db, async (tx) => {
    const before = await lockTenantRow(tx, id);
    await requireStandingFrom(tx, services, actor, mayOpenTenants, actAsPlatform);
    if (given.version !== undefined && given.version !== null && given.version !== before.version) {
      throw conflict('error.form.conflict');
    }
    await requireFree(tx, given, id);
    const changes = Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = given[field as keyof typeof COLUMNS];
      return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
    });
    const sets = [sql`name = ${given.name}`, sql`cnpj = ${given.cnpj}`, sql`version = version + 1`, ...changes];
    await sql`update tenant set ${sql.join(sets)} where id = ${id}`.execute(tx);
    const after = await reread(tx, id);
    await actAs(tx, id);
    const deed = { action: 'tenant.update', subject: `tenant:${id}`, details: changedFields(before, after) };
    await auditIn(tx, actor, { id, slug: before.tenantName }, deed);
    return after;
  });
  return refuseTaken(saving);
}

/** What differs, as it was and as it is. */
function changedFields(before: Tenant, after: Tenant): Record<string, unknown> {
  const fields = [
    'name',
    'cnpj',
    'template',
    'pool',
    'userLimit',
    'instanceLimit',
    'messageLimit',
    'timezone',
  ] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

async function requireFree(tx: Tx, given: TenantFields, id: Id | undefined): Promise<void> {
  const { rows } = await sql<{ isTaken: boolean; isZone: boolean }>`
    select exists (select from tenant where cnpj = ${given.cnpj} and deleted_at is null
        and id is distinct from ${id ?? null}) as "isTaken",
      ${given.timezone ?? null}::text is null
        or exists (select from pg_timezone_names where name = ${given.timezone ?? null}) as "isZone"`.execute(tx);
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
