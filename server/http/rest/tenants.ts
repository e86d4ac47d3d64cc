import type { FastifyInstance } from 'fastify';
import * as features from '../../../contract/rest/tenant-features.ts';
import * as calls from '../../../contract/rest/tenants.ts';
import type { Services } from '../../domain/context.ts';
import { createTenant, updateTenant } from '../../domain/tenants/edit-tenant.ts';
import { enterTenant } from '../../domain/tenants/enter-tenant.ts';
import { listFeatures, setFeature } from '../../domain/tenants/features.ts';
import { listTenants, paginatedTenants } from '../../domain/tenants/list-tenants.ts';
import { deleteTenant, restoreTenant } from '../../domain/tenants/tenant-life.ts';
import { callerOf } from '../request.ts';
import { giveSessionCookie } from '../session-cookie.ts';
import { addActorCall } from './call.ts';

/** The back-office's calls about companies. */
export function addTenants(app: FastifyInstance, services: Services): void {
  addActorCall(app, services, calls.tenants, ({ filter }, actor) => listTenants(services, actor, filter));
  addActorCall(app, services, calls.paginatedTenants, (body, actor) => paginatedTenants(services, actor, body));
  addActorCall(app, services, calls.createTenant, (body, actor) => createTenant(services, actor, body));
  addActorCall(app, services, calls.updateTenant, (body, actor) => updateTenant(services, actor, body));
  addActorCall(app, services, calls.deleteTenant, ({ id }, actor) => deleteTenant(services, actor, id));
  addActorCall(app, services, calls.restoreTenant, ({ id }, actor) => restoreTenant(services, actor, id));
  addActorCall(app, services, features.tenantFeatures, ({ tenantName }, actor) =>
    listFeatures(services, actor, tenantName),
  );
  addActorCall(app, services, features.setTenantFeature, (body, actor) => setFeature(services, actor, body));
  addActorCall(app, services, calls.enterTenant, async ({ tenantName }, actor, { request, reply }) => {
    const { session, endsAt, company } = await enterTenant(services, actor, tenantName, callerOf(request));
    giveSessionCookie(services, request, reply, session);
    const { userId, userName, email, roleName, routes } = session.actor;
    return {
      access_token: session.accessToken,
      tenantName: session.actor.tenantName,
      company,
      has_permission_routes: [...routes].map((route) => ({ route_name: route })),
      user: { id: userId, name: userName, email, role: { name: roleName } },
      ends_at: endsAt.toISOString(),
    };
  });
}
