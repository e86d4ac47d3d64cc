import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '../../../contract/rest/identity.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import {
  beginIdentity,
  enterByIdentity,
  identityLabel,
  readTicket,
  returnFromIdentity,
  tenantOfState,
  TICKET_MS,
} from '../../domain/identity/enter.ts';
import { identityProvider, setIdentityProvider } from '../../domain/identity/settings.ts';
import { isTenantSlug } from '../../domain/tenants.ts';
import { createIdentityProviders, IdentityFailed } from '../../identity/provider.ts';
import { callerOf } from '../request.ts';
import { isSecure } from '../session-cookie.ts';
import { answerLogIn } from './account.ts';
import { addActorCall, addOpenCall, inTurn } from './call.ts';

const TICKET_COOKIE = 'balcao_identity';
const GRANT_COOKIE = 'balcao_identity_grant';
const COOKIE_PATH = '/api/auth/identity';

const startSchema = z.object({
  tenantName: z.string().check(z.maxLength(63)),
  to: z.optional(z.string().check(z.maxLength(500))),
  page: z.optional(z.string().check(z.maxLength(200))),
});
const callbackSchema = z.looseObject({ state: z.string().check(z.maxLength(200)) });

/** Each login under way has its own ticket: a person may begin one in two tabs. */
const ticketName = (state: string) => `${TICKET_COOKIE}_${state.slice(0, 12)}`;

type Parts = Pick<Config, 'mode' | 'allowedOrigins' | 'identity'>;

/** The server's address as browsers know it; undefined where nobody has set it. Never what a request calls it: anybody writes that. */
export type PublicAddress = () => string | undefined;

/** Logging in with a company's identity provider, and setting one up. */
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
    services.log.warn(
      'logins with companies’ identity providers are off: set PUBLIC_URL, where they send people back to',
    );
    throw new DomainError('UNAVAILABLE', 'error.identity.noAddress');
  };
  const pageOf = (page: string | undefined) =>
    page !== undefined && config.allowedOrigins.includes(page) ? page : null;
  const attributes = (request: FastifyRequest) => ({
    path: COOKIE_PATH,
    httpOnly: true,
    secure: isSecure(services, request),
  });

  /** Sends the browser to a company's login page; what goes with it is behind the hash, where no server sees it. */
  function toPage(
    reply: FastifyReply,
    of: { tenantName: string; page?: string | null; to?: string | null },
    told: Record<string, string>,
  ): FastifyReply {
    const query = of.to === undefined || of.to === null ? '' : `?${new URLSearchParams({ to: of.to }).toString()}`;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const hash = new URLSearchParams(told).toString();
    return reply.redirect(`${of.page ?? ''}/${of.tenantName}/login${query}#${hash}`);
  }

  function keyOf(error: unknown, request: FastifyRequest): string {
    if (error instanceof DomainError || error instanceof IdentityFailed) return error.key;
    request.log.error({ err: error }, 'a login with an identity provider broke');
    return 'error.identity.failed';
  }

  addOpenCall(app, services, calls.identityLogin, async ({ tenantName, page }) => {
    const label = await identityLabel(services, tenantName);
    const address = publicAddress();
    if (label === null || address === undefined) return { offered: null };
    const elsewhere = pageOf(page);
    const query = new URLSearchParams({ tenantName, ...(elsewhere === null ? {} : { page: elsewhere }) });
    return { offered: { label, start: `${address}${calls.IDENTITY_START}?${query.toString()}` } };
  });

  app.get(calls.IDENTITY_START, async (request, reply) => {
    const asked = startSchema.safeParse(request.query);
    if (!asked.success || !isTenantSlug(asked.data.tenantName)) throw notFound();
    const { tenantName, to = null } = asked.data;
    const page = pageOf(asked.data.page);
    try {
      const given = { tenantName, callback: knownCallback(), to, page };
      const begun = await inTurn(services, request, 'light', () =>
        beginIdentity(services, providers, given, callerOf(request)),
      );
      // Lax: the browser comes back from another site.
      reply.setCookie(ticketName(begun.state), begun.ticket, {
        ...attributes(request),
        sameSite: 'lax',
        maxAge: TICKET_MS / 1000,
      });
      return await reply.header('cache-control', 'no-store').redirect(begun.address);
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
      const { code, browser } = await inTurn(services, request, 'light', () =>
        returnFromIdentity(services, providers, ticket, address, callerOf(request)),
      );
      reply.setCookie(GRANT_COOKIE, browser, { ...attributes(request), sameSite: 'strict', maxAge: 60 });
      return await toPage(reply, back, { identity: code });
    } catch (error) {
      return toPage(reply, back, { identity_error: keyOf(error, request) });
    }
  });

  addOpenCall(app, services, calls.enterByIdentity, async ({ tenantName, code, ip = null }, { request, reply }) => {
    const given = { tenantName, code, browser: request.cookies[GRANT_COOKIE], claimedAddress: ip };
    const result = await enterByIdentity(services, given, callerOf(request));
    reply.clearCookie(GRANT_COOKIE, { ...attributes(request), sameSite: 'strict' });
    return answerLogIn(services, { request, reply }, result);
  });

  addActorCall(app, services, calls.identityProvider, async ({ tenantName }, actor) => ({
    ...(await identityProvider(services, actor, tenantName)),
    callback_url: callback(),
  }));
  addActorCall(app, services, calls.updateIdentityProvider, async (body, actor) => ({
    ...(await setIdentityProvider(services, providers, actor, body, callback() !== null)),
    callback_url: callback(),
  }));
}
