import { sql } from 'kysely';
import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import type { NotPaired, NumberCheck } from '../../channels/channel.ts';
import { phoneDigits } from '../../channels/phone-number.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { isDuplicate } from '../../db/failures.ts';
import { storeLimit } from '../campaigns/daily-limit.ts';
import { storePace } from '../campaigns/number-pace.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { recordConnection } from './instance-state.ts';
import { endPairing, isPairedSince, storeCode } from './pairing.ts';

/** The number is another instance's; doesn't reveal whose. */
export const NUMBER_TAKEN = 'error.instance.numberTaken';

/** Of a number on the platform, and of a sender in its company. */
const UNIQUE = ['instance_claimed_number_key', 'instance_zenvia_sender_key'] as const;

/** Outcome of a connection test; `key` says why it failed. */
export type TestOutcome = { ok: boolean; key: string | null };

/**
 * Stores the outcome of testing a number with an instance's own credentials. If it passed, the instance gets the number
 * and its webhooks. Fails with `NUMBER_TAKEN` if another instance has the number. An unpaired phone counts
 * only if it wasn't paired after the test `began`. `andThen` continues in the same change.
 */
export async function recordTest<T>(
  services: Services,
  place: InstancePlace,
  tested: { address: string; check: NumberCheck | NotPaired; began: Date },
  andThen: (change: Change, outcome: TestOutcome) => Promise<T>,
): Promise<T> {
  const { address, check, began } = tested;
  const settle = (outcome: TestOutcome) =>
    changeTenant(services.db, place.tenantId, async (change) => {
      if (outcome.key === NOT_PAIRED && (await isPairedSince(change, place.instanceId, began))) {
        return andThen(change, { ok: true, key: null });
      }
      if (outcome.ok) await claim(change, place, address);
      // The account before its numbers, as who claims for campaigns locks them.
      if (outcome.ok && check.outcome === 'found' && check.dailyLimit !== undefined) {
        await storeLimit(change.tx, place.tenantId, place.instanceId, check.dailyLimit);
      }
      if (outcome.ok && check.outcome === 'found' && check.perSecond !== undefined) {
        await storePace(change.tx, place.tenantId, place.instanceId, check.perSecond);
      }
      if (check.outcome === 'found') await endPairing(change, place.instanceId, phoneDigits(check.displayNumber ?? ''));
      if (check.outcome === 'notPaired' && check.code !== undefined) {
        await storeCode(change, place.instanceId, check.code, services.now());
      }
      await recordConnection(change, {
        instanceId: place.instanceId,
        at: services.now(),
        state: outcome.ok ? 'connected' : 'disconnected',
        reasonKey: outcome.key,
      });
      return andThen(change, outcome);
    });
  if (check.outcome !== 'found') return settle({ ok: false, key: check.key });
  return settle({ ok: true, key: null }).catch((error: unknown) => {
    if (!UNIQUE.some((name) => isDuplicate(error, name))) throw error;
    return settle({ ok: false, key: NUMBER_TAKEN });
  });
}

/** If the number was changed or the instance left its provider's API during the test, nothing is claimed. */
async function claim({ tx }: Change, { tenantId, instanceId }: InstancePlace, address: string): Promise<void> {
  await sql`update instance set claimed_number = sender_address
    where tenant_id = ${tenantId} and id = ${instanceId} and sender_address = ${address}
      and (is_official or provider = 'evolution')
      and claimed_number is distinct from sender_address`.execute(tx);
}
