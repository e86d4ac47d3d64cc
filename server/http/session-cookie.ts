import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../domain/auth/log-in.ts';
import type { Services } from '../domain/context.ts';
import { isAskedOnLoopback } from './loopback.ts';

const NAME = 'balcao_refresh';
const REMEMBER_SECONDS = 30 * 24 * 3600;

/** What of the server decides how a cookie is given. */
type Giver = Pick<Services, 'isDemo'>;

/**
 * Whether a cookie is for https only: in production always, save on this very machine. What ends TLS
 * in front may not tell us that it does.
 */
export function isSecure(giver: Giver, request: FastifyRequest): boolean {
  return request.protocol === 'https' || (!giver.isDemo && !isAskedOnLoopback(request));
}

function attributes(giver: Giver, request: FastifyRequest, tenantName: string) {
  return {
    path: `/${tenantName}/graphql`,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: isSecure(giver, request),
  };
}

/** Gives the browser a session's refresh token: until it closes, or for a month when it is to be remembered. */
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

/** Takes the refresh token of a tenant away from the browser. */
export function clearSessionCookie(
  giver: Giver,
  request: FastifyRequest,
  reply: FastifyReply,
  tenantName: string,
): void {
  reply.clearCookie(NAME, attributes(giver, request, tenantName));
}

/** The refresh token that the browser sent; undefined when it sent none. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}
