import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { noteStanding } from './instance-state.ts';

/** Signs of life of a busy instance are written down no more often. */
const SEEN_EVERY_MS = 30_000;

/** Refusals that say something of the instance, not of one message. */
const OF_INSTANCE: ReadonlySet<string> = new Set([
  'channel.error.token',
  'channel.error.account',
  'channel.error.accountLocked',
  'channel.error.permission',
  'channel.error.notRegistered',
  'channel.error.payment',
  'channel.error.blockedForPolicy',
]);

/** Notes how instances stand from what passes by anyway. */
export type InstanceWatch = {
  /** The provider sent something for the instance, or took something from it. */
  heard: (place: InstancePlace) => void;
  /** The provider refused something; `key` names why. */
  refused: (place: InstancePlace, key: string) => void;
  /** Waits for what is being written. */
  stop: () => Promise<void>;
};

/** Never in the way of a message: what it can't write down it forgets, and hears again. */
export function watchInstances(services: Services): InstanceWatch {
  const seenUntil = new Map<Id, number>();
  const tasks = new Set<Promise<void>>();

  function track(instanceId: Id, work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => {
        seenUntil.delete(instanceId);
        services.log.debug({ err: error }, 'how an instance stands could not be noted');
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
  }

  return {
    heard: (place) => {
      const now = services.now().getTime();
      if ((seenUntil.get(place.instanceId) ?? 0) > now) return;
      seenUntil.set(place.instanceId, now + SEEN_EVERY_MS);
      track(place.instanceId, noteHeard(services, place));
    },
    refused: (place, key) => {
      if (!OF_INSTANCE.has(key)) return;
      seenUntil.delete(place.instanceId);
      track(place.instanceId, noteRefused(services, place, key));
    },
    stop: async () => {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

async function noteHeard(services: Services, { tenantId, instanceId }: InstancePlace): Promise<void> {
  const at = services.now();
  const seen = await withTenant(services.db, tenantId, (tx) =>
    tx
      .updateTable('instance')
      .set({ last_seen_at: at })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instanceId)
      .returning('state')
      .executeTakeFirst(),
  );
  if (seen === undefined || seen.state === 'connected') return;
  await changeTenant(services.db, tenantId, (change) =>
    noteStanding(change, { instanceId, at, state: 'connected', reasonKey: null }),
  );
}

async function noteRefused(services: Services, { tenantId, instanceId }: InstancePlace, key: string): Promise<void> {
  const at = services.now();
  await changeTenant(services.db, tenantId, (change) =>
    noteStanding(change, { instanceId, at, state: 'disconnected', reasonKey: key }),
  );
}
