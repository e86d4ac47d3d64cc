import { withPlatform } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';

/** Adds a bare tenant; answers its id. */
export async function addTenant(db: Database, slug: string): Promise<string> {
  const tenant = await withPlatform(db, (tx) =>
    tx.insertInto('tenant').values({ slug, name: slug }).returning('id').executeTakeFirstOrThrow(),
  );
  return tenant.id;
}
