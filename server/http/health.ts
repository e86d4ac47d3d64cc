import type { FastifyInstance } from 'fastify';
import type { Services } from '../domain/context.ts';

const PATIENCE_MS = 2_000;

/** Says whether one thing that the server needs is there. */
export type Check = () => Promise<boolean> | boolean;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve; 503 with what is missing while the
 * database is gone or the server is stopping.
 */
export function addHealth(app: FastifyInstance, services: Services, checks: Readonly<Record<string, Check>>): void {
  const database: Check = async () => {
    const query = services.db.pool.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([query, new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())]);
  };
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const named = Object.entries({ database, ...checks });
    const results = await Promise.all(named.map(async ([name, check]) => [name, await check()] as const));
    const isReady = results.every(([, ok]) => ok);
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
}
