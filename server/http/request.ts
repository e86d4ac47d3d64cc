import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { authenticate, verifyBearer } from '../domain/auth/authenticate.ts';
import type { BearerVerdict as Verdict } from '../domain/auth/authenticate.ts';
import type { Actor, Caller, Services } from '../domain/context.ts';

/** The bearer token of a request; undefined when it has none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Where a request comes from. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
}

const verdicts = new WeakMap<FastifyRequest, Promise<Verdict>>();

/** What a request's token claims, verified once a request. Whether its session still lives is for `actorOf` to say. */
export function verdictOf(services: Services, request: FastifyRequest): Promise<Verdict> {
  const known = verdicts.get(request);
  if (known !== undefined) return known;
  const verdict = verifyBearer(services, bearerOf(request));
  verdicts.set(request, verdict);
  return verdict;
}

/** The user of a request; refuses with `AuthRefused`. */
export async function actorOf(services: Services, request: FastifyRequest): Promise<Actor> {
  const from = { requestId: request.id, address: request.ip };
  return authenticate(services, bearerOf(request), from, await verdictOf(services, request));
}

/** Whether a request bears the token, which takes as long for a wrong one; undefined is borne by nobody. */
export function bearsToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = bearerOf(request);
  if (token === undefined || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
