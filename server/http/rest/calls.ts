import type { FastifyInstance } from 'fastify';
import { config as configCall } from '../../../contract/rest/config.ts';
import { ip } from '../../../contract/rest/ip.ts';
import { login } from '../../../contract/rest/login.ts';
import { logout } from '../../../contract/rest/logout.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { permissions } from '../../../contract/rest/permissions.ts';
import { userByEmail } from '../../../contract/rest/user-by-email.ts';
import type { Config } from '../../config.ts';
import { logIn } from '../../domain/auth/log-in.ts';
import { logOut } from '../../domain/auth/log-out.ts';
import type { Services } from '../../domain/context.ts';
import { allRoutes, routesByEmail } from '../../domain/permissions.ts';
import { userByEmail as findByEmail } from '../../domain/users.ts';
import type { MailDesk } from '../../mail/desk.ts';
import type { Limits } from '../limits/limits.ts';
import { bearerOf, callerOf } from '../request.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { addAccount, answerLogIn } from './account.ts';
import { addActorCall, addInstantCall, addOpenCall } from './call.ts';
import { addIdentity } from './identity.ts';
import type { PublicAddress } from './identity.ts';
import { addReports } from './reports.ts';
import { sheetSender } from './sheet-reply.ts';
import { addSheets } from './sheet-routes.ts';
import { addCampaigns } from './campaigns.ts';
import { addConversations } from './conversations.ts';
import { addCustomerSheets } from './customers.ts';
import { addFlowStarts } from './flow-starts.ts';
import { addListSheets } from './list-sheets.ts';
import { addSupport } from './support.ts';
import { addTenants } from './tenants.ts';
import { addUsers } from './users.ts';

const named = (routes: Iterable<string>) => [...routes].map((route) => ({ route_name: route }));

/** The back-office's REST calls. */
export function addRest(
  app: FastifyInstance,
  services: Services,
  config: Pick<Config, 'mode' | 'bases' | 'allowedOrigins' | 'identity' | 'supportContact'>,
  mail: MailDesk,
  publicAddress: PublicAddress,
  limits: Limits,
): void {
  addOpenCall(app, services, login, async (body, { request, reply }) => {
    const credentials = {
      email: body.email,
      password: body.password,
      remember: body.remember ?? false,
      tenantName: undefined,
      claimedAddress: body.ip ?? null,
    };
    return answerLogIn(services, { request, reply }, await logIn(services, credentials, callerOf(request)));
  });

  addOpenCall(app, services, logout, async (body, { request, reply }) => {
    const ended = await logOut(services, bearerOf(request), callerOf(request), {
      data: body.data,
      claimedAddress: body.ip,
    });
    clearSessionCookie(services, request, reply, ended.tenantName);
    return { ok: true as const };
  });

  addActorCall(app, services, userByEmail, (body, actor) => findByEmail(services, actor, body.email));

  const send = sheetSender(limits);
  addUsers(app, services, send);
  addReports(app, services, send);

  addActorCall(app, services, permissionsByEmail, async (body, actor) =>
    named(await routesByEmail(services, actor, body.email)),
  );

  addActorCall(app, services, permissions, async (_body, actor) => named(await allRoutes(services, actor)));

  addInstantCall(app, ip, async (_body, { request }) => ({ ip: request.ip }));

  addInstantCall(app, configCall, async () => {
    const { backoffice, graphql, realtime, ipLookup } = config.bases;
    return {
      backoffice,
      graphql,
      realtime,
      ip_lookup: ipLookup === '' ? null : ipLookup,
      demo: config.mode === 'demo',
    };
  });

  addAccount(app, services, mail);
  addIdentity(app, services, config, publicAddress);
  addTenants(app, services);
  addSheets(app, services, send);
  addSupport(app, services, limits, config.supportContact);
  addConversations(app, services, limits);
  addCampaigns(app, services, send);
  addCustomerSheets(app, services, send);
  addListSheets(app, services, send);
  addFlowStarts(app, services, limits);
}
