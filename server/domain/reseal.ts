import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';
import { isSealed, newestSeal, seal, unseal } from './sealed.ts';

/** What the database keeps sealed: a column, the column that tells its rows apart, and the name of a row's place. */
const SEALED = [
  { table: 'instance', column: 'access_token', key: 'id', place: 'instance' },
  { table: 'identity_provider', column: 'sealed_secret', key: 'tenant_id', place: 'identity' },
  { table: 'totp', column: 'sealed_secret', key: 'user_id', place: 'totp' },
] as const;

/** `resealed`: opened and sealed anew. `unreadable`: no secret opens them. `codes`: recovery codes of older secrets. */
export type Resealed = { resealed: number; unreadable: number; codes: number };

/**
 * Seals with the newest secret whatever was sealed with an older one, so that the older one can be
 * taken out of the settings. Recovery codes are hashes and can't follow: what is left of them is
 * counted. Any number of nodes may run it.
 */
export async function resealStored(services: Pick<Services, 'db' | 'keys' | 'log'>): Promise<Resealed> {
  const tenants = await withPlatform(services.db, (tx) => tx.selectFrom('tenant').select('id').execute());
  const sum: Resealed = { resealed: 0, unreadable: 0, codes: 0 };
  for (const { id } of tenants) {
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
    const { rows } = await sql<{ id: Id; kept: string }>`
      select ${sql.ref(key)} as id, ${sql.ref(column)} as kept from ${sql.table(table)}
      where tenant_id = ${tenantId} and ${sql.ref(column)} is not null
        and not starts_with(${sql.ref(column)}, ${newestSeal(services.keys)}) for update`.execute(tx);
    for (const { id, kept } of rows) {
      const name = `${place}:${tenantId}:${id}`;
      // A provider's token may be plain: it was written before tokens were sealed.
      const text = isSealed(kept) ? unseal(services.keys, name, kept) : kept;
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

/** Says what whoever changes the secret waits for. */
function report({ keys, log }: Pick<Services, 'keys' | 'log'>, found: Resealed): void {
  if (found.unreadable > 0) log.warn(found, 'stored secrets can’t be opened: is BALCAO_SECRET_OLD complete?');
  if (found.resealed > 0) log.info(found, 'stored secrets were sealed with the newest secret');
  if (keys.sealing.length === 1) return;
  log.info(
    found,
    found.codes > 0
      ? 'BALCAO_SECRET_OLD is still needed: users have recovery codes of it'
      : 'nothing stored needs BALCAO_SECRET_OLD any more',
  );
}
