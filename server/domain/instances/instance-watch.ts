import { sql } from 'kysely';
import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { recordConnection } from './instance-state.ts';

/** Activity of a busy instance is stored at most this often. */
const SEEN_EVERY_MS = 30_000;

/** Refusals that concern the instance, not just one message. */
const OF_INSTANCE: ReadonlySet<string> = new Set([
  'channel.error.token',
  'channel.error.account',
  'channel.error.accountLocked',
  'channel.error.permission',
  'channel.error.notRegistered',
  'channel.error.payment',
  'channel.error.blockedForPolicy',
  'channel.error.gateway.key',
  'channel.error.gateway.host',
  'channel.error.sms.token',
  'channel.error.sms.account',
  'channel.error.sms.balance',
  'channel.error.sms.sender',
]);

/** Tracks instances' connections from their regular traffic. */
export type InstanceWatch = {
  /** The provider sent something for the instance, or accepted something from it. */
  sawActivity: (place: InstancePlace) => void;
  /** The provider refused something; `key` says why. */
  refused: (place: InstancePlace, key: string) => void;
  /** Waits for pending writes. */
  stop: () => Promise<void>;
};

/** Never blocks a message: a failed write is dropped, as the next activity repeats it. */
export function watchInstances(services: Services): InstanceWatch {
  const seenUntil = new Map<Id, number>();
  const tasks = new Set<Promise<void>>();

  function track(instanceId: Id, work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => {
        seenUntil.delete(instanceId);
        services.log.debug({ err: error }, "an instance's state could not be stored");
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
  }

  return {
    sawActivity: (place) => {
      const now = services.now().getTime();
      if ((seenUntil.get(place.instanceId) ?? 0) > now) return;
      seenUntil.set(place.instanceId, now + SEEN_EVERY_MS);
      track(place.instanceId, recordActivity(services, place));
    },
    refused: (place, key) => {
      if (!OF_INSTANCE.has(key)) return;
      seenUntil.delete(place.instanceId);
      track(place.instanceId, recordRefusal(services, place, key));
    },
    stop: async () => {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

async function recordActivity(services: Services, { tenantId, instanceId }: InstancePlace): Promise<void> {
  const at = services.now();
  const seen = await withTenant(services.db, tenantId, (tx) =>
    tx
      .updateTable('instance')
      .set({ last_seen_at: at })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instanceId)
      // With other providers an accepted send doesn't prove that webhooks arrive: only a test or a probe does.
      .where(sql<boolean>`(provider = 'meta' or state = 'connected')`)
      .returning(['state', 'state_key'])
      .executeTakeFirst(),
  );
  // Traffic already in flight when the pairing was lost doesn't count as connected.
  if (seen === undefined || seen.state === 'connected' || seen.state_key === NOT_PAIRED) return;
  await changeTenant(services.db, tenantId, (change) =>
    recordConnection(change, { instanceId, at, state: 'connected', reasonKey: null }),
  );
}

async function recordRefusal(services: Services, { tenantId, instanceId }: InstancePlace, key: string): Promise<void> {
  const at = services.now();
  await changeTenant(services.db, tenantId, (change) =>
    recordConnection(change, { instanceId, at, state: 'disconnected', reasonKey: key }),
  );
}
