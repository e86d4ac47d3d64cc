import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPlatform } from '../../../server/db/database.ts';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { logOut } from '../../../server/domain/auth/log-out.ts';
import { refresh } from '../../../server/domain/auth/refresh.ts';
import { formatRefreshToken, newSecret } from '../../../server/domain/auth/refresh-token.ts';
import { AuthRefused } from '../../../server/domain/errors.ts';
import { ANA, BIA, BRUNO, createWorld, newCaller } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const reasonOf = (error: unknown) => (error instanceof AuthRefused ? error.reason : String(error));
const renew = (cookie: string | undefined, tenantName = 'aurora') =>
  refresh(world.services, { tenantName, cookie }, newCaller());
const renewing = (cookie: string | undefined, tenantName?: string) =>
  renew(cookie, tenantName).then(() => 'renewed', reasonOf);
const using = (token: string | undefined) =>
  authenticate(world.services, token, newCaller()).then(() => 'works', reasonOf);
const leave = (token: string | undefined) => logOut(world.services, token, newCaller());

describe('access token', () => {
  test('none -> missing, not ours -> invalid, ten minutes old -> expired', async () => {
    const { accessToken, actor } = await world.open(ANA);
    expect(await using(undefined)).toBe('missing');
    expect(await using('')).toBe('missing');
    expect(await using('abc')).toBe('invalid');
    expect(await using(`${accessToken.slice(0, -4)}AAAA`)).toBe('invalid');
    const claims = { tid: actor.tenantId, tn: 'aurora', sid: actor.sessionId, sub: actor.userId };
    expect(await using(new UnsecuredJWT(claims).setExpirationTime('1h').encode())).toBe('invalid');
    const foreign = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
    expect(await using(await foreign.sign(new Uint8Array(32)))).toBe('invalid');
    const endless = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
    expect(await using(await endless.sign(world.services.keys.accessToken[0].bytes))).toBe('invalid');
    world.clock.advance(10 * MINUTE - 1_000);
    expect(await using(accessToken)).toBe('works');
    world.clock.advance(2_000);
    expect(await using(accessToken)).toBe('expired');
  });

  test('user deleted or blocked -> unauthorized at once', async () => {
    for (const change of [{ deleted_at: new Date() }, { is_blocked: true }]) {
      const { accessToken, refreshToken } = await world.open(BRUNO);
      await world.inTenant('aurora', (tx) =>
        tx.updateTable('app_user').set(change).where('email', '=', BRUNO).execute(),
      );
      expect(await using(accessToken)).toBe('unauthorized');
      expect(await renewing(refreshToken)).toBe('unauthorized');
      await world.inTenant('aurora', (tx) =>
        tx.updateTable('app_user').set({ deleted_at: null, is_blocked: false }).where('email', '=', BRUNO).execute(),
      );
    }
  });

  test('tenant deleted -> unauthorized at once, restored -> works', async () => {
    const { accessToken, refreshToken } = await world.open(BIA);
    const setDeleted = (at: Date | null) =>
      withPlatform(world.services.db, (tx) =>
        tx.updateTable('tenant').set({ deleted_at: at }).where('slug', '=', 'brisa').execute(),
      );
    await setDeleted(new Date());
    expect(await using(accessToken)).toBe('unauthorized');
    expect(await renewing(refreshToken, 'brisa')).toBe('unauthorized');
    await expect(world.tryToLogIn(BIA)).rejects.toThrow('error.login.companyClosed');
    expect(await world.tryToLogIn(BIA, { password: 'errada' })).toEqual({ outcome: 'refused' });
    await setDeleted(null);
    expect(await using(accessToken)).toBe('works');
  });

  test('what the role permits is read anew for each call', async () => {
    const { accessToken, actor } = await world.open(BRUNO);
    await world.inTenant('aurora', (tx) =>
      tx
        .insertInto('role_permission')
        .values({ tenant_id: actor.tenantId, role_id: actor.roleId, route_name: 'users' })
        .execute(),
    );
    const after = await authenticate(world.services, accessToken, newCaller());
    expect([...after.routes]).toEqual(['chat', 'users']);
    // A route of the back-office permits nothing in another tenant.
    await world.inTenant('aurora', (tx) =>
      tx
        .insertInto('role_permission')
        .values({ tenant_id: actor.tenantId, role_id: actor.roleId, route_name: 'tenants' })
        .execute(),
    );
    expect([...(await authenticate(world.services, accessToken, newCaller())).routes]).toEqual(['chat', 'users']);
    await world.inTenant('aurora', (tx) =>
      tx.deleteFrom('role_permission').where('role_id', '=', actor.roleId).where('route_name', '!=', 'chat').execute(),
    );
  });
});

