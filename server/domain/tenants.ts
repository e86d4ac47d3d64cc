import { TENANT_NAME_MAX } from '../../contract/facts/accounts.ts';
import { withPlatform } from '../db/database.ts';
import type { Services } from './context.ts';

export type TenantName = { id: string; slug: string; name: string; isBackoffice: boolean };

/** Reserved first path segments, which can't be tenants. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'ws',
  'webhooks',
  'healthz',
  'readyz',
  'metrics',
  'emulator',
  'config.json',
  'assets',
]);

/** Whether it is a valid tenant name in URLs: lower-case letters, digits and hyphens, and not reserved. */
export function isTenantSlug(slug: string): boolean {
  return slug.length <= TENANT_NAME_MAX && /^[a-z0-9][a-z0-9-]*$/.test(slug) && !RESERVED_SEGMENTS.has(slug);
}

/** The tenant of a path's first segment; undefined if there is none or it was deleted. */
export async function findTenant(services: Pick<Services, 'db'>, slug: string): Promise<TenantName | undefined> {
  if (!isTenantSlug(slug)) return undefined;
  const row = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('tenant')
      .select(['id', 'slug', 'name', 'is_backoffice'])
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  return row && { id: row.id, slug: row.slug, name: row.name, isBackoffice: row.is_backoffice };
}
