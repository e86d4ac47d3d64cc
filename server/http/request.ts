import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, verifyBearer } from '../domain/auth/authenticate.ts';
import type { BearerVerdict as Verdict } from '../domain/auth/authenticate.ts';
import type { Actor, Caller, Services } from '../domain/context.ts';

/** A request's bearer token, if any. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The caller of a request. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
}

const verdicts = new WeakMap<FastifyRequest, Promise<Verdict>>();

/** The claims of a request's token, verified once per request. `actorOf` checks that its session is still active. */
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

/** Whether a request has this token, in constant time; false for undefined. */
export function bearsToken(request: FastifyRequest, token: string | undefined): boolean {
  const input = bearerOf(request);
  if (token === undefined || input === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(input), digest(token));
}

type Answered = Pick<FastifyReply, 'raw'>;

/** Calls back when an answer is sent or aborted, immediately if it already is. */
export function onceClosed({ raw }: Answered, done: () => void): void {
  if (raw.closed || raw.destroyed) done();
  else raw.once('close', done);
}

/** One for all: without a reason each abort makes an error with its stack, and each call ends with one. */
const GONE = new Error('The client is gone');

/** Aborts when the client is gone or answered, immediately if it already is. */
export function clientGoneSignal(reply: Answered): AbortSignal {
  const removed = new AbortController();
  onceClosed(reply, () => removed.abort(GONE));
  return removed.signal;
}
