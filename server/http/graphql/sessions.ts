import type { ConfirmSecondFactorVariables } from '../../../contract/graphql/confirm-second-factor.ts';
import type { LogInResult, LogInVariables } from '../../../contract/graphql/log-in.ts';
import { loginBodySchema } from '../../../contract/rest/login.ts';
import { secondFactor } from '../../../contract/rest/second-factor.ts';
import { withTenant } from '../../db/database.ts';
import { logIn } from '../../domain/auth/log-in.ts';
import type { OpenSession } from '../../domain/auth/log-in.ts';
import { refresh } from '../../domain/auth/refresh.ts';
import { confirmLogIn } from '../../domain/auth/second-factor.ts';
import { DomainError } from '../../domain/errors.ts';
import { parseInput } from '../../domain/input.ts';
import { findTenant } from '../../domain/tenants.ts';
import { userView } from '../../domain/users.ts';
import { callerOf } from '../request.ts';
import { giveSessionCookie, sessionCookieOf } from '../session-cookie.ts';
import type { TenantCall } from './call.ts';

const REFUSED: LogInResult = {
  token: null,
  second_factor_token: null,
  second_factor_owed: false,
  has_permission_routes: [],
  origin_backoffice: false,
  user: null,
};

const named = (routes: Iterable<string>): { route_name: string }[] =>
  [...routes].map((route) => ({ route_name: route }));

/** Logs in at the tenant. NOT_FOUND `error.company.unknown` without the company, as at the identity look-up. */
export async function logInToTenant(call: TenantCall, variables: LogInVariables): Promise<LogInResult> {
  const body = loginBodySchema.safeParse({ email: variables.email, password: variables.password });
  if (!body.success) return REFUSED;
  const credentials = { ...body.data, remember: variables.remember ?? false, tenantName: call.tenantName };
  const result = await logIn(call.services, credentials, callerOf(call.http().request));
  if (result.outcome === 'secondFactor') return { ...REFUSED, second_factor_token: result.challenge };
  if (result.outcome === 'open') return opened(call, result);
  if ((await findTenant(call.services, call.tenantName)) === undefined) {
    throw new DomainError('NOT_FOUND', 'error.company.unknown');
  }
  return REFUSED;
}

/** The second step of the tenant's login. */
export async function confirmLogInToTenant(
  call: TenantCall,
  variables: ConfirmSecondFactorVariables,
): Promise<LogInResult> {
  const { second_factor_token: challenge, code } = parseInput(secondFactor.body, variables);
  const input = { challenge, code, tenantName: call.tenantName };
  return opened(call, await confirmLogIn(call.services, input, callerOf(call.http().request)));
}

async function opened(call: TenantCall, session: OpenSession): Promise<LogInResult> {
  const { request, reply } = call.http();
  giveSessionCookie(call.services, request, reply, session);
  const { actor } = session;
  return {
    token: session.accessToken,
    second_factor_token: null,
    second_factor_owed: actor.owesSecondFactor,
    has_permission_routes: named(actor.routes),
    origin_backoffice: actor.isBackoffice,
    user: await withTenant(call.services.db, actor.tenantId, (tx) => userView(tx, actor.tenantId, actor.userId)),
  };
}

/** A new access token for the refresh cookie, which is rotated. */
export async function refreshSession(
  call: TenantCall,
): Promise<{ token: string; user_id: string; has_permission_routes: { route_name: string }[] }> {
  const { request, reply } = call.http();
  const input = { tenantName: call.tenantName, cookie: sessionCookieOf(request) };
  const session = await refresh(call.services, input, callerOf(request));
  giveSessionCookie(call.services, request, reply, session);
  const { accessToken: token, actor } = session;
  return { token, user_id: actor.userId, has_permission_routes: named(actor.routes) };
}
