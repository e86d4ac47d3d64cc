import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../domain/context.ts';
import { AuthRefused } from '../../domain/errors.ts';
import { verdictOf } from '../request.ts';
import type { Limits, Subject } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `free`: not counted here. `downloads`: counted as one besides. */
    rate?: 'free' | 'downloads';
    /** Whether a login is needed before the body is read: always, or only for a large one. */
    login?: 'always' | 'large';
  }
}

/** Bytes that somebody without a login may send. */
const ANONYMOUS_MAX = 16 * 1024;
/** Bytes from which on a body is an upload. */
const UPLOAD_MIN = 64 * 1024;

/** The body is more than somebody without a login may send, or its length isn't told. */
class BodyRefused extends Error {
  readonly statusCode = 413;
}

/** Counts each request once, before its body is read: for the token's user and company, or for the address. */
export function addRates(app: FastifyInstance, services: Services, limits: Limits): void {
  app.addHook('onRequest', async (request) => {
    const { rate } = request.routeOptions.config;
    if (rate === 'free') return;
    const by = await subjectOf(services, request);
    if (by === undefined) {
      await limits.callOfAddress(request.ip);
      return;
    }
    await limits.callOfUser(by);
    if (rate === 'downloads') await limits.begin('downloads', by);
  });
}

/** Refuses bodies that nobody may send before they are read, and bounds those that are uploads. */
export function addBodyGuard(app: FastifyInstance, services: Services, limits: Limits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { rate, login } = request.routeOptions.config;
    if (rate === 'free') return;
    const bytes = bodyLength(request);
    if (login !== 'always' && bytes <= ANONYMOUS_MAX) return;
    // What is refused here has not been read: no other request can follow it.
    if (bytes > ANONYMOUS_MAX) reply.header('connection', 'close');
    const verdict = await verdictOf(services, request);
    if (login === 'always' && !verdict.ok) throw new AuthRefused(verdict.reason);
    const by = await subjectOf(services, request);
    if (by === undefined) {
      if (login === 'large') throw new AuthRefused(verdict.ok ? 'invalid' : verdict.reason);
      throw new BodyRefused('Too large without a login');
    }
    if (bytes >= UPLOAD_MIN) await beginUpload(limits, by, reply);
    reply.removeHeader('connection');
  });
}

async function beginUpload(limits: Limits, by: Subject, reply: FastifyReply): Promise<void> {
  await limits.begin('uploads', by);
  reply.raw.once('close', limits.slot('uploads', by));
}

/** Whose token it is, also when it is too old; undefined for none and for one that isn't ours. */
async function subjectOf(services: Services, request: FastifyRequest): Promise<Subject | undefined> {
  return (await verdictOf(services, request)).claims;
}

/** Bytes of a request's body as it tells them itself. */
function bodyLength({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
