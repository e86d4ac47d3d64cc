import type { PermissionName } from '../../contract/facts/access.ts';
import type { TestServer } from './server.ts';

/** Adds somebody to a company whose role permits some things alone, with the demo's password; their e-mail address. */
export async function joinWith(
  { owner }: Pick<TestServer, 'owner'>,
  routes: readonly PermissionName[],
  { tenant = 'aurora', name = routes.join(' ') }: { tenant?: string; name?: string } = {},
): Promise<string> {
  const email = `${name}@${tenant}.example`;
  await owner.query(
    `with role as (
      insert into role (tenant_id, name, display_name) select id, $1, $1 from tenant where slug = $3
      returning tenant_id, id),
    permitted as (
      insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, id, route from role, unnest($4::text[]) as route)
    insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select role.tenant_id, $1, $1, $2, role.id, b.password_hash from app_user b, role where b.username = 'bruno'`,
    [name, email, tenant, routes],
  );
  return email;
}
