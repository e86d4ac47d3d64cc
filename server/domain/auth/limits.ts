import { sql } from 'kysely';
import { addressKey } from '../../address-key.ts';
import { withPlatform } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Caller, Services } from '../context.ts';
import { tooMany } from '../errors.ts';
import { keyed } from './keys.ts';

const WINDOW_MS = 15 * 60_000;
/**
 * Failures within the window after which tries are refused: of an account, whether it exists or not, and of an address.
 * A whole office shares an address, and each of 200 people may mistype once in the morning; trying a few passwords on
 * many accounts is still stopped.
 */
export const MAX_FAILURES = { account: 10, address: 200 } as const;
/** Invalid links of an address within the window: nobody types them. */
export const MAX_BAD_LINKS = 50;

/** A counter: its name (only the hash is stored), and its limit within the window. */
export type Counter = {
  readonly name: string;
  readonly max: number;
  readonly windowMs?: number;
  /** Catalogue id of the refusal, if not the one for too many tries. */
  readonly key?: string;
};

const TRIES_KEY = 'error.tooManyTries';
/** The wait if a limit is filled only by tries still in progress. */
const IN_PROGRESS_WAIT_MS = 2_000;

/** This node's tries in progress, already counted, by name. */
const inProgress = new WeakMap<Database, Map<string, number>>();

function addInProgress(services: Services, name: string, by: 1 | -1): number {
  const counts = inProgress.get(services.db) ?? new Map<string, number>();
  inProgress.set(services.db, counts);
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
  return count;
}

/**
 * Counts one try of each. TOO_MANY with the seconds and minutes to wait if any limit is reached; a refused try isn't
 * counted.
 */
export function countTries(services: Services, counters: readonly Counter[]): Promise<void> {
  return whileCounted(services, counters, () => Promise.resolve());
}

/**
 * Counts one try of each before running `work`, so that concurrent tries can't exceed the limit. It stays counted
 * unless `work` calls `resetTries`. Refuses as `countTries` does; if failures alone don't fill the limit, the wait is
 * short, as tries in progress may succeed, and the text is that of a busy server.
 */
export async function whileCounted<T>(
  services: Services,
  counters: readonly Counter[],
  work: () => Promise<T>,
): Promise<T> {
  const started: string[] = [];
  try {
    await takeTries(services, counters, started);
    return await work();
  } finally {
    for (const name of started) addInProgress(services, name, -1);
  }
}

async function takeTries(services: Services, counters: readonly Counter[], started: string[]): Promise<void> {
  const now = services.now();
  const waits = await withPlatform(services.db, async (tx) => {
    const found: { ms: number; key?: string }[] = [];
    const keys: Buffer[] = [];
    for (const { name, max, key: words = TRIES_KEY, windowMs = WINDOW_MS } of counters) {
      const key = keyed(services.keys.loginLimit[0], name);
      const row = await tx
        .insertInto('login_limit')
        .values({ key, failures: 1, window_ends_at: new Date(now.getTime() + windowMs) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql`case when login_limit.window_ends_at <= ${now} then 1 else login_limit.failures + 1 end`,
            window_ends_at: sql`case when login_limit.window_ends_at <= ${now} then excluded.window_ends_at else login_limit.window_ends_at end`,
          }),
        )
        .returning(['failures', 'window_ends_at'])
        .executeTakeFirstOrThrow();
      keys.push(key);
      // While the row is locked, so that both counts change together.
      const trying = addInProgress(services, name, 1);
      started.push(name);
      if (row.failures <= max) continue;
      const windowLeftMs = row.window_ends_at.getTime() - now.getTime();
      const isFull = row.failures - trying >= max;
      found.push(isFull ? { ms: windowLeftMs, key: words } : { ms: Math.min(IN_PROGRESS_WAIT_MS, windowLeftMs) });
    }
    if (found.length > 0) {
      for (const key of keys) await takeBackOne(tx, key);
      for (const name of started.splice(0)) addInProgress(services, name, -1);
    }
    return found;
  });
  const [longest] = waits.toSorted((one, other) => other.ms - one.ms);
  if (longest !== undefined) throw tooMany(longest.ms, longest.key);
}

async function takeBackOne(tx: Tx, key: Buffer): Promise<void> {
  await tx
    .updateTable('login_limit')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

/** A success: resets the counters in `forget`, and takes this try back from those in `takeBack`. */
export async function resetTries(
  services: Services,
  { forget, takeBack = [] }: { forget: readonly string[]; takeBack?: readonly string[] },
): Promise<void> {
  const keyOf = (name: string) => keyed(services.keys.loginLimit[0], name);
  await withPlatform(services.db, async (tx) => {
    for (const name of forget) await tx.deleteFrom('login_limit').where('key', '=', keyOf(name)).execute();
    for (const name of takeBack) await takeBackOne(tx, keyOf(name));
  });
}

type UserOf = { tenantId: string; userId: string };

const accountOf = (email: string) => `account ${email}`;

/** Counts failures of an address. */
export function addressCounter({ address }: Pick<Caller, 'address'>): Counter {
  return { name: `address ${addressKey(address)}`, max: MAX_FAILURES.address };
}

/** Checks a password in `work`, as `whileCounted` does; on success `work` calls `resetAttempts`. */
export function whileCountingAttempt<T>(
  services: Services,
  email: string,
  caller: Pick<Caller, 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  return whileCounted(services, [{ name: accountOf(email), max: MAX_FAILURES.account }, addressCounter(caller)], work);
}

/** A successful login: resets the account's failures and takes this one back from the address. */
export function resetAttempts(services: Services, email: string, caller: Pick<Caller, 'address'>): Promise<void> {
  return resetTries(services, { forget: [accountOf(email)], takeBack: [addressCounter(caller).name] });
}

/**
 * Counts wrong passwords within a session. Separate from the login's counter, which anyone can fill who knows the
 * e-mail or shares the address, and would lock out users already logged in.
 */
export function unlockCounter({ tenantId, userId }: UserOf): Counter {
  return { name: `unlock ${tenantId}:${userId}`, max: MAX_FAILURES.account };
}

/** Resets a user's failures after a password reset. */
export function resetFailures(services: Services, user: UserOf & { email: string }): Promise<void> {
  return resetTries(services, { forget: [accountOf(user.email), unlockCounter(user).name] });
}

/** Looks up a mail's token in `find`; if that throws, counts a failure of the address. Refuses as `countTries` does. */
export function whileCountingBadLinks<T>(
  services: Services,
  caller: Pick<Caller, 'address'>,
  find: () => Promise<T>,
): Promise<T> {
  const counter = { name: `link of ${addressKey(caller.address)}`, max: MAX_BAD_LINKS };
  return whileCounted(services, [counter], async () => {
    const found = await find();
    await resetTries(services, { forget: [], takeBack: [counter.name] });
    return found;
  });
}
