import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { KeyRing } from '../auth/keys.ts';
import type { Services } from '../context.ts';
import { isSealed, seal, unseal } from '../sealed.ts';
import type { InstancePlace } from './instance-of-number.ts';

const placeName = ({ tenantId, instanceId }: InstancePlace): string => `instance:${tenantId}:${instanceId}`;

/** A provider's token sealed for the database, with its last four characters. */
export function sealedToken(
  services: Pick<Services, 'keys'>,
  place: InstancePlace,
  token: string,
): { access_token: string; token_last4: string } {
  return { access_token: seal(services.keys, placeName(place), token), token_last4: token.slice(-4) };
}

/** Opened tokens by place and stored text, the oldest first: each send needs one, and opening it costs as much as a query. */
const opened = new WeakMap<KeyRing, Map<string, string>>();
const OPENED_MAX = 1_000;

/**
 * The stored token. Tokens stored before sealing existed are plain until the next start. Undefined if it was sealed
 * with another secret.
 */
export function openToken(services: Pick<Services, 'keys'>, place: InstancePlace, stored: string): string | undefined {
  if (!isSealed(stored)) return stored;
  const { sealing } = services.keys;
  const known = opened.get(sealing) ?? new Map<string, string>();
  opened.set(sealing, known);
  const key = `${placeName(place)} ${stored}`;
  const token = known.get(key) ?? unseal(services.keys, placeName(place), stored);
  if (token !== undefined) known.set(key, token);
  if (known.size > OPENED_MAX) for (const oldest of known.keys().take(1)) known.delete(oldest);
  return token;
}

/** Seals plain tokens; returns how many. Runs at the start; safe on several nodes. */
export async function sealPlainTokens(services: Pick<Services, 'db' | 'keys' | 'log'>): Promise<number> {
  const tenants = await withPlatform(services.db, (tx) =>
    tx.selectFrom('instance').select('tenant_id').distinct().execute(),
  );
  let sealed = 0;
  for (const { tenant_id: tenantId } of tenants) sealed += await sealOfTenant(services, tenantId);
  if (sealed > 0) services.log.info({ tokens: sealed }, 'access tokens were sealed');
  return sealed;
}

function sealOfTenant(services: Pick<Services, 'db' | 'keys'>, tenantId: Id): Promise<number> {
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: Id; token: string }>`
      select id, access_token as token from instance where tenant_id = ${tenantId} and access_token is not null
      for update`.execute(tx);
    const plain = rows.filter(({ token }) => !isSealed(token));
    for (const { id, token } of plain) {
      await tx
        .updateTable('instance')
        .set(sealedToken(services, { tenantId, instanceId: id }, token))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    }
    return plain.length;
  });
}
