import { sql } from 'kysely';
import type { NumberCheck } from '../../channels/channel.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { isDuplicate } from '../../db/failures.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { noteStanding } from './instance-state.ts';

/** Says that a number is another instance's, and nothing of whose. */
export const NUMBER_TAKEN = 'error.instance.numberTaken';

/** How a connection test ended; `key` says why it failed. */
export type Standing = { ok: boolean; key: string | null };

/**
 * Notes how a test of a number with an instance's own credentials ended. One that passed makes the
 * number the instance's: from then on what comes for it comes here. It fails with `NUMBER_TAKEN`
 * when the number is another's already. `tell` goes on in the same change.
 */
export async function settleTest<T>(
  services: Services,
  place: InstancePlace,
  tested: { number: string; check: NumberCheck },
  tell: (change: Change, standing: Standing) => Promise<T>,
): Promise<T> {
  const { number, check } = tested;
  const settle = (standing: Standing) =>
    changeTenant(services.db, place.tenantId, async (change) => {
      if (standing.ok) await claim(change, place, number);
      await noteStanding(change, {
        instanceId: place.instanceId,
        at: services.now(),
        state: standing.ok ? 'connected' : 'disconnected',
        reasonKey: standing.key,
      });
      return tell(change, standing);
    });
  if (check.outcome !== 'found') return settle({ ok: false, key: check.key });
  return settle({ ok: true, key: null }).catch((error: unknown) => {
    if (!isDuplicate(error, 'instance_claimed_number_key')) throw error;
    return settle({ ok: false, key: NUMBER_TAKEN });
  });
}

/** One whose number was changed while the test ran keeps what it has. */
async function claim({ tx }: Change, { tenantId, instanceId }: InstancePlace, number: string): Promise<void> {
  await sql`update instance set claimed_number = phone_number_id
    where tenant_id = ${tenantId} and id = ${instanceId} and phone_number_id = ${number}
      and claimed_number is distinct from phone_number_id`.execute(tx);
}
