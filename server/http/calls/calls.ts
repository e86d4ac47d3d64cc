import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { CallLimits } from '../../config-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CallTurn } from './turn-of.ts';
import { Lane, NoTurn } from './lane.ts';

/**
 * Cost of a call for the node: heavy and new ones run separately, so that the same users' light ones aren't delayed.
 */
export type Weight = 'light' | 'new' | 'heavy';

/** Retry-After of refused calls. */
const RETRY_SECONDS = 2;

/** Too many calls are waiting, or this one has waited too long. */
export class NoTurnLeft extends DomainError {
  constructor() {
    super('TOO_MANY', 'error.tooMany', { params: { seconds: RETRY_SECONDS, minutes: 0 } });
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    calls: Calls;
  }
}

/** Schedules the calls of this node, and counts refusals. */
export class Calls {
  readonly limits: CallLimits;
  readonly #lanes: Readonly<Record<Weight, Lane>>;
  readonly #waits: Histogram;
  readonly #refused: Counter;

  constructor(limits: CallLimits, registry: Registry) {
    this.limits = limits;
    const { queueOfCompany, queueOfUser, queueMs, heavyAtOnce, heavyOfCompany } = limits;
    const open = { atOnce: limits.openAtOnce, ofAddress: limits.openOfAddress };
    const queue = { queueOfCompany, queueOfUser, queueMs, open };
    const slow = { afterMs: limits.slowMs, atOnce: limits.slowAtOnce, ofCompany: limits.slowOfCompany };
    const light = { atOnce: limits.lightAtOnce, ofCompany: limits.lightOfCompany, ofUser: limits.lightOfUser, slow };
    const fresh = { atOnce: limits.newAtOnce, ofCompany: limits.newOfCompany, ofUser: limits.newOfCompany, slow };
    const heavy = { atOnce: heavyAtOnce, ofCompany: heavyOfCompany, ofUser: heavyOfCompany };
    this.#lanes = {
      light: new Lane({ ...light, ...queue }),
      new: new Lane({ ...fresh, ...queue }),
      heavy: new Lane({ ...heavy, ...queue }),
    };
    this.#waits = new Histogram({
      name: 'calls_wait_seconds',
      help: 'Time that calls waited for their turn, by weight',
      labelNames: ['weight'],
      buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
      registers: [registry],
    });
    this.#refused = new Counter({
      name: 'calls_refused_total',
      help: 'Calls refused by a limit, by limit and company; the company is empty without a login',
      labelNames: ['limit', 'company'],
      registers: [registry],
    });
    this.#addGauge(registry);
  }

  /** Runs a call when its turn comes. `NoTurnLeft` if too many are waiting, or it waited too long. */
  async run<T>(caller: CallTurn, weight: Weight, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.#enter(caller, weight, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Counts a refusal, and delays it to slow down immediate retries. */
  async refused(caller: Pick<CallTurn, 'tenantName'>, limit: string): Promise<void> {
    this.#refused.inc({ limit, company: caller.tenantName });
    await pause(this.limits.refusalMs);
  }

  async #enter(caller: CallTurn, weight: Weight, signal: AbortSignal | undefined): Promise<() => void> {
    const since = performance.now();
    try {
      const leave = await this.#lanes[weight].enter(caller, signal);
      this.#waits.observe({ weight }, (performance.now() - since) / 1000);
      return leave;
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error;
      if (error.limit !== 'abandoned') await this.refused(caller, error.limit);
      throw new NoTurnLeft();
    }
  }

  #addGauge(registry: Registry): void {
    const lanes = Object.entries(this.#lanes);
    const gauge = new Gauge({
      name: 'calls',
      help: 'Calls on this node by weight and state',
      labelNames: ['weight', 'state'],
      registers: [],
      collect() {
        for (const [weight, { running, waiting }] of lanes) {
          this.set({ weight, state: 'running' }, running);
          this.set({ weight, state: 'waiting' }, waiting);
        }
      },
    });
    registry.registerMetric(gauge);
  }
}

/** Adds `app.calls`. */
export function addCalls(app: FastifyInstance, limits: CallLimits, registry: Registry): void {
  app.decorate('calls', new Calls(limits, registry));
}
