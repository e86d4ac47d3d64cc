import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { attendance } from './attendance.ts';
import type { Config } from './config.ts';
import type { StreamFeed } from './db/listener.ts';
import type { MaintenanceWatch } from './domain/maintenance/watch.ts';
import type { Services } from './domain/context.ts';
import type { Limits } from './http/limits/limits.ts';

/** What a feature is built into. */
export type Parts = {
  app: FastifyInstance;
  services: Services;
  feed: StreamFeed;
  config: Config;
  maintenance: MaintenanceWatch;
  metrics: Registry;
  limits: Limits;
  /** The server's own address; known once it listens. */
  address: () => string;
  /** Base of the provider's Graph API, version included; known once it listens. */
  graphUrl: () => string;
};

/** What a feature does beyond requests: `start` once the server listens, `stop` before the database goes. */
export type Running = { start?: () => Promise<void>; stop?: () => Promise<void> };

/** Adds routes, sockets or workers before the server listens. */
export type Feature = (parts: Parts) => Promise<Running | undefined>;

/** What the server has besides REST, health, metrics and the SPA, in the order it is added; stopped in the other order. */
export const features: readonly Feature[] = [attendance()];
