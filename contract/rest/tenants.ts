import * as z from 'zod/mini';
import { PAGE_SIZE_MAX, TENANT_PAGE_SIZE, PAGE_MAX } from '../facts/limits.ts';
import { chosenIdSchema, versionSchema, searchTextSchema } from '../fields.ts';
import { countSchema, timestampSchema } from '../scalars.ts';
import { chosenFeaturesSchema, listedTenantSchema, tenantFieldsSchema, tenantSchema } from '../entities/tenant.ts';
import { restCall } from './call.ts';

/** Columns that the list of companies can be sorted by. */
export const TENANT_SORTS = ['id', 'name', 'cnpj', 'created_at', 'userLimit'] as const;

/** Companies by name: `active`, `deleted` or `all`; any other text searches active ones by name, URL name or CNPJ. */
export const tenants = restCall({
  method: 'GET',
  path: '/api/tenant/:filter',
  body: z.object({ filter: searchTextSchema }),
  answer: z.array(tenantSchema),
});

export const paginatedTenantsBodySchema = z.object({
  /** Only companies with a user whose e-mail contains this text. */
  filter_users: z.optional(z.nullable(searchTextSchema)),
  pagination_page: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX)), 1),
  pagination_limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX)), TENANT_PAGE_SIZE),
  search: z.optional(z.nullable(searchTextSchema)),
  sort_name: z._default(z.enum(TENANT_SORTS), 'id'),
  sort_type: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  /** Deleted companies instead of active ones. */
  deleted: z._default(z.boolean(), false),
});
export type PaginatedTenantsBody = z.infer<typeof paginatedTenantsBodySchema>;

export const tenantPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(listedTenantSchema),
});
export type TenantPage = z.infer<typeof tenantPageSchema>;

/** A page of companies. */
export const paginatedTenants = restCall({
  method: 'POST',
  path: '/api/tenant/paginated',
  body: paginatedTenantsBodySchema,
  answer: tenantPageSchema,
});

export const newTenantSchema = z.extend(tenantFieldsSchema, { features: z.optional(chosenFeaturesSchema) });
export type NewTenant = z.infer<typeof newTenantSchema>;

/** Adds a company with its roles; its URL name is made of its name. */
export const createTenant = restCall({
  method: 'POST',
  path: '/api/tenant',
  body: newTenantSchema,
  answer: tenantSchema,
});

const tenantIdSchema = z.object({ id: chosenIdSchema });

export const tenantChangeSchema = z.extend(tenantFieldsSchema, { id: chosenIdSchema, version: versionSchema });
export type TenantChange = z.infer<typeof tenantChangeSchema>;

/** Changes a company; omitted fields stay, and so does its URL name. */
export const updateTenant = restCall({
  method: 'POST',
  path: '/api/tenant/update',
  body: tenantChangeSchema,
  answer: tenantSchema,
});

/** Deletes a company: nobody can log in, its sockets close, its data stays. */
export const deleteTenant = restCall({
  method: 'POST',
  path: '/api/tenant/delete',
  body: tenantIdSchema,
  answer: tenantSchema,
});

/** Restores a deleted company. */
export const restoreTenant = restCall({
  method: 'POST',
  path: '/api/tenant/restore',
  body: tenantIdSchema,
  answer: tenantSchema,
});

/** Opens an hour's session in a company as its visible support user; the refresh token comes as a cookie. */
export const enterTenant = restCall({
  method: 'POST',
  path: '/api/tenant/enter',
  body: z.object({ tenantName: searchTextSchema }),
  answer: z.object({
    access_token: z.string(),
    tenantName: z.string(),
    /** The company's name. */
    company: z.string(),
    has_permission_routes: z.array(z.object({ route_name: z.string() })),
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.object({ name: z.string() }) }),
    ends_at: timestampSchema,
  }),
});
