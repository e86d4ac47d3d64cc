import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import { runRules } from './run-rules.ts';
import type { Stumbles } from './run-rules.ts';

type Serving = Pick<Services, 'db' | 'log' | 'now' | 'pools'>;

/** Companies whose rules have something to look at: `stop` ends it. */
export type RuleOptions = { pollMs: number };

/** Longest time for which a company's rules aren't tried again after they failed. */
const REST_MAX_MS = 60_000;

/**
 * Looks at each company's stream by its rules: at once after what this node commits, and every second after what others did. Safe on
 * several nodes.
 */
export function startRules(
  services: Serving,
  { pollMs }: RuleOptions = { pollMs: 1_000 },
): { stop: () => Promise<void> } {
  const { db, log } = services;
  /** Companies with active rules, as the last poll found them. */
  let known: ReadonlySet<Id> = new Set();
  const awake = new Map<Id, { again: boolean }>();
  const stumbles: Stumbles = new Map();
  /** Companies whose rules failed, how often in a row, and until when they are left alone. */
  const resting = new Map<Id, { count: number; until: number }>();
  const tasks = new Set<Promise<void>>();
  const abort = new AbortController();

  const work = async (tenantId: Id, looking: { again: boolean }): Promise<void> => {
    try {
      while (looking.again && !abort.signal.aborted) {
        looking.again = false;
        if (await runRules(services, tenantId, stumbles)) looking.again = true;
        resting.delete(tenantId);
      }
    } catch (error) {
      const count = (resting.get(tenantId)?.count ?? 0) + 1;
      resting.set(tenantId, { count, until: performance.now() + Math.min(pollMs * 2 ** count, REST_MAX_MS) });
      throw error;
    } finally {
      awake.delete(tenantId);
    }
  };
  const track = (task: Promise<void>): void => {
    const tracked = task
      .catch((error: unknown) => log.warn({ err: error }, 'rules could not be run; retrying'))
      .finally(() => tasks.delete(tracked));
    tasks.add(tracked);
  };
  const wake = (tenantId: Id): void => {
    if (abort.signal.aborted || performance.now() < (resting.get(tenantId)?.until ?? 0)) return;
    const looking = awake.get(tenantId);
    if (looking !== undefined) {
      looking.again = true;
      return;
    }
    const begun = { again: true };
    awake.set(tenantId, begun);
    track(work(tenantId, begun));
  };
  const poll = async (): Promise<void> => {
    const found = await findRuled(services);
    known = new Set(found.map(({ id }) => id));
    for (const { id, isBehind } of found) if (isBehind) wake(id);
  };
  const unsubscribe = db.notifier.onChange((tenantId) => {
    if (known.has(tenantId)) wake(tenantId);
  });
  const timer = setInterval(() => track(poll()), pollMs);
  timer.unref();
  return {
    stop: async () => {
      abort.abort();
      unsubscribe();
      clearInterval(timer);
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

/** The companies with active rules that this server serves, and whether their stream has grown since it was read. */
async function findRuled(services: Serving): Promise<{ id: Id; isBehind: boolean }[]> {
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<{ id: Id; isBehind: boolean }>`
      select c.tenant_id as id, t.stream_position > c.position as "isBehind"
      from rule_cursor c join tenant t on t.id = c.tenant_id
      where t.deleted_at is null and ${isServedId(services, 'c.tenant_id')}`.execute(tx);
    return rows;
  });
}
