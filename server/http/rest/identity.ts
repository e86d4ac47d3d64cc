import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { tenantNameSchema } from '../../../contract/fields.ts';
import * as calls from '../../../contract/rest/identity.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import {
  startIdentityLogin,
  logInByIdentity,
  identityLabel,
  readTicket,
  finishIdentityRedirect,
  tenantOfState,
  TICKET_MS,
} from '../../domain/identity/log-in.ts';
import { identityProvider, setIdentityProvider } from '../../domain/identity/settings.ts';
import { isTenantSlug } from '../../domain/tenants.ts';
import { createIdentityProviders, IdentityFailed } from '../../identity/provider.ts';
import { callerOf } from '../request.ts';
import { isSecure } from '../session-cookie.ts';
import { answerLogIn } from './account.ts';
import { addActorCall, addOpenCall, turnTaker } from './call.ts';

const TICKET_COOKIE = 'balcao_identity';
const GRANT_COOKIE = 'balcao_identity_grant';
const COOKIE_PATH = '/api/auth/identity';

const startSchema = z.object({
  tenantName: tenantNameSchema,
  to: z.optional(z.string().check(z.maxLength(500))),
  remember: z.optional(z.literal('true')),
  page: z.optional(z.string().check(z.maxLength(200))),
});
const callbackSchema = z.looseObject({ state: z.string().check(z.maxLength(200)) });

/** Each pending login has its own ticket, as a user may start one in two tabs. */
const ticketName = (state: string) => `${TICKET_COOKIE}_${state.slice(0, 12)}`;

type Parts = Pick<Config, 'mode' | 'allowedOrigins' | 'identity'>;

/** The server's public URL; undefined if not configured. Never taken from a request, which could forge it. */
export type PublicAddress = () => string | undefined;

/** Login at a company's identity provider, and its configuration. */
export function addIdentity(
  app: FastifyInstance,
  services: Services,
  config: Parts,
  publicAddress: PublicAddress,
): void {
  const providers = createIdentityProviders(services.log, {
    isDemo: config.mode === 'demo',
    privateHosts: config.identity.privateHosts,
  });
  const callback = (): string | null => {
    const address = publicAddress();
    return address === undefined ? null : `${address}${calls.IDENTITY_CALLBACK}`;
  };
  const knownCallback = (): string => {
    const known = callback();
    if (known !== null) return known;
    services.log.warn('logins at companies’ identity providers are off: set PUBLIC_URL, where they redirect to');
    throw new DomainError('UNAVAILABLE', 'error.identity.noAddress');
  };
  const pageOf = (page: string | undefined) =>
    page !== undefined && config.allowedOrigins.includes(page) ? page : null;
  const attributes = (request: FastifyRequest) => ({
    path: COOKIE_PATH,
    httpOnly: true,
    secure: isSecure(services, request),
  });

  /** Redirects to a company's login page, with parameters in the hash, where no server sees them. */
  function toPage(
    reply: FastifyReply,
    of: { tenantName: string; page?: string | null; to?: string | null },
    parameters: Record<string, string>,
  ): FastifyReply {
    const query = of.to === undefined || of.to === null ? '' : `?${new URLSearchParams({ to: of.to }).toString()}`;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const hash = new URLSearchParams(parameters).toString();
    return reply.redirect(`${of.page ?? ''}/${of.tenantName}/login${query}#${hash}`);
  }

  function keyOf(error: unknown, request: FastifyRequest): string {
    // The catalogue's text takes values, which aren't passed in the hash.
    if (error instanceof DomainError && error.code === 'TOO_MANY') return 'error.identity.busy';
    if (error instanceof DomainError || error instanceof IdentityFailed) return error.key;
    request.log.error({ err: error }, 'a login at an identity provider failed unexpectedly');
    return 'error.identity.failed';
  }

  addOpenCall(app, services, calls.identityLogin, async ({ tenantName, page }) => {
    const label = await identityLabel(services, tenantName);
    const address = publicAddress();
    if (label === null || address === undefined) return { offered: null };
    const pageOrigin = pageOf(page);
    const query = new URLSearchParams({ tenantName, ...(pageOrigin === null ? {} : { page: pageOrigin }) });
    return { offered: { label, start: `${address}${calls.IDENTITY_START}?${query.toString()}` } };
  });

  app.get(calls.IDENTITY_START, async (request, reply) => {
    const params = startSchema.safeParse(request.query);
    if (!params.success || !isTenantSlug(params.data.tenantName)) throw notFound();
    const { tenantName, to = null } = params.data;
    const remember = params.data.remember !== undefined;
    const page = pageOf(params.data.page);
    try {
      const input = { tenantName, callback: knownCallback(), to, remember, page };
      const started = await startIdentityLogin(
        services,
        providers,
        input,
        callerOf(request),
        turnTaker(services, { request, reply }),
      );
      // Lax: the browser returns from another site.
      reply.setCookie(ticketName(started.state), started.ticket, {
        ...attributes(request),
        sameSite: 'lax',
        maxAge: TICKET_MS / 1000,
      });
      return await reply.header('cache-control', 'no-store').redirect(started.address);
    } catch (error) {
      return toPage(reply, { tenantName, to, page }, { identity_error: keyOf(error, request) });
    }
  });

  app.get(calls.IDENTITY_CALLBACK, async (request, reply) => {
    const { state = '' } = callbackSchema.safeParse(request.query).data ?? {};
    const tenantName = tenantOfState(state);
    if (tenantName === undefined || !isTenantSlug(tenantName)) throw notFound();
    const name = ticketName(state);
    reply.clearCookie(name, { ...attributes(request), sameSite: 'lax' });
    let back: Parameters<typeof toPage>[1] = { tenantName };
    try {
      const ticket = readTicket(services, request.cookies[name], state);
      back = ticket;
      const address = new URL(`${knownCallback()}${/\?.*$/.exec(request.url)?.[0] ?? ''}`);
      const turns = turnTaker(services, { request, reply });
      const from = callerOf(request);
      const { code, browser } = await finishIdentityRedirect(services, providers, ticket, address, from, turns);
      reply.setCookie(GRANT_COOKIE, browser, { ...attributes(request), sameSite: 'strict', maxAge: 60 });
      return await toPage(reply, back, { identity: code, ...(ticket.remember ? { remember: 'true' } : {}) });
    } catch (error) {
      return toPage(reply, back, { identity_error: keyOf(error, request) });
    }
  });

  addOpenCall(
    app,
    services,
    calls.enterByIdentity,
    async ({ tenantName, code, ip = null, remember = false }, { request, reply }) => {
      const input = { tenantName, code, remember, browser: request.cookies[GRANT_COOKIE], claimedAddress: ip };
      const result = await logInByIdentity(services, input, callerOf(request));
      reply.clearCookie(GRANT_COOKIE, { ...attributes(request), sameSite: 'strict' });
      return answerLogIn(services, { request, reply }, result);
    },
  );

  addActorCall(app, services, calls.identityProvider, async ({ tenantName }, actor) => ({
    ...(await identityProvider(services, actor, tenantName)),
    callback_url: callback(),
  }));
  addActorCall(
    app,
    services,
    calls.updateIdentityProvider,
    async (body, actor, exchange) => {
      const canBeOffered = callback() !== null;
      const how = { canBeOffered, inTurn: turnTaker(services, exchange) };
      return { ...(await setIdentityProvider(services, providers, actor, body, how)), callback_url: callback() };
    },
    { weight: 'itsOwnTurns' },
  );
}
