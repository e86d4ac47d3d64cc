import type { FastifyRequest } from 'fastify';
import { authenticate } from '../domain/auth/authenticate.ts';
import type { Actor, Caller, Services } from '../domain/context.ts';

/** The bearer token of a request; undefined when it has none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Where a request comes from. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
}

/** The user of a request; refuses with `AuthRefused`. */
export function actorOf(services: Services, request: FastifyRequest): Promise<Actor> {
  return authenticate(services, bearerOf(request), { requestId: request.id, address: request.ip });
}
