import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { keyed } from '../auth/keys.ts';
import type { Key } from '../auth/keys.ts';
import type { Services } from '../context.ts';

const COUNT = 10;
const LENGTH = 10;
/** Without characters that look alike: 0 and o, 1, i and l, u and v. */
const ALPHABET = '23456789abcdefghjkmnpqrstwxyz';

type Of = { readonly tenantId: string; readonly userId: string };

/** The code as generated: without hyphens and whatever its case. */
function normalized(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function hashOf(key: Key, { tenantId, userId }: Of, code: string): Buffer {
  return keyed(key, `${tenantId} ${userId} ${normalized(code)}`);
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Creates ten codes, shown only now. They are valid from `activateRecoveryCodes` on; until then the old ones are. */
export async function addRecoveryCodes(tx: Tx, services: Services, of: Of): Promise<string[]> {
  await tx
    .deleteFrom('recovery_code')
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('is_active', '=', false)
    .execute();
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  const [key] = services.keys.recoveryCode;
  await tx
    .insertInto('recovery_code')
    .values(
      [...codes].map((code) => ({
        tenant_id: of.tenantId,
        user_id: of.userId,
        code_hash: hashOf(key, of, code),
        key_id: key.id,
      })),
    )
    .execute();
  return [...codes];
}

/** Replaces the codes in use with those created last; returns whether there were any. */
export async function activateRecoveryCodes(tx: Tx, of: Of): Promise<boolean> {
  const shown = await tx
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('is_active', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (shown === undefined) return false;
  await tx
    .deleteFrom('recovery_code')
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('is_active', '=', true)
    .execute();
  await tx
    .updateTable('recovery_code')
    .set({ is_active: true })
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .execute();
  return true;
}

/** Whether it is one of the user's active codes, which is then used up. */
export async function consumeRecoveryCode(tx: Tx, services: Services, of: Of, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: services.now() })
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where(
      'code_hash',
      'in',
      services.keys.recoveryCode.map((key) => hashOf(key, of, code)),
    )
    .where('is_active', '=', true)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** How many unused codes the user has. */
export async function recoveryCodesLeft(tx: Tx, of: Of): Promise<number> {
  const row = await tx
    .selectFrom('recovery_code')
    .select(sql<string>`count(*)`.as('left'))
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('is_active', '=', true)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}
