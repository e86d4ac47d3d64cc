import { sql } from 'kysely';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';
import { isSealed, newestSeal, seal, unseal } from './sealed.ts';
import { servedTenants } from './pools.ts';

/** The sealed columns: table, id column, and the seal's place. */
const SEALED = [
  { table: 'instance', column: 'access_token', key: 'id', place: 'instance' },
  { table: 'identity_provider', column: 'sealed_secret', key: 'tenant_id', place: 'identity' },
  { table: 'refusal_key', column: 'sealed_key', key: 'tenant_id', place: 'refusals' },
  { table: 'totp', column: 'sealed_secret', key: 'user_id', place: 'totp' },
] as const;

/**
 * `resealed`: sealed again with the newest secret. `unreadable`: no secret unseals them. `codes`: recovery codes of
 * older secrets.
 */
export type Resealed = { resealed: number; unreadable: number; codes: number };

/**
 * Seals everything with the newest secret, so that older ones can be removed from the settings. Recovery codes are
 * hashes and can't be converted: the remaining ones are counted. Safe on several nodes.
 */
export async function resealStored(services: Pick<Services, 'db' | 'keys' | 'log' | 'pools'>): Promise<Resealed> {
  const sum: Resealed = { resealed: 0, unreadable: 0, codes: 0 };
  for (const id of await servedTenants(services)) {
    const of = await withTenant(services.db, id, (tx) => resealTenant(tx, services, id));
    sum.resealed += of.resealed;
    sum.unreadable += of.unreadable;
    sum.codes += of.codes;
  }
  report(services, sum);
  return sum;
}

async function resealTenant(tx: Tx, services: Pick<Services, 'keys'>, tenantId: Id): Promise<Resealed> {
  const found: Resealed = { resealed: 0, unreadable: 0, codes: await oldCodes(tx, services, tenantId) };
  for (const { table, column, key, place } of SEALED) {
    const { rows } = await sql<{ id: Id; stored: string }>`
      select ${sql.ref(key)} as id, ${sql.ref(column)} as stored from ${sql.table(table)}
      where tenant_id = ${tenantId} and ${sql.ref(column)} is not null
        and not starts_with(${sql.ref(column)}, ${newestSeal(services.keys)}) for update`.execute(tx);
    for (const { id, stored } of rows) {
      const name = `${place}:${tenantId}:${id}`;
      // A provider's token may be plain if stored before sealing existed.
      const text = isSealed(stored) ? unseal(services.keys, name, stored) : stored;
      if (text === undefined) {
        found.unreadable += 1;
        continue;
      }
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(services.keys, name, text)}
        where tenant_id = ${tenantId} and ${sql.ref(key)} = ${id}`.execute(tx);
      found.resealed += 1;
    }
  }
  return found;
}

async function oldCodes(tx: Tx, { keys }: Pick<Services, 'keys'>, tenantId: Id): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from recovery_code
    where tenant_id = ${tenantId} and is_active and used_at is null
      and key_id is distinct from ${keys.recoveryCode[0].id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Logs what the operator waits for before removing the old secret. */
function report({ keys, log }: Pick<Services, 'keys' | 'log'>, found: Resealed): void {
  if (found.unreadable > 0) log.warn(found, 'stored secrets can’t be unsealed: is BALCAO_SECRET_OLD complete?');
  if (found.resealed > 0) log.info(found, 'stored secrets were resealed with the newest secret');
  if (keys.sealing.length === 1) return;
  log.info(
    found,
    found.codes > 0
      ? 'BALCAO_SECRET_OLD is still needed: users have recovery codes made with it'
      : 'nothing stored needs BALCAO_SECRET_OLD any more',
  );
}
