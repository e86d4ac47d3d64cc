import pg from 'pg';
import { DatabaseUnfit } from './unfit.ts';

/** Roles of transactions: one tenant's rows, or the columns that identify tenants. */
export const ROLES = ['balcao_app', 'balcao_platform'] as const;

/** A client or a pool. */
type Queryable = Pick<pg.ClientBase, 'query'>;

async function missingRoles(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    ROLES,
  ]);
  return ROLES.filter((name) => !rows.some(({ rolname }) => rolname === name));
}

/**
 * Creates the missing roles of transactions. Roles belong to the whole cluster: another database's may exist already,
 * or appear meanwhile. Refuses with `DatabaseUnfit` if the current role may not create roles.
 */
export async function makeRoles(client: Queryable): Promise<void> {
  for (const name of await missingRoles(client)) {
    await client
      .query(
        `do $$ begin
           create role ${name} nologin nosuperuser nobypassrls;
         exception when duplicate_object or unique_violation then null;
         end $$`,
      )
      .catch((error: unknown) => {
        throw new DatabaseUnfit(
          `The role ${name} is missing, and the role of DATABASE_OWNER_URL may not create it. Run server/db/setup.sql as a superuser of the PostgreSQL.`,
          error,
        );
      });
  }
}

/** Creates or updates the server's login role, whose only right is to become the roles above. Run by a superuser. */
export async function makeServerRole(client: Queryable, name: string, password: string): Promise<void> {
  await makeRoles(client);
  const [role, secret] = [pg.escapeIdentifier(name), pg.escapeLiteral(password)];
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${role} login noinherit nosuperuser nobypassrls nocreaterole password ${secret}`);
  // From PostgreSQL 16 on each membership has its own inherit option, whose default is the role's NOINHERIT.
  await client.query(`grant ${ROLES.join(', ')} to ${role}`);
}

type LoginRole = {
  name: string;
  privileged: boolean;
  owns: boolean;
  inherits: boolean;
  becomes: boolean;
  reads: string | null;
};

/** The rights of the login role on companies' rows outside a role of transactions. */
const LOGIN_ROLE_QUERY = `
  select r.rolname as name, r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication or exists (select from pg_roles g
      where g.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
        and pg_has_role(g.oid, 'member')) as privileged,
    exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'member'))
      or exists (select from pg_class c where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p')
        and pg_has_role(c.relowner, 'member')) as owns,
    exists (select from pg_roles g where g.rolname = any($1) and pg_has_role(g.oid, 'usage')) as inherits,
    (select count(*) from pg_roles g where g.rolname = any($1)
      and pg_has_role(g.oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
    ) = cardinality($1) as becomes,
    (select string_agg(c.relname, ', ' order by c.relname) from pg_class c
      where c.relnamespace in (to_regnamespace('public'), to_regnamespace('pgboss')) and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and (has_any_column_privilege(c.oid, 'select, insert, update, references')
          or has_table_privilege(c.oid, 'delete, truncate, trigger'))) as reads
  from pg_roles r where r.rolname = current_user`;

/**
 * Refuses with `DatabaseUnfit` a login role that would see several companies' rows if a query forgot to set a role: one
 * that bypasses row-level security, owns the tables, or inherits or has rights on them. With `mustBecome`, also one
 * that can't become the roles of transactions.
 */
export async function requireServerRole(client: Queryable, mustBecome: boolean): Promise<void> {
  const { rows } = await client.query<LoginRole>(LOGIN_ROLE_QUERY, [ROLES]);
  const [role] = rows;
  if (role === undefined) throw new Error('The role of the connection is unknown');
  const name = pg.escapeIdentifier(role.name);
  const another = 'Create a role for the server with server/db/setup.sql, and use it there.';
  if (role.privileged) {
    throw new DatabaseUnfit(
      `DATABASE_URL: the server doesn't run as ${name}, who is a superuser, bypasses row-level security, makes roles, replicates, or reads the machine's files. ${another}`,
    );
  }
  if (role.owns) {
    throw new DatabaseUnfit(
      `DATABASE_URL: the server doesn't run as ${name}, who owns the database or its tables: that role belongs in DATABASE_OWNER_URL. ${another}`,
    );
  }
  const become = `grant ${ROLES.join(', ')} to ${name}`;
  if (role.inherits) {
    throw new DatabaseUnfit(
      `DATABASE_URL: ${name} inherits the rights of ${ROLES.join(' and ')}. Run as a superuser: alter role ${name} noinherit; revoke ${ROLES.join(', ')} from ${name}; ${become};`,
    );
  }
  if (role.reads !== null) {
    throw new DatabaseUnfit(
      `DATABASE_URL: ${name} has rights of its own on tables (${role.reads}). Revoke them, or create a role for the server with server/db/setup.sql.`,
    );
  }
  if (mustBecome && !role.becomes) {
    throw new DatabaseUnfit(
      `DATABASE_URL: ${name} can't become ${ROLES.join(' and ')}. Run as a superuser: ${become};`,
    );
  }
}
