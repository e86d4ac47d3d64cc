import type { FastifyInstance } from 'fastify';
import type { Services } from '../domain/context.ts';

const CHECK_TIMEOUT_MS = 2_000;

/** Whether one of the server's dependencies is available. */
export type Check = () => Promise<boolean> | boolean;

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; 503 with what is missing if the database is down or
 * read-only, or the server is stopping.
 */
export function addHealth(app: FastifyInstance, services: Services, checks: Readonly<Record<string, Check>>): void {
  const { pool, failover } = services.db;
  const database: Check = () => inTime(pool.query('select 1').then(() => true));
  const writable: Check = () =>
    inTime(
      pool
        .query<{ ok: boolean }>(
          "select not (pg_is_in_recovery() or current_setting('transaction_read_only')::bool) as ok",
        )
        .then(({ rows }) => {
          const isWritable = rows[0]?.ok === true;
          if (!isWritable) failover.foundReadOnly();
          return isWritable;
        }),
    );
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const named = Object.entries({ database, writable, ...checks });
    const results = await Promise.all(named.map(async ([name, check]) => [name, await check()] as const));
    const isReady = results.every(([, ok]) => ok);
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
}

/** False if the check fails or takes too long. */
function inTime(answer: Promise<boolean>): Promise<boolean> {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref());
  return Promise.race([answer.catch(() => false), tooLate]);
}
