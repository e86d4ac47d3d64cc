import { sql } from 'kysely';
import { encodeQR } from 'qr';
import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { StreamData } from '../../../contract/realtime/server-frame.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { instanceJson, wireTime } from '../views/json.ts';

type Undrawn = Omit<ManagedInstance, 'pairing'> & { pairing: { code: string; until: string } | null };

function drawn({ pairing, ...rest }: Undrawn): ManagedInstance {
  return {
    ...rest,
    pairing: pairing && { ...pairing, qr: encodeQR(pairing.code, 'svg', { ecc: 'low', border: 2 }) },
  };
}

const SYNC = `(select json_build_object('id', s.id::text, 'state', s.state, 'total', s.total, 'done', s.done)
  from instance_sync s where s.tenant_id = i.tenant_id and s.instance_id = i.id order by s.id desc limit 1)`;

/** `managedInstanceSchema` of instance `i`, without the drawing of its QR code. */
const VIEW = sql.raw<Undrawn>(`json_build_object(
  'id', i.id::text, 'name', i.name, 'tenantName', (select t.slug from tenant t where t.id = i.tenant_id),
  'activated', i.activated, 'isOfficial', i.is_official, 'isUnlimited', i.is_unlimited,
  'provider', i.provider, 'provider_account', i.provider_account,
  'phone_number', i.phone_number, 'phone_number_id', i.phone_number_id, 'access_token_last4', i.token_last4,
  'user_ids', (select coalesce(json_agg(l.user_id::text order by l.user_id), '[]') from user_instance l
    join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id and u.deleted_at is null
      and u.support_user_id is null
    where l.tenant_id = i.tenant_id and l.instance_id = i.id),
  'gateway_url', i.gateway_url, 'pairing', case when i.pairing_code is not null then json_build_object(
    'code', i.pairing_code, 'until', ${wireTime('i.pairing_until')}) end,
  'state', i.state, 'state_key', i.state_key, 'state_at', ${wireTime('i.state_at')},
  'last_seen_at', ${wireTime('i.last_seen_at')}, 'reconnects', i.reconnects, 'sync', ${SYNC},
  'created_at', ${wireTime('i.created_at')}, 'version', i.version::text)`);

/** A tenant's instances by name, as its administrators see them. */
export async function managedInstanceViews(tx: Tx, tenantId: Id): Promise<ManagedInstance[]> {
  const { rows } = await sql<{ view: Undrawn }>`
    select ${VIEW} as view from instance i where i.tenant_id = ${tenantId} order by lower(i.name), i.id`.execute(tx);
  return rows.map(({ view }) => drawn(view));
}

/** One instance, else not found. */
export async function managedInstanceView(tx: Tx, tenantId: Id, id: Id): Promise<ManagedInstance> {
  const { rows } = await sql<{ view: Undrawn }>`
    select ${VIEW} as view from instance i where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return drawn(row.view);
}

const FRAME = sql.raw<StreamData<'InstanceUpdated'>>(
  `json_build_object('instance', ${instanceJson('i')}, 'state', i.state, 'state_key', i.state_key, 'sync', ${SYNC})`,
);

/** The data of `InstanceUpdated`. */
export async function instanceFrame(tx: Tx, tenantId: Id, id: Id): Promise<StreamData<'InstanceUpdated'>> {
  const { rows } = await sql<{ frame: StreamData<'InstanceUpdated'> }>`
    select ${FRAME} as frame from instance i where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(tx);
  const frame = rows[0]?.frame;
  if (frame === undefined) throw new Error(`Instance ${id} is not there`);
  return frame;
}
