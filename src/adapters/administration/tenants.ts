import { isOfferedFeature, TENANT_FEATURES } from '../../../contract/facts/tenant-features.ts';
import { featuresFormSchema } from '../../../contract/entities/tenant.ts';
import type { ListedTenant, Tenant } from '../../../contract/entities/tenant.ts';
import * as features from '../../../contract/rest/tenant-features.ts';
import * as calls from '../../../contract/rest/tenants.ts';
import type { ManagedTenant } from '../../machines/entities/administration.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { FormValue, ValuesOf } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { createLocalStore } from '../storage/local.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['tenants'];

/**
 * The companies, for the back-office. Filters: `deleted` (`true`: only deleted ones), `user` (part of a user's e-mail).
 */
export function tenantLists(parts: CallParts): Pick<ListSources, 'tenants'> {
  return {
    tenants: async ({ page, limit, search, sort, filters }) => {
      const parameters = {
        filter_users: filters['user'] ?? null,
        pagination_page: page,
        pagination_limit: limit,
        search,
        sort_name: sort.by,
        sort_type: sort.descending ? 'DESC' : 'ASC',
        deleted: filters['deleted'] === 'true',
      };
      const body = parseValues(calls.paginatedTenantsBodySchema, parameters);
      if (!body.ok) return body;
      const request = { body: body.answer };
      const result = await parts.gateway.request(restRequest(parts, 'list.fetch', calls.paginatedTenants, request));
      return mapped(result, ({ items, total_items }) => ({
        list: 'tenants',
        rows: items.map(managedTenantOf),
        total: total_items,
      }));
    },
  };
}

type TenantForm = 'tenant' | 'tenant.features' | 'tenant.delete' | 'tenant.restore' | 'tenant.enter';

