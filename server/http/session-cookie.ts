import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../domain/auth/log-in.ts';

const NAME = 'balcao_refresh';
const REMEMBER_SECONDS = 30 * 24 * 3600;

function attributes(request: FastifyRequest, tenantName: string) {
  return {
    path: `/${tenantName}/graphql`,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: request.protocol === 'https',
  };
}

/** Gives the browser a session's refresh token: until it closes, or for a month when it is to be remembered. */
export function giveSessionCookie(request: FastifyRequest, reply: FastifyReply, session: OpenSession): void {
  reply.setCookie(NAME, session.refreshToken, {
    ...attributes(request, session.actor.tenantName),
    ...(session.remember ? { maxAge: REMEMBER_SECONDS } : {}),
  });
}

/** Takes the refresh token of a tenant away from the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, tenantName: string): void {
  reply.clearCookie(NAME, attributes(request, tenantName));
}

/** The refresh token that the browser sent; undefined when it sent none. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}
