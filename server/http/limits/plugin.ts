import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../domain/context.ts';
import { AuthRefused } from '../../domain/errors.ts';
import { onceClosed, verdictOf } from '../request.ts';
import type { Limits, Subject } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `free`: not counted here. `downloads`, `uploads`: counted as one as well, an upload however short it is. */
    rate?: 'free' | 'downloads' | 'uploads';
    /** Whether a login is needed before the body is read: always, or only for a large one. */
    login?: 'always' | 'large';
  }
}

/** Longest body without a login. */
const ANONYMOUS_MAX = 16 * 1024;
/** Bodies from this length on are uploads. */
const UPLOAD_MIN = 64 * 1024;

/** The body is longer than allowed without a login, or has no declared length. */
class BodyRefused extends Error {
  readonly statusCode = 413;
}

/**
 * Counts each request once, before its body is read: for the token's user and company, or for the address. Refusals are
 * delayed by `refusalMs` to slow down immediate retries.
 */
export function addRates(app: FastifyInstance, services: Services, limits: Limits, refusalMs: number): void {
  const count = async (request: FastifyRequest): Promise<void> => {
    const by = await subjectOf(services, request);
    if (by === undefined) {
      await limits.callOfAddress(request.ip);
      return;
    }
    await limits.callOfUser(by);
    if (request.routeOptions.config.rate === 'downloads') await limits.begin('downloads', by);
  };
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rate === 'free') return;
    try {
      await count(request);
    } catch (error) {
      await pause(refusalMs, undefined, { ref: false });
      throw error;
    }
  });
}

/** Refuses unauthorised bodies before they are read, and limits uploads. */
export function addBodyGuard(app: FastifyInstance, services: Services, limits: Limits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { rate, login } = request.routeOptions.config;
    if (rate === 'free') return;
    const bytes = bodyLength(request);
    if (login !== 'always' && bytes <= ANONYMOUS_MAX) return;
    // The refused body is unread, so the connection can't be reused.
    if (bytes > ANONYMOUS_MAX) reply.header('connection', 'close');
    const verdict = await verdictOf(services, request);
    if (login === 'always' && !verdict.ok) throw new AuthRefused(verdict.reason);
    const by = await subjectOf(services, request);
    if (by === undefined) {
      if (login === 'large') throw new AuthRefused(verdict.ok ? 'invalid' : verdict.reason);
      throw new BodyRefused('Too large without a login');
    }
    if (bytes >= UPLOAD_MIN || rate === 'uploads') await beginUpload(limits, by, reply);
    reply.removeHeader('connection');
  });
}

async function beginUpload(limits: Limits, by: Subject, reply: FastifyReply): Promise<void> {
  await limits.begin('uploads', by);
  onceClosed(reply, limits.slot('uploads', by));
}

/** The token's user, even if expired; undefined without a token of ours. */
async function subjectOf(services: Services, request: FastifyRequest): Promise<Subject | undefined> {
  return (await verdictOf(services, request)).claims;
}

/** A request's declared body length. */
function bodyLength({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
