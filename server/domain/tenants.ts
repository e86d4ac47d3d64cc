import { withPlatform } from '../db/database.ts';
import type { Services } from './context.ts';

export type TenantName = { id: string; slug: string; name: string; isBackoffice: boolean };

/** First segments of a path that are ours, so no tenant's. */
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

/** Whether a tenant may be called so: lower case letters, digits and hyphens, and not a reserved segment. */
export function isTenantSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(slug) && !RESERVED_SEGMENTS.has(slug);
}

/** The tenant of a path's first segment; undefined when there is none or it was deleted. */
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
