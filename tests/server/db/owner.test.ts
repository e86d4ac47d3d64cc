import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, withPlatform, withTenant } from '../../../server/db/database.ts';
import { startJobs } from '../../../server/db/jobs.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { createLog } from '../../../server/log.ts';
import { readyDatabase } from '../../../server/ready-database.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addTenant } from '../../support/tenants.ts';

const log = createLog({ level: 'silent' });
const NAMES = {
  balcao_owner: `owner_${process.pid}`,
  balcao_server: `server_${process.pid}`,
  balcao: `db_${process.pid}`,
};
let superuser: pg.Client;
let drop: () => Promise<void>;
let ownerUrl: string;
let url: string;

/** What the operator runs, with names of this test's own and without what is psql's. */
async function setUp(): Promise<void> {
  const file = await readFile(new URL('../../../server/db/setup.sql', import.meta.url), 'utf8');
  const sql = file
    .replaceAll(/^(?:--|\\).*$/gm, '')
    .replaceAll(/:'(?:owner|server)_password'/g, "'x'")
    .replaceAll(/\bbalcao_(?:owner|server)\b/g, (name) =>
      name === 'balcao_owner' ? NAMES.balcao_owner : NAMES.balcao_server,
    )
    .replaceAll(/\bdatabase balcao\b/g, `database ${NAMES.balcao}`);
  for (const statement of sql.split(/;\s*$/m)) await superuser.query(statement);
}

/** A database as server/db/setup.sql makes it: neither role is a superuser, nor may make roles. */
beforeAll(async () => {
  const other = await createTestDatabase();
  drop = other.drop;
  superuser = new pg.Client({ connectionString: other.ownerUrl });
  await superuser.connect();
  await setUp();
  const addressOf = (name: string) => {
    const address = new URL(other.ownerUrl);
    address.username = name;
    address.password = 'x';
    address.pathname = `/${NAMES.balcao}`;
    return address.href;
  };
  ownerUrl = addressOf(NAMES.balcao_owner);
  url = addressOf(NAMES.balcao_server);
});
afterAll(async () => {
  await superuser.query(`drop database if exists ${NAMES.balcao} with (force)`);
  await superuser.query(`drop role ${NAMES.balcao_owner}`);
  await superuser.query(`drop role ${NAMES.balcao_server}`);
  await superuser.end();
  await drop();
});

describe('a database as the operator sets it up', () => {
  test('not migrated -> the server refuses it, and says what to run', async () => {
    await expect(readyDatabase({ databaseUrl: url, log })).rejects.toThrow(/isn't migrated yet\. Run npm run migrate/);
  });

  test('three nodes migrate at once: each migration once; again: none', async () => {
    const applied = await Promise.all([migrate(ownerUrl, log), migrate(ownerUrl, log), migrate(ownerUrl, log)]);
    const names = applied.flat();
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names).size).toBe(names.length);
    expect(await readyDatabase({ databaseUrl: url, ownerUrl, log })).toEqual([]);
    expect(await readyDatabase({ databaseUrl: url, log })).toEqual([]);
  });

  test('the server serves companies, and neither role sees a row without saying whose', async () => {
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
    await expect(db.kysely.selectFrom('role').selectAll().execute()).rejects.toThrow('permission denied');
    await db.close();
    const owner = openDatabase({ url: ownerUrl, log });
    expect(await owner.kysely.selectFrom('role').selectAll().execute()).toEqual([]);
    await owner.close();
  });

  test('the server runs jobs', async () => {
    const db = openDatabase({ url, log });
    const ran = Promise.withResolvers<undefined>();
    const stop = await startJobs(db, [{ name: 'sweep', cron: '0 * * * *', work: async () => ran.resolve(undefined) }]);
    await expect(ran.promise).resolves.toBeUndefined();
    await stop();
    await db.close();
  });

  test('without the roles of transactions, an owner who may not create them gets an instruction', async () => {
    // The roles are the whole cluster's, so what the owner sees of them is another's: a schema before pg_catalog.
    const blind = new URL(ownerUrl);
    blind.searchParams.set('options', '-c search_path=blind,pg_catalog,public');
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query(
      'create schema blind; create view blind.pg_roles as select * from pg_catalog.pg_roles where false',
    );
    await expect(migrate(blind.href, log)).rejects.toThrow(/balcao_app is missing.*server\/db\/setup\.sql/);
    await client.query('drop schema blind cascade');
    await client.end();
  });
});
