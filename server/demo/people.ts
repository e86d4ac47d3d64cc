import { withPlatform, withTenant } from '../db/database.ts';
import type { Database, Tx } from '../db/database.ts';
import { DEMO_PASSWORD, hashPassword } from '../domain/auth/passwords.ts';
import { addFirstRoles } from '../domain/tenants/first-roles.ts';

type DemoUser = {
  name: string;
  username: string;
  email: string;
  role: 'administrador' | 'atendente';
  department: string;
  instances: string[];
};
type DemoTenant = {
  slug: string;
  name: string;
  cnpj: string;
  isBackoffice: boolean;
  departments: string[];
  /** Name, the provider's `phone_number_id`, the number in digits. */
  instances: { name: string; phoneNumberId: string; phoneNumber: string }[];
  users: DemoUser[];
};

/** The demo's companies and users. */
export const DEMO_TENANTS: readonly DemoTenant[] = [
  {
    slug: 'aurora',
    name: 'Aurora Móveis',
    cnpj: '12.345.678/0001-95',
    isBackoffice: false,
    departments: ['Vendas', 'Suporte'],
    instances: [
      { name: 'Vendas', phoneNumberId: '100000000000001', phoneNumber: '551140000001' },
      { name: 'Suporte', phoneNumberId: '100000000000002', phoneNumber: '551140000002' },
    ],
    users: [
      {
        name: 'Ana Ribeiro',
        username: 'ana',
        email: 'ana@aurora.example',
        role: 'administrador',
        department: 'Vendas',
        instances: ['Vendas', 'Suporte'],
      },
      {
        name: 'Bruno Carvalho',
        username: 'bruno',
        email: 'bruno@aurora.example',
        role: 'atendente',
        department: 'Vendas',
        instances: ['Vendas', 'Suporte'],
      },
      {
        name: 'Carla Mendes',
        username: 'carla',
        email: 'carla@aurora.example',
        role: 'atendente',
        department: 'Suporte',
        instances: ['Vendas', 'Suporte'],
      },
    ],
  },
  {
    slug: 'brisa',
    name: 'Brisa Turismo',
    cnpj: '98.765.432/0001-98',
    isBackoffice: false,
    departments: ['Atendimento'],
    instances: [{ name: 'Atendimento', phoneNumberId: '200000000000001', phoneNumber: '552140000001' }],
    users: [
      {
        name: 'Bia Nogueira',
        username: 'bia',
        email: 'bia@brisa.example',
        role: 'administrador',
        department: 'Atendimento',
        instances: ['Atendimento'],
      },
      {
        name: 'Caio Duarte',
        username: 'caio',
        email: 'caio@brisa.example',
        role: 'atendente',
        department: 'Atendimento',
        instances: ['Atendimento'],
      },
    ],
  },
  {
    slug: 'balcao',
    name: 'Balcão',
    cnpj: '11.222.333/0001-81',
    isBackoffice: true,
    departments: ['Suporte'],
    instances: [],
    users: [
      {
        name: 'Suporte Balcão',
        username: 'suporte',
        email: 'suporte@balcao.example',
        role: 'administrador',
        department: 'Suporte',
        instances: [],
      },
    ],
  },
];

/**
 * Adds the demo's companies and users that don't exist yet; returns the added URL names. Safe when servers start
 * together, or one is killed half-way. A server that isn't the demo refuses the demo's password: its tests pass
 * another.
 */
export async function seedPeople(db: Database, password: string = DEMO_PASSWORD): Promise<string[]> {
  const peopled = await withPlatform(db, (tx) =>
    tx
      .selectFrom('tenant')
      .innerJoin('app_user', 'app_user.tenant_id', 'tenant.id')
      .select('tenant.slug')
      .distinct()
      .execute(),
  );
  const missing = DEMO_TENANTS.filter(({ slug }) => !peopled.some((tenant) => tenant.slug === slug));
  if (missing.length === 0) return [];
  // One hash for all: they share the password, and hashing is expensive.
  const passwordHash = await hashPassword(password);
  const added: string[] = [];
  for (const tenant of missing) if (await seedTenant(db, tenant, passwordHash)) added.push(tenant.slug);
  return added;
}

/** Whether it had no users yet. */
async function seedTenant(db: Database, tenant: DemoTenant, passwordHash: string): Promise<boolean> {
  const { slug } = tenant;
  const { id: tenantId } = await withPlatform(db, async (tx) => {
    await tx
      .insertInto('tenant')
      .values({ slug, name: tenant.name, cnpj: tenant.cnpj, is_backoffice: tenant.isBackoffice })
      // On any conflict: two that start together may collide on the URL name or the CNPJ.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return tx.selectFrom('tenant').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  });
  return withTenant(db, tenantId, async (tx) => {
    // A concurrently starting server waits here, and then finds them.
    await tx.selectFrom('tenant').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
    const person = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .limit(1)
      .executeTakeFirst();
    if (person !== undefined) return false;
    await addPeople(tx, tenantId, tenant, passwordHash);
    return true;
  });
}

async function addPeople(tx: Tx, tenantId: string, tenant: DemoTenant, passwordHash: string): Promise<void> {
  const roles = await addFirstRoles(tx, { id: tenantId, isBackoffice: tenant.isBackoffice });
  const departments = new Map<string, string>();
  for (const name of tenant.departments) {
    const row = await tx
      .insertInto('department')
      .values({ tenant_id: tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    departments.set(name, row.id);
  }
  const instances = new Map<string, string>();
  for (const { name, phoneNumberId, phoneNumber } of tenant.instances) {
    const row = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenantId,
        name,
        phone_number_id: phoneNumberId,
        claimed_number: phoneNumberId,
        phone_number: phoneNumber,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    instances.set(name, row.id);
  }
  for (const user of tenant.users) {
    const row = await tx
      .insertInto('app_user')
      .values({
        tenant_id: tenantId,
        name: user.name,
        username: user.username,
        email: user.email,
        role_id: roles[user.role],
        department_id: departments.get(user.department) ?? null,
        password_hash: passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const links = user.instances.flatMap((name) => instances.get(name) ?? []);
    if (links.length === 0) continue;
    await tx
      .insertInto('user_instance')
      .values(links.map((instanceId) => ({ tenant_id: tenantId, user_id: row.id, instance_id: instanceId })))
      .execute();
  }
}
