import type { PermissionName } from '../../contract/facts/access.ts';
import type { TestServer } from './server.ts';

/** Adds somebody to Bruno's company whose role permits one thing alone, with the demo's password; their e-mail address. */
export async function joinWith({ owner }: Pick<TestServer, 'owner'>, permission: PermissionName): Promise<string> {
  const email = `${permission}@aurora.example`;
  await owner.query(
    `with role as (
      insert into role (tenant_id, name, display_name) select tenant_id, $1, $1 from app_user where username = 'bruno'
      returning tenant_id, id),
    permitted as (
      insert into role_permission (tenant_id, role_id, route_name) select tenant_id, id, $1 from role)
    insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select b.tenant_id, $1, $1, $2, role.id, b.password_hash from app_user b, role where b.username = 'bruno'`,
    [permission, email],
  );
  return email;
}