describe('refresh token', () => {
  test('each renewal gives another, and the last one works', async () => {
    const first = await world.open(ANA);
    let cookie = first.refreshToken;
    const seen = new Set([cookie]);
    for (let round = 0; round < 4; round += 1) {
      world.clock.advance(10 * MINUTE);
      const next = await renew(cookie);
      expect(await using(next.accessToken)).toBe('works');
      expect(next.actor.sessionId).toBe(first.actor.sessionId);
      cookie = next.refreshToken;
      seen.add(cookie);
    }
    expect(seen.size).toBe(5);
  });

  test('parallel tabs with the same one -> all renewed, all with the same next one', async () => {
    const { refreshToken } = await world.open(ANA);
    const renewed = await Promise.all(Array.from({ length: 5 }, () => renew(refreshToken)));
    expect(new Set(renewed.map((session) => session.refreshToken)).size).toBe(1);
    for (const session of renewed) expect(await using(session.accessToken)).toBe('works');
    expect(await renewing(renewed[0]?.refreshToken)).toBe('renewed');
  });

  test('an answer that was lost: the same again within ten seconds gives it', async () => {
    const { refreshToken } = await world.open(ANA);
    const lost = await renew(refreshToken);
    world.clock.advance(9_000);
    expect((await renew(refreshToken)).refreshToken).toBe(lost.refreshToken);
  });

  test('a browser killed before it stored the next one: the one before is good once more, in all its tabs', async () => {
    const { refreshToken: kept } = await world.open(ANA);
    await renew(kept);
    world.clock.advance(5 * MINUTE);
    const tabs = await Promise.all([renew(kept), renew(kept)]);
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    world.clock.advance(10 * MINUTE);
    const [tab] = tabs;
    expect(await renewing(tab?.refreshToken)).toBe('renewed');
    expect(await renewing(kept)).toBe('unauthorized');
  });

  test('once more, and once more later -> the whole family ends', async () => {
    const { refreshToken: kept } = await world.open(ANA);
    await renew(kept);
    world.clock.advance(MINUTE);
    const { refreshToken: other, accessToken } = await renew(kept);
    world.clock.advance(MINUTE);
    expect(await renewing(kept)).toBe('unauthorized');
    expect(await renewing(other)).toBe('unauthorized');
    expect(await using(accessToken)).toBe('unauthorized');
  });

  test('used by a thief and later by its owner -> whoever renews next ends the whole family', async () => {
    const { refreshToken: stolen } = await world.open(ANA);
    const thief = await renew(stolen);
    world.clock.advance(11_000);
    const owner = await renew(stolen);
    expect(owner.refreshToken).not.toBe(thief.refreshToken);
    expect(await renewing(thief.refreshToken)).toBe('unauthorized');
    expect(await renewing(owner.refreshToken)).toBe('unauthorized');
    expect(await using(thief.accessToken)).toBe('unauthorized');
    expect(await using(owner.accessToken)).toBe('unauthorized');
    const rows = await world.inTenant('aurora', (tx) =>
      tx
        .selectFrom('audit')
        .select('action')
        .where('action', '=', 'session.reuse')
        .where('subject', '=', `session:${owner.actor.sessionId}`)
        .execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test('two renewals old, within ten seconds of being replaced: it gives the newest; later the family ends', async () => {
    const { refreshToken: first, actor } = await world.open(ANA);
    const second = await renew(first);
    world.clock.advance(6_000);
    const third = await renew(second.refreshToken);
    const repeated = await renew(first);
    expect(repeated.refreshToken).toBe(third.refreshToken);
    expect(repeated.actor.sessionId).toBe(actor.sessionId);
    expect(await using(repeated.accessToken)).toBe('works');
    world.clock.advance(6_000);
    expect((await renew(second.refreshToken)).refreshToken).toBe(third.refreshToken);
    expect(await renewing(third.refreshToken)).toBe('renewed');
    expect(await renewing(first)).toBe('unauthorized');
    expect(await renewing(third.refreshToken)).toBe('unauthorized');
  });

  test('two tabs that renew in turn while one repeats: both stay logged in', async () => {
    const { refreshToken: first } = await world.open(ANA);
    let cookie = first;
    for (let round = 0; round < 5; round += 1) {
      const next = (await renew(cookie)).refreshToken;
      expect((await renew(first)).refreshToken).toBe(next);
      expect((await renew(cookie)).refreshToken).toBe(next);
      cookie = next;
    }
    expect(await renewing(cookie)).toBe('renewed');
  });

  test('used again after several renewals, each in its time -> the family ends as well', async () => {
    const { refreshToken: stolen } = await world.open(ANA);
    let newest = stolen;
    for (let round = 0; round < 3; round += 1) {
      newest = (await renew(newest)).refreshToken;
      world.clock.advance(10 * MINUTE);
    }
    expect(await renewing(stolen)).toBe('unauthorized');
    expect(await renewing(newest)).toBe('unauthorized');
  });

  test('a guess is refused and ends nobody’s session', async () => {
    const { refreshToken, actor } = await world.open(ANA);
    const [sessionId = '', , tag = ''] = refreshToken.split('.');
    expect(await renewing(`${sessionId}.${newSecret()}.${tag}`)).toBe('unauthorized');
    expect(await renewing(`${sessionId}.${newSecret()}.${newSecret()}`)).toBe('unauthorized');
    expect(await renewing('')).toBe('unauthorized');
    expect(await renewing(undefined)).toBe('unauthorized');
    const other = formatRefreshToken(world.services.keys, { sessionId: '999999', secret: newSecret() });
    expect(await renewing(other)).toBe('unauthorized');
    expect(actor.sessionId).toBe(sessionId);
    expect(await renewing(refreshToken)).toBe('renewed');
  });

  test('at another tenant’s address -> refused, and still good at its own', async () => {
    const { refreshToken } = await world.open(ANA);
    expect(await renewing(refreshToken, 'brisa')).toBe('unauthorized');
    expect(await renewing(refreshToken, 'nowhere')).toBe('unauthorized');
    expect(await renewing(refreshToken)).toBe('renewed');
  });

  test('a shift without a renewal ends it; one to be remembered lasts a month', async () => {
    const shift = await world.open(ANA);
    const month = await world.open(ANA, { remember: true });
    world.clock.advance(13 * 60 * MINUTE);
    expect(await renewing(shift.refreshToken)).toBe('unauthorized');
    const renewed = await renew(month.refreshToken);
    expect(renewed.remember).toBe(true);
    world.clock.advance(31 * 24 * 60 * MINUTE);
    expect(await renewing(renewed.refreshToken)).toBe('unauthorized');
  });
});

describe('logging out', () => {
  test('neither token works any more, also not a refresh that comes late', async () => {
    const { accessToken, refreshToken } = await world.open(ANA);
    expect(await leave(accessToken)).toMatchObject({ tenantName: 'aurora' });
    expect(await using(accessToken)).toBe('unauthorized');
    expect(await renewing(refreshToken)).toBe('unauthorized');
  });

  test('while a refresh is under way: whichever comes first, nothing works afterwards', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accessToken, refreshToken } = await world.open(ANA);
      const [renewed] = await Promise.all([renew(refreshToken).catch(() => undefined), leave(accessToken)]);
      if (renewed !== undefined) {
        expect(await using(renewed.accessToken)).toBe('unauthorized');
        expect(await renewing(renewed.refreshToken)).toBe('unauthorized');
      }
      expect(await renewing(refreshToken)).toBe('unauthorized');
    }
  });

  test('with an expired token too; twice is once; other sessions of the user stay', async () => {
    const { accessToken, refreshToken } = await world.open(ANA);
    const other = await world.open(ANA);
    world.clock.advance(11 * MINUTE);
    await leave(accessToken);
    await leave(accessToken);
    expect(await renewing(refreshToken)).toBe('unauthorized');
    expect(await renewing(other.refreshToken)).toBe('renewed');
    const rows = await world.inTenant('aurora', (tx) =>
      tx.selectFrom('session').select('revoked_reason').where('revoked_reason', '=', 'logout').execute(),
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('without a token, or with a forged one: refused', async () => {
    expect(await leave(undefined).catch(reasonOf)).toBe('missing');
    expect(await leave('x.y.z').catch(reasonOf)).toBe('invalid');
  });
});
