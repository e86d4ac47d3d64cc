import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { constraintOf } from '../../../server/db/failures.ts';
import { isTenantSlug, RESERVED_SEGMENTS } from '../../../server/domain/tenants.ts';
import { openTestDatabase } from '../../support/database.ts';
import { addTenant } from '../../support/tenants.ts';

let db: Database;
let owner: pg.Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, owner, close } = await openTestDatabase());
});
afterAll(() => close());

test.each([...RESERVED_SEGMENTS, 'Aurora', '-x', ''])('no tenant can be called %j', async (slug) => {
  expect(isTenantSlug(slug)).toBe(false);
  const refusal = await addTenant(db, slug).then(() => 'added', constraintOf);
  expect(refusal).toMatch(/^tenant_slug_(?:free|check)$/);
});

test('the database reserves what the program does, and no more', async () => {
  const { rows } = await owner.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'tenant_slug_free'",
  );
  const reserved = [...(rows[0]?.text ?? '').matchAll(/'([^']+)'/g)].map(([, slug]) => slug);
  expect(new Set(reserved)).toEqual(RESERVED_SEGMENTS);
});
