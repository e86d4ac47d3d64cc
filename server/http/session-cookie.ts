import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../domain/auth/log-in.ts';
import type { Services } from '../domain/context.ts';
import { isLoopbackHost } from './loopback.ts';

const NAME = 'balcao_refresh';
const REMEMBER_SECONDS = 30 * 24 * 3600;

/** Server options that affect cookies. */
type Giver = Pick<Services, 'isDemo'>;

/**
 * Whether a cookie is for https only: always in production, except on this machine. A TLS proxy may not identify
 * itself.
 */
export function isSecure(giver: Giver, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (!giver.isDemo && !isLoopbackHost(request));
}

function attributes(giver: Giver, request: FastifyRequest, tenantName: string) {
  return {
    path: `/${tenantName}/graphql`,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: isSecure(giver, request),
  };
}

/** Sets the session's refresh cookie: until the browser closes, or for a month if remembered. */
export function giveSessionCookie(
  giver: Giver,
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenSession,
): void {
  reply.setCookie(NAME, session.refreshToken, {
    ...attributes(giver, request, session.actor.tenantName),
    ...(session.remember ? { maxAge: REMEMBER_SECONDS } : {}),
  });
}

/** Removes a tenant's refresh cookie. */
export function clearSessionCookie(
  giver: Giver,
  request: FastifyRequest,
  reply: FastifyReply,
  tenantName: string,
): void {
  reply.clearCookie(NAME, attributes(giver, request, tenantName));
}

/** The request's refresh token, if any. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}
