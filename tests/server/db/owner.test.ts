import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, withPlatform, withTenant } from '../../../server/db/database.ts';
import { startJobs } from '../../../server/db/jobs.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { createLog } from '../../../server/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addTenant } from '../../support/tenants.ts';

const log = createLog({ level: 'silent' });
const NAME = `owner_${process.pid}`;
let superuser: pg.Client;
let drop: () => Promise<void>;
let url: string;

/** A database whose owner may make roles and is nothing more: what a managed PostgreSQL gives. */
beforeAll(async () => {
  const template = await createTestDatabase();
  drop = template.drop;
  superuser = new pg.Client({ connectionString: template.url });
  await superuser.connect();
  await superuser.query(`create role ${NAME} login createrole password 'x'`);
  await superuser.query(`grant balcao_app, balcao_platform to ${NAME} with admin option, set false`);
  await superuser.query(`create database ${NAME} owner ${NAME}`);
  const own = new URL(template.url);
  own.username = NAME;
  own.password = 'x';
  own.pathname = `/${NAME}`;
  url = own.href;
});
afterAll(async () => {
  await superuser.query(`drop database if exists ${NAME} with (force)`);
  await superuser.query(`revoke balcao_app, balcao_platform from ${NAME} cascade`);
  await superuser.query(`drop role ${NAME}`);
  await superuser.end();
  await drop();
});

describe('migrations', () => {
  test('three nodes at once: each migration once; again: none', async () => {
    const applied = await Promise.all([migrate(url, log), migrate(url, log), migrate(url, log)]);
    const names = applied.flat();
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names).size).toBe(names.length);
    expect(await migrate(url, log)).toEqual([]);
  });

  test('an owner that is no superuser serves tenants, and sees no rows without one', async () => {
    const db = openDatabase({ url, log });
    const tenantId = await addTenant(db, 'managed');
    await withTenant(db, tenantId, (tx) =>
      tx.insertInto('role').values({ tenant_id: tenantId, name: 'x', display_name: 'X' }).execute(),
    );
    expect(await withTenant(db, tenantId, (tx) => tx.selectFrom('role').select('name').execute())).toEqual([
      { name: 'x' },
    ]);
    expect(await withPlatform(db, (tx) => tx.selectFrom('tenant').select('slug').execute())).toEqual([
      { slug: 'managed' },
    ]);
    expect(await db.kysely.selectFrom('role').selectAll().execute()).toEqual([]);
    await db.close();
  });

  test('an owner that is no superuser runs jobs', async () => {
    const db = openDatabase({ url, log });
    const ran = Promise.withResolvers<undefined>();
    const stop = await startJobs(db, [{ name: 'sweep', cron: '0 * * * *', work: async () => ran.resolve(undefined) }]);
    await expect(ran.promise).resolves.toBeUndefined();
    await stop();
    await db.close();
  });

  test('a changed or an unknown migration is refused', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("update migration set checksum = 'x' where name = '0002_tenant.sql'");
    await expect(migrate(url, log)).rejects.toThrow('0002_tenant.sql was changed');
    await client.query("insert into migration (name, checksum) values ('9999_future.sql', 'x')");
    await expect(migrate(url, log)).rejects.toThrow('newer version (9999_future.sql)');
    await client.end();
  });
});
