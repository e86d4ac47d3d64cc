import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import type { Tx } from '../../db/database.ts';
import type { Services } from '../context.ts';
import { seal, unseal } from '../sealed.ts';

const PERIOD_SECONDS = 30;
/** Codes of the previous and next step are accepted too, as clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'Balcão';

type Of = { readonly tenantId: string; readonly userId: string };

/** What an authenticator app needs: the URI, the secret for typing, and a QR code. */
export type Enrolment = { uri: string; secret: string; qr: string };

const placeOf = ({ tenantId, userId }: Of) => `totp:${tenantId}:${userId}`;

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });
}

/** Creates a new secret, replacing an unconfirmed one; it is active once a code of it was accepted. */
export async function addTotp(tx: Tx, services: Services, of: Of & { label: string }): Promise<Enrolment> {
  const secret = new Secret({ size: SECRET_BYTES });
  const row = {
    sealed_secret: seal(services.keys, placeOf(of), secret.base32),
    created_at: services.now(),
    last_used_step: 0,
  };
  await tx
    .insertInto('totp')
    .values({ tenant_id: of.tenantId, user_id: of.userId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ ...row, confirmed_at: null })
        .where('totp.confirmed_at', 'is', null),
    )
    .execute();
  const uri = totpOf(secret, of.label).toString();
  return { uri, secret: secret.base32, qr: encodeQR(uri, 'svg', { ecc: 'medium', border: 2 }) };
}

/**
 * Whether a code is currently valid and unused; it is then used up. `confirmed` selects the active secret or the one
 * waiting for its first code.
 */
export async function consumeTotpCode(
  tx: Tx,
  services: Services,
  of: Of,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const row = await tx
    .selectFrom('totp')
    .select(['sealed_secret', 'last_used_step'])
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const secret = row && unseal(services.keys, placeOf(of), row.sealed_secret);
  if (row === undefined || secret === undefined) return false;
  const timestamp = services.now().getTime();
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  if (step <= Number(row.last_used_step)) return false;
  await tx
    .updateTable('totp')
    .set({ last_used_step: step })
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .execute();
  return true;
}