/** Adding, changing, hiding and entering companies. Field names are the wire's. */
export function tenantForms(parts: CallParts): Pick<FormSources, TenantForm> {
  const { gateway } = parts;

  async function find(id: string): Promise<Result<Tenant>> {
    const request = { params: { filter: 'all' } };
    const result = await gateway.request(restRequest(parts, 'form.load', calls.tenants, request));
    if (!result.ok) return result;
    const tenant = result.answer.find((each) => each.id === id);
    return tenant === undefined ? { ok: false, failure: NOT_FOUND } : { ok: true, answer: tenant };
  }

  async function add(values: ValuesOf<'tenant'>): Promise<Result<Saved>> {
    const { features: chosen } = values;
    // Those that aren't offered yet are on once they are.
    const features = TENANT_FEATURES.filter((option) => !isOfferedFeature(option) || includes(chosen, option));
    const body = parseValues(calls.newTenantSchema, chosen === undefined ? values : { ...values, features });
    if (!body.ok) return body;
    const request = { body: body.answer };
    return mapped(await gateway.request(restRequest(parts, 'form.save', calls.createTenant, request)), savedTenant);
  }

  async function change(id: string, values: ValuesOf<'tenant'>, version: string | null): Promise<Result<Saved>> {
    const body = parseValues(calls.tenantChangeSchema, { ...values, id, version });
    if (!body.ok) return body;
    const request = { body: body.answer };
    return mapped(await gateway.request(restRequest(parts, 'form.save', calls.updateTenant, request)), savedTenant);
  }

  /** One call for each changed option. The key is the company's address. */
  async function saveFeatures(tenantName: string, values: ValuesOf<'tenant.features'>): Promise<Result<Saved>> {
    const chosen = parseValues(featuresFormSchema, values);
    if (!chosen.ok) return chosen;
    const lookUp = { query: { tenantName } };
    const current = await gateway.request(restRequest(parts, 'form.save', features.tenantFeatures, lookUp));
    if (!current.ok) return current;
    for (const { option, enabled } of current.answer) {
      if (!isOfferedFeature(option) || enabled === chosen.answer.features.includes(option)) continue;
      const request = { body: { option, enabled: !enabled, tenantName } };
      const result = await gateway.request(restRequest(parts, 'form.save', features.setTenantFeature, request));
      if (!result.ok) return result;
    }
    return { ok: true, answer: { id: tenantName, version: null, lists: LISTS } };
  }

  return {
    tenant: {
      load: async (key) =>
        key === 'new'
          ? { ok: true, answer: { values: EMPTY, version: null } }
          : mapped(await find(key), (tenant) => ({ values: valuesOf(tenant), version: tenant.version })),
      save: (key, values, version) => (key === 'new' ? add(values) : change(key, values, version)),
    },
    'tenant.features': {
      load: async (tenantName) => {
        const request = { query: { tenantName } };
        const result = await gateway.request(restRequest(parts, 'form.load', features.tenantFeatures, request));
        return mapped(result, (all) => ({
          values: { features: all.filter(({ enabled }) => enabled).map(({ option }) => option) },
          version: null,
        }));
      },
      save: saveFeatures,
    },
    'tenant.delete': {
      save: async (id) =>
        mapped(
          await gateway.request(restRequest(parts, 'form.save', calls.deleteTenant, { body: { id } })),
          savedTenant,
        ),
    },
    'tenant.restore': {
      save: async (id) =>
        mapped(
          await gateway.request(restRequest(parts, 'form.save', calls.restoreTenant, { body: { id } })),
          savedTenant,
        ),
    },
    // The key is the company's address. After saving, its page opens with the support user's session.
    'tenant.enter': {
      save: async (tenantName) => {
        const request = { body: { tenantName }, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.save', calls.enterTenant, request));
        return mapped(result, ({ access_token, company, user, has_permission_routes }) => {
          const token = parts.vault.keep(access_token);
          const store = createLocalStore({ environment: parts.environment, tenant: tenantName, vault: parts.vault });
          store.keepSession({
            token,
            userId: user.id,
            email: user.email,
            name: user.name,
            roleName: user.role.name,
            originBackoffice: false,
            routes: has_permission_routes.map(({ route_name }) => route_name),
            supportFrom: parts.tenant,
            supportIn: company,
          });
          parts.vault.drop(token);
          return { id: tenantName, version: null, lists: [] };
        });
      },
    },
  };
}

function includes(chosen: FormValue | undefined, option: string): boolean {
  return Array.isArray(chosen) && chosen.includes(option);
}

const EMPTY: ValuesOf<'tenant'> = {
  name: '',
  cnpj: '',
  template: null,
  pool: null,
  userLimit: null,
  instanceLimit: null,
  messageLimit: null,
  timezone: 'America/Sao_Paulo',
  features: TENANT_FEATURES,
};

function valuesOf(tenant: Tenant): ValuesOf<'tenant'> {
  const { name, cnpj, template, pool, userLimit, instanceLimit, messageLimit, timezone } = tenant;
  return { name, cnpj, template, pool, userLimit, instanceLimit, messageLimit, timezone };
}

function savedTenant({ id, version }: Tenant): Saved {
  return { id, version, lists: LISTS };
}

function managedTenantOf(tenant: ListedTenant): ManagedTenant {
  return {
    id: tenant.id,
    name: tenant.name,
    address: tenant.tenantName,
    cnpj: tenant.cnpj,
    features: tenant.features.filter(({ enabled }) => enabled).map(({ option }) => option),
    template: tenant.template,
    pool: tenant.pool,
    isServed: tenant.served ?? true,
    limits: { users: tenant.userLimit, instances: tenant.instanceLimit, messages: tenant.messageLimit },
    usage: tenant.usage,
    timezone: tenant.timezone,
    isBackoffice: tenant.isBackoffice,
    since: Date.parse(tenant.created_at),
    deletedAt: tenant.deleted_at === null ? null : Date.parse(tenant.deleted_at),
  };
}
