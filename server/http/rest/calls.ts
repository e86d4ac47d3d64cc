import type { FastifyInstance } from 'fastify';
import { config as configCall } from '../../../contract/rest/config.ts';
import { ip } from '../../../contract/rest/ip.ts';
import { login } from '../../../contract/rest/login.ts';
import { logout } from '../../../contract/rest/logout.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { permissions } from '../../../contract/rest/permissions.ts';
import { userByEmail } from '../../../contract/rest/user-by-email.ts';
import { users } from '../../../contract/rest/users.ts';
import type { Config } from '../../config.ts';
import { logIn } from '../../domain/auth/log-in.ts';
import { logOut } from '../../domain/auth/log-out.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import { allRoutes, requirePermission, routesByEmail } from '../../domain/permissions.ts';
import * as people from '../../domain/users.ts';
import { bearerOf, callerOf } from '../request.ts';
import { clearSessionCookie, giveSessionCookie } from '../session-cookie.ts';
import { addActorCall, addOpenCall } from './call.ts';

const named = (routes: Iterable<string>) => [...routes].map((route) => ({ route_name: route }));

/** The back-office's REST calls. */
export function addRest(app: FastifyInstance, services: Services, config: Pick<Config, 'mode' | 'bases'>): void {
  addOpenCall(app, login, async (body, { request, reply }) => {
    const credentials = {
      email: body.email,
      password: body.password,
      remember: false,
      tenantName: undefined,
      claimedAddress: body.ip ?? null,
    };
    const result = await logIn(services, credentials, callerOf(request));
    if (result.outcome === 'refused') throw new DomainError('UNAUTHENTICATED', 'error.login.failed');
    if (result.outcome === 'secondFactor') {
      return {
        access_token: null,
        origin_backoffice: false,
        has_permission_routes: [],
        tenantName: '',
        second_factor: true,
      };
    }
    giveSessionCookie(services, request, reply, result);
    return {
      access_token: result.accessToken,
      origin_backoffice: result.actor.isBackoffice,
      has_permission_routes: named(result.actor.routes),
      tenantName: result.actor.tenantName,
    };
  });

  addOpenCall(app, logout, async (body, { request, reply }) => {
    const ended = await logOut(services, bearerOf(request), callerOf(request), {
      data: body.data,
      claimedAddress: body.ip,
    });
    clearSessionCookie(services, request, reply, ended.tenantName);
    return { ok: true as const };
  });

  addActorCall(app, services, userByEmail, (body, actor) => people.userByEmail(services, actor, body.email));

  addActorCall(app, services, users, async (_body, actor) => {
    requirePermission(actor, 'users');
    return people.listUsers(services, actor);
  });

  addActorCall(app, services, permissionsByEmail, async (body, actor) =>
    named(await routesByEmail(services, actor, body.email)),
  );

  addActorCall(app, services, permissions, async (_body, actor) => named(await allRoutes(services, actor)));

  addOpenCall(app, ip, async (_body, { request }) => ({ ip: request.ip }));

  addOpenCall(app, configCall, async (_body, { reply }) => {
    reply.header('cache-control', 'no-cache');
    const { backoffice, graphql, realtime, ipLookup } = config.bases;
    return {
      backoffice,
      graphql,
      realtime,
      ip_lookup: ipLookup === '' ? null : ipLookup,
      demo: config.mode === 'demo',
    };
  });
}
