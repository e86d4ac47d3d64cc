import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
import type { Caller, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { keyed } from './keys.ts';

const WINDOW_MS = 15 * 60_000;
/** Failures within the window after which an account's, or an address's, further tries are refused. */
export const MAX_FAILURES = { account: 10, address: 50 } as const;

function countersOf(services: Services, email: string, address: string) {
  return [
    { key: keyed(services.keys.loginLimit, `account ${email}`), max: MAX_FAILURES.account },
    { key: keyed(services.keys.loginLimit, `address ${address}`), max: MAX_FAILURES.address },
  ];
}

/**
 * Counts a login as failed before its password is looked at, so that many at once can't pass the
 * limit together. Refuses with TOO_MANY and the seconds to wait when there were too many.
 */
export async function takeAttempt(services: Services, email: string, caller: Caller): Promise<void> {
  const now = services.now();
  const windowEnd = new Date(now.getTime() + WINDOW_MS);
  const waits = await withPlatform(services.db, async (tx) => {
    const found: number[] = [];
    for (const counter of countersOf(services, email, caller.address)) {
      const row = await tx
        .insertInto('login_limit')
        .values({ key: counter.key, failures: 1, window_ends_at: windowEnd })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql`case when login_limit.window_ends_at <= ${now} then 1 else least(login_limit.failures + 1, 1000000) end`,
            window_ends_at: sql`case when login_limit.window_ends_at <= ${now} then excluded.window_ends_at else login_limit.window_ends_at end`,
          }),
        )
        .returning(['failures', 'window_ends_at'])
        .executeTakeFirstOrThrow();
      if (row.failures > counter.max) found.push(row.window_ends_at.getTime() - now.getTime());
    }
    return found;
  });
  if (waits.length > 0) {
    const seconds = Math.max(1, Math.ceil(Math.max(...waits) / 1000));
    throw new DomainError('TOO_MANY', 'error.tooMany', { params: { seconds } });
  }
}

/** The login was right: the account's failures are forgotten, and this one is taken back from the address. */
export async function giveBackAttempt(services: Services, email: string, caller: Caller): Promise<void> {
  const [account, address] = countersOf(services, email, caller.address);
  await withPlatform(services.db, async (tx) => {
    if (account) await tx.deleteFrom('login_limit').where('key', '=', account.key).execute();
    if (address) {
      await tx
        .updateTable('login_limit')
        .set({ failures: sql`greatest(failures - 1, 0)` })
        .where('key', '=', address.key)
        .execute();
    }
    await tx.deleteFrom('login_limit').where('window_ends_at', '<', services.now()).execute();
  });
}
