import { sql } from 'kysely';
import { addressKey } from '../../address-key.ts';
import { withPlatform } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Caller, Services } from '../context.ts';
import { tooMany } from '../errors.ts';
import { keyed } from './keys.ts';

const WINDOW_MS = 15 * 60_000;
/** Failures within the window after which an account's, or an address's, further tries are refused. */
export const MAX_FAILURES = { account: 10, address: 50 } as const;

/** What is counted, by name (only its hash is kept), and how often within the window it may be. */
export type Counter = {
  readonly name: string;
  readonly max: number;
  readonly windowMs?: number;
  /** The words of a refusal, where they aren't the usual ones. */
  readonly key?: string;
};

/** How long to wait where only tries that are still being looked at fill a limit. */
const UNDER_WAY_WAIT_MS = 2_000;

/** Tries of this node that are counted but still being looked at, by name. */
const underWay = new WeakMap<Database, Map<string, number>>();

function addUnderWay(services: Services, name: string, by: 1 | -1): number {
  const counts = underWay.get(services.db) ?? new Map<string, number>();
  underWay.set(services.db, counts);
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
  return count;
}

/**
 * Counts one try of each. Refuses with TOO_MANY and the seconds and minutes to wait when there were too
 * many of any; a refused try isn't counted.
 */
export function countTries(services: Services, counters: readonly Counter[]): Promise<void> {
  return whileTrying(services, counters, () => Promise.resolve());
}

/**
 * Counts one try of each before `work` looks at it, so that many at once can't pass the limit together.
 * It stays counted unless `work` calls `forgetTries`. Refuses as `countTries`; where failures alone don't
 * fill the limit, the wait is short, as those being looked at may well be right.
 */
export async function whileTrying<T>(
  services: Services,
  counters: readonly Counter[],
  work: () => Promise<T>,
): Promise<T> {
  const begun: string[] = [];
  try {
    await takeTries(services, counters, begun);
    return await work();
  } finally {
    for (const name of begun) addUnderWay(services, name, -1);
  }
}

async function takeTries(services: Services, counters: readonly Counter[], begun: string[]): Promise<void> {
  const now = services.now();
  const waits = await withPlatform(services.db, async (tx) => {
    const found: { ms: number; key: string | undefined }[] = [];
    const keys: Buffer[] = [];
    for (const { name, max, key: words, windowMs = WINDOW_MS } of counters) {
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
      // While the row is locked: nobody sees this try in the one count and not in the other.
      const trying = addUnderWay(services, name, 1);
      begun.push(name);
      if (row.failures <= max) continue;
      const windowLeftMs = row.window_ends_at.getTime() - now.getTime();
      const isFull = row.failures - trying >= max;
      found.push({ ms: isFull ? windowLeftMs : Math.min(UNDER_WAY_WAIT_MS, windowLeftMs), key: words });
    }
    if (found.length > 0) {
      for (const key of keys) await takeBackOne(tx, key);
      for (const name of begun.splice(0)) addUnderWay(services, name, -1);
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

/** It was right: the tries of those in `forget` are forgotten, and this one is taken back from those in `takeBack`. */
export async function forgetTries(
  services: Services,
  { forget, takeBack = [] }: { forget: readonly string[]; takeBack?: readonly string[] },
): Promise<void> {
  const keyOf = (name: string) => keyed(services.keys.loginLimit[0], name);
  await withPlatform(services.db, async (tx) => {
    for (const name of forget) await tx.deleteFrom('login_limit').where('key', '=', keyOf(name)).execute();
    for (const name of takeBack) await takeBackOne(tx, keyOf(name));
  });
}

const accountOf = (email: string) => `account ${email}`;

/** Counts what fails at an address. */
export function addressCounter({ address }: Pick<Caller, 'address'>): Counter {
  return { name: `address ${addressKey(address)}`, max: MAX_FAILURES.address };
}

/** Looks at a password in `work`, as `whileTrying`; who was right calls `giveBackAttempt`. */
export function whileAttempting<T>(
  services: Services,
  email: string,
  caller: Pick<Caller, 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  return whileTrying(services, [{ name: accountOf(email), max: MAX_FAILURES.account }, addressCounter(caller)], work);
}

/** The login was right: the account's failures are forgotten, and this one is taken back from the address. */
export function giveBackAttempt(services: Services, email: string, caller: Pick<Caller, 'address'>): Promise<void> {
  return forgetTries(services, { forget: [accountOf(email)], takeBack: [addressCounter(caller).name] });
}

/** The account's failures are forgotten: whoever has its e-mails chose another password. */
export function forgetFailures(services: Services, email: string): Promise<void> {
  return forgetTries(services, { forget: [accountOf(email)] });
}

/** Looks a mail's token up in `find`: one that isn't good, so that it throws, is counted at the address. Refuses as `countTries`. */
export function whileFindingLink<T>(
  services: Services,
  caller: Pick<Caller, 'address'>,
  find: () => Promise<T>,
): Promise<T> {
  const counter = { name: `link of ${addressKey(caller.address)}`, max: MAX_FAILURES.address };
  return whileTrying(services, [counter], async () => {
    const found = await find();
    await forgetTries(services, { forget: [], takeBack: [counter.name] });
    return found;
  });
}
