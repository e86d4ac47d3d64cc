import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../domain/context.ts';
import { forbidden } from '../domain/errors.ts';
import { isFromLoopback } from './loopback.ts';
import { bearsToken } from './request.ts';

/**
 * `/metrics`: the process, the requests by route, the database's connections. Needs the token, or in the demo a local
 * caller. Further metrics are added to the returned registry.
 */
export function addMetrics(app: FastifyInstance, services: Services, token: string | undefined): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { totalCount, idleCount, waitingCount } = services.db.pool;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  registry.registerMetric(connections);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: paths contain ids, so their number is unbounded.
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    // The address proves nothing behind a proxy on this machine.
    const isOpen = token === undefined && services.isDemo && isFromLoopback(request);
    if (!isOpen && !bearsToken(request, token)) throw forbidden();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}
