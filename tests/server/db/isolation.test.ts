import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPlatform, withTenant } from '../../../server/db/database.ts';
import type { Database } from '../../../server/db/database.ts';
import { codeOf } from '../../../server/db/failures.ts';
import { openTestDatabase } from '../../support/database.ts';
import { addTenant } from '../../support/tenants.ts';

let db: Database;
let owner: pg.Pool;
let close: () => Promise<void>;
let aurora: string;
let brisa: string;

beforeAll(async () => {
  ({ db, owner, close } = await openTestDatabase());
  aurora = await addTenant(db, 'aurora');
  brisa = await addTenant(db, 'brisa');
  for (const tenantId of [aurora, brisa]) {
    await withTenant(db, tenantId, (tx) =>
      tx
        .insertInto('customer')
        .values({ tenant_id: tenantId, name: `of ${tenantId}`, phone_number: '5511987654321' })
        .execute(),
    );
  }
});
afterAll(() => close());

const ROW_SECURITY = '42501';

describe('row-level security', () => {
  test('every table with a tenant is behind it, forced, and keyed by the tenant first', async () => {
    const tables = await sql<{ name: string; enabled: boolean; forced: boolean; key: string | null }>`
      select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'webhook_rejected'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`.execute(
      db.kysely,
    );
    expect(tables.rows.length).toBeGreaterThan(15);
    for (const table of tables.rows) {
      expect(table).toEqual({ name: table.name, enabled: true, forced: true, key: 'tenant_id' });
    }
  });

  test('the roles of requests are no superusers and can not bypass it', async () => {
    const roles = await sql`
      select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname in ('balcao_app', 'balcao_platform') order by 1`.execute(
      db.kysely,
    );
    expect(roles.rows).toEqual([
      { rolname: 'balcao_app', rolsuper: false, rolbypassrls: false, rolcreaterole: false },
      { rolname: 'balcao_platform', rolsuper: false, rolbypassrls: false, rolcreaterole: false },
    ]);
  });

  test('without a tenant nothing is seen', async () => {
    const rows = await db.kysely.connection().execute(async (tx) => {
      await sql.raw('begin; set local role balcao_app').execute(tx);
      const seen = await tx.selectFrom('customer').selectAll().execute();
      await sql.raw('rollback').execute(tx);
      return seen;
    });
    expect(rows).toEqual([]);
  });

  test('a tenant sees its own rows only', async () => {
    const rows = await withTenant(db, aurora, (tx) => tx.selectFrom('customer').select('tenant_id').execute());
    expect(rows).toEqual([{ tenant_id: aurora }]);
    const tenants = await withTenant(db, aurora, (tx) => tx.selectFrom('tenant').select('slug').execute());
    expect(tenants).toEqual([{ slug: 'aurora' }]);
  });

  test('another tenant’s rows can not be changed or deleted', async () => {
    await withTenant(db, aurora, async (tx) => {
      const changed = await tx
        .updateTable('customer')
        .set({ name: 'x' })
        .where('tenant_id', '=', brisa)
        .executeTakeFirst();
      expect(changed.numUpdatedRows).toBe(0n);
      const deleted = await tx.deleteFrom('customer').where('tenant_id', '=', brisa).executeTakeFirst();
      expect(deleted.numDeletedRows).toBe(0n);
    });
    const rows = await withTenant(db, brisa, (tx) => tx.selectFrom('customer').select('name').execute());
    expect(rows).toEqual([{ name: `of ${brisa}` }]);
  });

  test('a row can not be written for another tenant, nor handed over to it', async () => {
    const written = withTenant(db, aurora, (tx) =>
      tx.insertInto('customer').values({ tenant_id: brisa, name: 'x', phone_number: '5511900000000' }).execute(),
    );
    await expect(written.catch(codeOf)).resolves.toBe(ROW_SECURITY);
    const moved = withTenant(db, aurora, (tx) => tx.updateTable('customer').set({ tenant_id: brisa }).execute());
    await expect(moved.catch(codeOf)).resolves.toBe(ROW_SECURITY);
  });

  test('a row can not refer to another tenant’s row', async () => {
    const other = await withTenant(db, brisa, (tx) => tx.selectFrom('customer').select('id').executeTakeFirstOrThrow());
    const pinned = withTenant(db, aurora, async (tx) => {
      await tx
        .insertInto('pinned_customer')
        .values({ tenant_id: aurora, user_id: '1', customer_id: other.id })
        .execute();
    });
    await expect(pinned.catch(codeOf)).resolves.toBe('23503');
  });

  test('the platform role finds tenants and can not read their conversations', async () => {
    const tenants = await withPlatform(db, (tx) => tx.selectFrom('tenant').select('slug').orderBy('slug').execute());
    expect(tenants).toEqual([{ slug: 'aurora' }, { slug: 'brisa' }]);
    const read = withPlatform(db, (tx) => tx.selectFrom('customer').selectAll().execute());
    await expect(read.catch(codeOf)).resolves.toBe(ROW_SECURITY);
    const password = withPlatform(db, (tx) => tx.selectFrom('app_user').select('password_hash').execute());
    await expect(password.catch(codeOf)).resolves.toBe(ROW_SECURITY);
  });

  test('the tenant of a transaction does not outlive it', async () => {
    for (let round = 0; round < 20; round += 1) await withTenant(db, aurora, (tx) => sql`select 1`.execute(tx));
    const left = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{
          tenant: string | null;
          role: string;
        }>`select nullif(current_setting('app.tenant_id', true), '') as tenant, current_user as role`.execute(
          db.kysely,
        ),
      ),
    );
    expect(new Set(left.map((result) => result.rows[0]?.tenant))).toEqual(new Set([null]));
    expect(left.map((result) => result.rows[0]?.role)).not.toContain('balcao_app');
  });

  test('a tenant id that is no number never reaches the database', async () => {
    await expect(withTenant(db, "1'; drop table customer; --", async () => undefined)).rejects.toThrow('decimal');
  });

  test('the audit is only ever added to, whoever asks', async () => {
    await withTenant(db, aurora, (tx) =>
      tx.insertInto('audit').values({ tenant_id: aurora, action: 'test' }).execute(),
    );
    const change = withTenant(db, aurora, (tx) => tx.updateTable('audit').set({ action: 'x' }).execute());
    await expect(change.catch(codeOf)).resolves.toBe(ROW_SECURITY);
    const asOwner = owner.query('delete from audit');
    await expect(asOwner.catch(codeOf)).resolves.toBe(ROW_SECURITY);
  });
});
