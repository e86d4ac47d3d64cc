import type { PermissionName } from '../../contract/facts/access.ts';
import { authenticate } from '../../server/domain/auth/authenticate.ts';
import type { Actor } from '../../server/domain/context.ts';
import { joinWith } from './one-permission.ts';
import { DEMO_PASSWORD } from './server.ts';
import type { TestServer } from './server.ts';

/** Somebody whose role permits some things alone and whose call was let in, and what takes permissions away meanwhile. */
export async function letIn(
  server: TestServer,
  routes: readonly PermissionName[],
  of: { tenant?: string; name?: string } = {},
): Promise<{ late: Actor; email: string; lose: (route: PermissionName) => Promise<unknown> }> {
  const email = await joinWith(server, routes, of);
  const token = await server.tokenOf(email, DEMO_PASSWORD);
  const late = await authenticate(server.services, token, { requestId: 'late', address: '10.0.0.1' });
  const lose = (route: PermissionName) =>
    server.owner.query('delete from role_permission where tenant_id = $1 and role_id = $2 and route_name = $3', [
      late.tenantId,
      late.roleId,
      route,
    ]);
  return { late, email, lose };
}
