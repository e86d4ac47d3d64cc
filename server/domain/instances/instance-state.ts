import { sql } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { InstanceLogTable } from '../../db/tables/instances.ts';
import { instanceFrame } from './instance-view.ts';

/** Publishes an instance's current state. */
export async function publishInstance({ tx, tenantId, append }: Change, id: Id): Promise<void> {
  append('InstanceUpdated', await instanceFrame(tx, tenantId, id), { to: 'instance', instanceId: id });
}

/** Adds an entry to an instance's log. `byName` is who did it, if not a user of the company. */
export async function logInstance(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  of: {
    instanceId: Id;
    at: Date;
    what: InstanceLogTable['what'];
    reasonKey?: string | null;
    userId?: Id | null;
    byName?: string | null;
  },
): Promise<void> {
  const { instanceId, at, what, reasonKey = null, userId = null, byName = null } = of;
  await tx
    .insertInto('instance_log')
    .values({
      tenant_id: tenantId,
      instance_id: instanceId,
      at,
      what,
      reason_key: reasonKey,
      user_id: userId,
      by_name: byName,
    })
    .execute();
}

/**
 * Stores the state of an instance's connection; `reasonKey` says why it is disconnected. Only changes are logged and
 * published; a change from disconnected to connected counts as a reconnect.
 */
export async function recordConnection(
  change: Change,
  of: { instanceId: Id; at: Date; state: 'connected' | 'disconnected'; reasonKey: string | null },
): Promise<void> {
  const { tx, tenantId } = change;
  const { instanceId, at, state, reasonKey } = of;
  const { rows } = await sql<{ isChanged: boolean }>`
    update instance i set state = ${state}, state_key = ${reasonKey},
      state_at = case when before.is_changed then ${at} else i.state_at end,
      last_seen_at = case when ${state} = 'connected' then greatest(i.last_seen_at, ${at}) else i.last_seen_at end,
      reconnects = i.reconnects + case when before.state = 'disconnected' and ${state} = 'connected' then 1 else 0 end
    from (select b.id, b.state, b.state <> ${state} or b.state_key is distinct from ${reasonKey} as is_changed
      from instance b where b.tenant_id = ${tenantId} and b.id = ${instanceId}) before
    where i.tenant_id = ${tenantId} and i.id = before.id
    returning before.is_changed as "isChanged"`.execute(tx);
  if (rows[0]?.isChanged !== true) return;
  await logInstance(change, { instanceId, at, what: state, reasonKey });
  await publishInstance(change, instanceId);
}
