import { decodeProtectedHeader } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../../server/db/database.ts';
import type { Tx } from '../../../server/db/database.ts';
import {
  activateRecoveryCodes,
  addRecoveryCodes,
  consumeRecoveryCode,
} from '../../../server/domain/account/recovery-codes.ts';
import { addTotp, consumeTotpCode } from '../../../server/domain/account/totp.ts';
import { verifyAccessToken } from '../../../server/domain/auth/access-token.ts';
import { readChallenge, signChallenge } from '../../../server/domain/auth/challenge.ts';
import { deriveKeys } from '../../../server/domain/auth/keys.ts';
import { refresh } from '../../../server/domain/auth/refresh.ts';
import type { Services } from '../../../server/domain/context.ts';
import { keepRefusals, refusedAt, UnreadableRefusals } from '../../../server/domain/customers/kept-refusals.ts';
import { openToken, sealedToken } from '../../../server/domain/instances/access-token.ts';
import { resealStored } from '../../../server/domain/reseal.ts';
import { TEST_SECRET } from '../../support/server.ts';
import { ANA, createWorld, newCaller } from './world.ts';
import type { World } from './world.ts';

const NEWER = 'the secret that comes after the one of the tests';
let world: World;
/** The server before the change, with both secrets, and with the newer alone. */
let before: Services;
let both: Services;
let after: Services;

beforeAll(async () => {
  world = await createWorld();
  before = world.services;
  both = { ...before, keys: deriveKeys(NEWER, [TEST_SECRET]) };
  after = { ...before, keys: deriveKeys(NEWER) };
});
afterAll(() => world.close());

const renew = (services: Services, cookie: string) => refresh(services, { tenantName: 'aurora', cookie }, newCaller());

test('what the older secret signed -> still verified beside the newer, which signs; refused once it is taken away', async () => {
  const { accessToken } = await world.open(ANA);
  expect(await verifyAccessToken(both, accessToken)).toMatchObject({ ok: true });
  expect(await verifyAccessToken(after, accessToken)).toEqual({ ok: false, reason: 'invalid' });
  const of = {
    tenantId: world.tenantIds.aurora,
    tenantName: 'aurora',
    userId: '1',
    passwordHash: 'x',
    remember: false,
    hasProvenPassword: true,
  };
  const challenge = await signChallenge(before, of);
  expect(await readChallenge(both, challenge)).toMatchObject({ sub: '1' });
  expect(await readChallenge(after, challenge)).toBeUndefined();
  const signed = await signChallenge(both, of);
  expect(decodeProtectedHeader(signed).kid).toBe(after.keys.secondFactor[0].id);
  expect(await readChallenge(after, signed)).toMatchObject({ sub: '1' });
});

test('a login from before -> renewed into one of the newer secret; tabs that renew across the change get the same', async () => {
  const { refreshToken } = await world.open(ANA);
  const first = await renew(before, refreshToken);
  const second = await renew(both, first.refreshToken);
  // Late tabs with the two that were replaced, within the grace.
  expect((await renew(both, refreshToken)).refreshToken).toBe(second.refreshToken);
  expect((await renew(both, first.refreshToken)).refreshToken).toBe(second.refreshToken);
  expect(await verifyAccessToken(after, second.accessToken)).toMatchObject({ ok: true });
  await renew(after, second.refreshToken);
});

test('stored secrets -> opened beside the newer secret, resealed, opened by it alone', async () => {
  const tenantId = world.tenantIds.aurora;
  const { userId } = (await world.open(ANA)).actor;
  const of = { tenantId, userId };
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(before.db, tenantId, work);
  const { secret } = await inTenant((tx) => addTotp(tx, before, { ...of, label: ANA }));
  const codes = await inTenant(async (tx) => {
    const shown = await addRecoveryCodes(tx, before, of);
    await activateRecoveryCodes(tx, of);
    return shown;
  });
  const instances = await inTenant((tx) => tx.selectFrom('instance').select('id').orderBy('id').execute());
  const [sealed = '', plain = ''] = instances.map(({ id }) => id);
  const keep = (id: string, row: { access_token: string }) =>
    inTenant((tx) =>
      tx.updateTable('instance').set(row).where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
    );
  const place = { tenantId, instanceId: sealed };
  await keep(sealed, sealedToken(before, place, 'EAAG-sealed'));
  await keep(plain, { access_token: 'EAAG-plain' });
  const tokenOf = async (services: Services, instanceId: string) => {
    const [row] = await inTenant((tx) =>
      tx
        .selectFrom('instance')
        .select('access_token')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', instanceId)
        .execute(),
    );
    return openToken(services, { tenantId, instanceId }, row?.access_token ?? '');
  };
  const isCode = (services: Services) => {
    world.clock.advance(30_000);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: services.now().getTime() });
    return withTenant(services.db, tenantId, (tx) => consumeTotpCode(tx, services, of, code, false));
  };

  // Without the older secret nothing is opened, and nothing is lost either.
  expect(await resealStored(after)).toEqual({ resealed: 1, unreadable: 2, codes: 10 });
  expect(await tokenOf(both, sealed)).toBe('EAAG-sealed');
  expect(await isCode(both)).toBe(true);
  expect(await isCode(after)).toBe(false);

  expect(await resealStored(both)).toEqual({ resealed: 2, unreadable: 0, codes: 10 });
  expect(await resealStored(both)).toEqual({ resealed: 0, unreadable: 0, codes: 10 });
  expect(await isCode(after)).toBe(true);
  expect(await tokenOf(after, sealed)).toBe('EAAG-sealed');
  expect(await tokenOf(after, plain)).toBe('EAAG-plain');

  // Recovery codes are hashes: good as long as their secret is there, and counted until they are gone.
  const isSpent = (services: Services, code = '') => inTenant((tx) => consumeRecoveryCode(tx, services, of, code));
  expect(await isSpent(after, codes[0])).toBe(false);
  expect(await isSpent(both, codes[0])).toBe(true);
  expect((await resealStored(both)).codes).toBe(9);
  await inTenant(async (tx) => {
    await addRecoveryCodes(tx, both, of);
    await activateRecoveryCodes(tx, of);
  });
  expect((await resealStored(both)).codes).toBe(0);
});

test('an erased customer’s no -> found by the newer secret alone once it is resealed', async () => {
  const tenantId = world.tenantIds.brisa;
  const phone = '5511981130001';
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(before.db, tenantId, work);
  await inTenant(async (tx) => {
    const { id } = await tx
      .insertInto('customer')
      .values({ tenant_id: tenantId, name: phone, phone_number: phone, is_blacklisted: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepRefusals(tx, before, tenantId, id);
  });
  const found = (services: Services) => inTenant((tx) => refusedAt(tx, services, tenantId, phone));
  expect([...(await found(before))]).toEqual(['contact']);
  // Without its secret it says so: taken for no refusal, somebody would be written to who had said no.
  await expect(found(after)).rejects.toThrow(UnreadableRefusals);
  await resealStored(both);
  expect([...(await found(after))]).toEqual(['contact']);
});
