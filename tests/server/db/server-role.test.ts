import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../server/db/failures.ts';
import { createLog } from '../../../server/log.ts';
import { readyDatabase } from '../../../server/ready-database.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { PLATFORM_READS, SHARED_TABLES } from './platform-reads.ts';

const NOT_ALLOWED = '42501';
const log = createLog({ level: 'silent' });
let database: TestDatabase;
let owner: pg.Client;
let server: pg.Client;
/** Each table, and its column that says whose a row is; null: rows belong to nobody. */
let tables: { name: string; column: string | null }[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  server = new pg.Client({ connectionString: database.url });
  await Promise.all([owner.connect(), server.connect()]);
  const found = await owner.query<{ name: string; column: string | null }>(`
    select c.relname as name, case when c.relname = 'tenant' then 'id' else (select attname from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) end as column
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by c.relname`);
  tables = found.rows;
  await fillEveryTable();
});
afterAll(async () => {
  await Promise.all([owner.end(), server.end()]);
  await database.drop();
});

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'false',
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  uuid: 'gen_random_uuid()',
  ARRAY: `'{}'`,
};
const valueOf = (type: string, tenant: number): string => {
  if (/int|numeric|double/.test(type)) return String(tenant);
  if (/time|date/.test(type)) return 'now()';
  return VALUES[type] ?? `'x${tenant}'`;
};

/** A row of either company in each table, whatever its rules: this database is only looked at. */
async function fillEveryTable(): Promise<void> {
  await owner.query(`
    set session_replication_role = replica;
    do $$ declare one record; begin
      for one in select conrelid::regclass as name, conname from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace loop
        execute format('alter table %s drop constraint %I', one.name, one.conname);
      end loop;
    end $$`);
  for (const { name, column } of tables) {
    if (column === null) continue;
    const { rows: needed } = await owner.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
         and is_identity = 'NO' and is_generated = 'NEVER' and column_name <> $2`,
      [name, column],
    );
    for (const tenant of [1, 2]) {
      const names = [column, ...needed.map((each) => pg.escapeIdentifier(each.name))];
      const values = [String(tenant), ...needed.map(({ type }) => valueOf(type, tenant))];
      await owner.query(`insert into ${name} (${names.join()}) overriding system value values (${values.join()})`);
    }
  }
}

/** Whose rows of a table a session sees that was begun so; or the code of its refusal. */
async function seen(opening: string, { name, column }: { name: string; column: string | null }) {
  await server.query(`begin; ${opening}`);
  try {
    const { rows } = await server.query<{ of: string }>(
      `select distinct ${column ?? "''"}::text as of from ${name} order by 1`,
    );
    return rows.map((row) => row.of);
  } catch (error) {
    return codeOf(error);
  } finally {
    await server.query('rollback');
  }
}

const asTenant = (id: number) => `set local role balcao_app; set local app.tenant_id = '${id}'`;

describe('the role that the server logs in as', () => {
  test('without a role, with a company named or not, reads no table', async () => {
    for (const table of tables) {
      expect([table.name, await seen('', table)]).toEqual([table.name, NOT_ALLOWED]);
      expect([table.name, await seen("set local app.tenant_id = '1'", table)]).toEqual([table.name, NOT_ALLOWED]);
    }
  });

  test('as the app without a company sees no company’s rows', async () => {
    for (const table of tables.filter(({ column }) => column !== null)) {
      const rows = await seen('set local role balcao_app', table);
      expect([table.name, rows]).toEqual([table.name, table.name === 'webhook_rejected' ? NOT_ALLOWED : []]);
    }
  });

  test('as the app of a company sees that one’s rows, and no others', async () => {
    for (const table of tables.filter(({ column }) => column !== null)) {
      for (const id of [1, 2]) {
        const rows = await seen(asTenant(id), table);
        expect([table.name, rows]).toEqual([
          table.name,
          table.name === 'webhook_rejected' ? NOT_ALLOWED : [String(id)],
        ]);
      }
      // Whose role it was doesn't stay with the connection.
      expect(await seen('', table)).toBe(NOT_ALLOWED);
    }
  });

  test('what belongs to no company is what is listed', async () => {
    const shared: string[] = [];
    for (const table of tables.filter(({ column }) => column === null)) {
      if ((await seen('set local role balcao_app', table)) !== NOT_ALLOWED) shared.push(table.name);
    }
    expect(shared).toEqual(SHARED_TABLES);
  });

  test('as the platform reads of all companies the columns that are listed, and no others', async () => {
    const { rows } = await owner.query<{ name: string; columns: string[] }>(`
      select c.relname as name, array_agg(a.attname::text order by a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and has_column_privilege('balcao_platform', c.oid, a.attnum, 'select')
      group by 1 order by 1`);
    expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns.join(' ')]))).toEqual(PLATFORM_READS);
  });

  test('no function does for its caller what the caller may not', async () => {
    const { rows } = await owner.query(
      `select proname from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
    );
    expect(rows).toEqual([]);
  });

  test('of the jobs’ tables it sees nothing by itself, and nothing of a company is in them', async () => {
    await expect(server.query('select * from pgboss.job').catch(codeOf)).resolves.toBe(NOT_ALLOWED);
    const { rows } = await owner.query(`select attname from pg_attribute where attrelid = 'pgboss.job'::regclass
      and attname like '%tenant%'`);
    expect(rows).toEqual([]);
  });
});

