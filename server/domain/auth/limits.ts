import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
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

/**
 * Counts one try of each, before it is looked at, so that many at once can't pass the limit
 * together. Refuses with TOO_MANY and the seconds and minutes to wait when there were too many of any.
 */
export async function countTries(services: Services, counters: readonly Counter[]): Promise<void> {
  const now = services.now();
  const waits = await withPlatform(services.db, async (tx) => {
    const found: { ms: number; key: string | undefined }[] = [];
    for (const { name, max, key, windowMs = WINDOW_MS } of counters) {
      const row = await tx
        .insertInto('login_limit')
        .values({
          key: keyed(services.keys.loginLimit[0], name),
          failures: 1,
          window_ends_at: new Date(now.getTime() + windowMs),
        })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql`case when login_limit.window_ends_at <= ${now} then 1 else least(login_limit.failures + 1, 1000000) end`,
            window_ends_at: sql`case when login_limit.window_ends_at <= ${now} then excluded.window_ends_at else login_limit.window_ends_at end`,
          }),
        )
        .returning(['failures', 'window_ends_at'])
        .executeTakeFirstOrThrow();
      if (row.failures > max) found.push({ ms: row.window_ends_at.getTime() - now.getTime(), key });
    }
    return found;
  });
  const [longest] = waits.toSorted((one, other) => other.ms - one.ms);
  if (longest !== undefined) throw tooMany(longest.ms, longest.key);
}

/** It was right: the tries of those in `forget` are forgotten, and this one is taken back from those in `takeBack`. */
export async function forgetTries(
  services: Services,
  { forget, takeBack = [] }: { forget: readonly string[]; takeBack?: readonly string[] },
): Promise<void> {
  const keyOf = (name: string) => keyed(services.keys.loginLimit[0], name);
  await withPlatform(services.db, async (tx) => {
    for (const name of forget) await tx.deleteFrom('login_limit').where('key', '=', keyOf(name)).execute();
    for (const name of takeBack) {
      await tx
        .updateTable('login_limit')
        .set({ failures: sql`greatest(failures - 1, 0)` })
        .where('key', '=', keyOf(name))
        .execute();
    }
    await tx.deleteFrom('login_limit').where('window_ends_at', '<', services.now()).execute();
  });
}

const accountOf = (email: string) => `account ${email}`;
const addressOf = ({ address }: Pick<Caller, 'address'>) => `address ${address}`;

/** Counts a login as failed before its password is looked at. Refuses as `countTries`. */
export function takeAttempt(services: Services, email: string, caller: Pick<Caller, 'address'>): Promise<void> {
  return countTries(services, [
    { name: accountOf(email), max: MAX_FAILURES.account },
    { name: addressOf(caller), max: MAX_FAILURES.address },
  ]);
}

/** The login was right: the account's failures are forgotten, and this one is taken back from the address. */
export function giveBackAttempt(services: Services, email: string, caller: Pick<Caller, 'address'>): Promise<void> {
  return forgetTries(services, { forget: [accountOf(email)], takeBack: [addressOf(caller)] });
}
