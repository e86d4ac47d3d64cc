import { sql } from 'kysely';
import { NOT_PAIRED } from '../../../contract/facts/providers.ts';
import type { PairingNews } from '../../channels/channel.ts';
import type { GatewayAddress } from '../../channels/gateway/address.ts';
import { gatewayAddress } from '../../channels/gateway/address.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { publishInstance, recordConnection } from './instance-state.ts';

/** WhatsApp shows the first code for a minute, and the next ones for 20 seconds. */
const CODE_MS = 60_000;

/** The URL of an instance's gateway; undefined if it has none, or has another name there. */
export async function gatewayOf(
  services: Pick<Services, 'db'>,
  address: GatewayAddress,
): Promise<{ url: string; isPaired: boolean } | undefined> {
  const { tenantId, instanceId } = address;
  const row = await withTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('instance')
      .select(['gateway_url', 'state_key'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instanceId)
      .where('sender_address', '=', gatewayAddress(address))
      .executeTakeFirst(),
  );
  const url = row?.gateway_url ?? null;
  return url === null ? undefined : { url, isPaired: row?.state_key !== NOT_PAIRED };
}

/** Stores a QR code and publishes it to administrators; a known code changes nothing. */
export async function storeCode(change: Change, instanceId: Id, code: string, now: Date): Promise<void> {
  const { tx, tenantId } = change;
  const until = new Date(now.getTime() + CODE_MS);
  const stored = await sql`
    update instance set pairing_code = ${code}, pairing_until = ${until}
    where tenant_id = ${tenantId} and id = ${instanceId} and pairing_code is distinct from ${code}`.execute(tx);
  if (stored.numAffectedRows === 1n) await publishInstance(change, instanceId);
}

/** Deletes the QR code; `number`: the paired phone's, if known. */
export async function endPairing({ tx, tenantId }: Change, instanceId: Id, number?: string | null): Promise<void> {
  await sql`update instance set pairing_code = null, pairing_until = null,
      phone_number = coalesce(${number ?? null}, phone_number)
    where tenant_id = ${tenantId} and id = ${instanceId} and provider = 'evolution'`.execute(tx);
}

/** Whether the phone has been paired meanwhile: the gateway's events may overtake its answers. */
export async function isPairedSince({ tx, tenantId }: Change, instanceId: Id, since: Date): Promise<boolean> {
  const { rows } = await sql`select from instance where tenant_id = ${tenantId} and id = ${instanceId}
    and state = 'connected' and state_at > ${since}`.execute(tx);
  return rows.length > 0;
}

/** Applies a gateway's news about an instance's pairing. */
export async function receivePairing(services: Services, place: InstancePlace, news: PairingNews): Promise<void> {
  const { tenantId, instanceId } = place;
  const at = services.now();
  const lost = { instanceId, at, state: 'disconnected', reasonKey: NOT_PAIRED } as const;
  await changeTenant(services.db, tenantId, async (change) => {
    if (news.kind !== 'paired' && (await isPairedSince(change, instanceId, at))) return;
    switch (news.kind) {
      case 'code':
        await storeCode(change, instanceId, news.code, at);
        return recordConnection(change, lost);
      case 'paired':
        await endPairing(change, instanceId, news.number);
        return recordConnection(change, { instanceId, at, state: 'connected', reasonKey: null });
      case 'lost':
        await endPairing(change, instanceId);
        return recordConnection(change, lost);
    }
  });
}