describe('a server refuses to run as a role', () => {
  const NAME = `risky_${process.pid}`;
  const ready = () => {
    const url = new URL(database.url);
    url.username = NAME;
    url.password = 'x';
    return readyDatabase({ databaseUrl: url.href, log });
  };
  beforeAll(() => owner.query(`create role ${NAME} login noinherit password 'x'`));
  afterAll(() => owner.query(`drop owned by ${NAME}; drop role ${NAME}`));

  test.each([
    ['superuser', `alter role ${NAME} superuser`, `alter role ${NAME} nosuperuser`, 'who is a superuser'],
    ['bypasses', `alter role ${NAME} bypassrls`, `alter role ${NAME} nobypassrls`, 'bypasses row-level security'],
    ['makes roles', `alter role ${NAME} createrole`, `alter role ${NAME} nocreaterole`, 'makes roles'],
    [
      'owns a table',
      `create table own (x int); alter table own owner to ${NAME}`,
      'drop table own',
      'who owns the database or its tables',
    ],
    [
      'is the owner’s member',
      `grant balcao to ${NAME}`,
      `revoke balcao from ${NAME}`,
      'who owns the database or its tables',
    ],
    [
      'inherits',
      `grant balcao_platform to ${NAME} with inherit true`,
      `revoke balcao_platform from ${NAME}`,
      `alter role "${NAME}" noinherit`,
    ],
    [
      'reads a table',
      `grant select (name) on customer to ${NAME}`,
      `revoke select (name) on customer from ${NAME}`,
      'rights of its own on tables (customer)',
    ],
    [
      'reads everything',
      `grant pg_read_all_data to ${NAME} with inherit true`,
      `revoke pg_read_all_data from ${NAME}`,
      'rights of its own on tables (app_user,',
    ],
    [
      'can’t become the others',
      'select 1',
      'select 1',
      `Run as a superuser: grant balcao_app, balcao_platform to "${NAME}"`,
    ],
  ])('that %s', async (_what, make, undo, expected) => {
    await owner.query(make);
    try {
      await expect(ready()).rejects.toThrow(expected);
    } finally {
      await owner.query(undo);
    }
  });

  test('and what it says makes that role right', async () => {
    await owner.query(`alter role ${NAME} inherit; grant balcao_app, balcao_platform to ${NAME}`);
    const sentence = await ready().then(() => '', String);
    await owner.query(/Run as a superuser: (.*)$/.exec(sentence)?.[1] ?? 'nothing was said');
    expect(await ready()).toEqual([]);
  });
});
