import { sql } from 'kysely';
import { FEATURE_OF_ROUTE } from '../../contract/facts/tenant-features.ts';
import type { Database } from '../db/database.ts';
import { PERMISSION_ROUTES } from './permissions.ts';

/** Updates the table of routes from the program's list, as the owner; removed routes stay without effect. */
export async function syncPermissions(db: Database): Promise<void> {
  await db.kysely
    .insertInto('permission')
    .values(
      PERMISSION_ROUTES.map(({ route, category, backoffice }) => ({
        route_name: route,
        category,
        is_backoffice: backoffice,
        feature: FEATURE_OF_ROUTE[route] ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('route_name').doUpdateSet({
        category: sql`excluded.category`,
        is_backoffice: sql`excluded.is_backoffice`,
        feature: sql`excluded.feature`,
      }),
    )
    .execute();
}
