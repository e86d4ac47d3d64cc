import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { recordLoginFailures } from '../../../server/domain/auth/login-failures.ts';
import { addressCounter, countTries, MAX_FAILURES } from '../../../server/domain/auth/limits.ts';
import type { Caller } from '../../../server/domain/context.ts';
import { DomainError } from '../../../server/domain/errors.ts';
import { ANA, BIA, BRUNO, createWorld, newCaller } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const wrong = { password: 'wrong' };
const keyOf = (error: unknown) => (error instanceof DomainError ? `${error.code} ${error.key}` : String(error));

describe('logging in', () => {
  test('right password -> the user, their permissions, and a valid token', async () => {
    const { actor, accessToken } = await world.open(ANA);
    expect(actor).toMatchObject({
      tenantName: 'aurora',
      email: ANA,
      roleName: 'administrador',
      isAdmin: true,
      isBackoffice: false,
    });
    expect(actor.routes.has('users')).toBe(true);
    expect(actor.routes.has('tenants')).toBe(false);
    expect(await authenticate(world.services, accessToken, newCaller())).toMatchObject({
      userId: actor.userId,
      sessionId: actor.sessionId,
    });
  });

  test('the e-mail’s case and the spaces around it do not matter', async () => {
    expect((await world.tryToLogIn(`  ${ANA.toUpperCase()} `)).outcome).toBe('open');
  });

  test('an attendant is no administrator and may open less', async () => {
    const { actor } = await world.open(BRUNO);
    expect(actor.isAdmin).toBe(false);
    expect([...actor.routes]).toEqual(['chat']);
  });

  test('the back-office is known by its tenant', async () => {
    const { actor } = await world.open('suporte@balcao.example');
    expect(actor.isBackoffice).toBe(true);
    expect(actor.routes.has('tenants')).toBe(true);
  });

  test('wrong password, unknown e-mail, another tenant’s address: one answer', async () => {
    const results = await Promise.all([
      world.tryToLogIn(ANA, wrong),
      world.tryToLogIn('nobody@aurora.example'),
      world.tryToLogIn(ANA, { tenantName: 'brisa' }),
      world.tryToLogIn(ANA, { tenantName: 'nowhere' }),
    ]);
    expect(results).toEqual([
      { outcome: 'refused' },
      { outcome: 'refused' },
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    expect((await world.tryToLogIn(ANA, { tenantName: 'aurora' })).outcome).toBe('open');
  });

  test('blocked: said only to who knows the password', async () => {
    await world.inTenant('brisa', (tx) =>
      tx.updateTable('app_user').set({ is_blocked: true }).where('email', '=', BIA).execute(),
    );
    await expect(world.tryToLogIn(BIA).catch(keyOf)).resolves.toBe('FORBIDDEN error.login.blocked');
    expect(await world.tryToLogIn(BIA, wrong)).toEqual({ outcome: 'refused' });
    await recordLoginFailures(world.services);
    const written = await world.inTenant('brisa', (tx) =>
      tx
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', 'login.%')
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    );
    expect(written.map(({ action }) => action)).toEqual(['login.failed', 'login.blocked']);
    await world.inTenant('brisa', (tx) =>
      tx.updateTable('app_user').set({ is_blocked: false }).where('email', '=', BIA).execute(),
    );
    expect((await world.tryToLogIn(BIA)).outcome).toBe('open');
  });

  test('a server that is not the demo refuses the demo’s password', async () => {
    const { services } = world;
    services.isDemo = false;
    expect(await world.tryToLogIn(ANA)).toEqual({ outcome: 'refused' });
    services.isDemo = true;
    expect((await world.tryToLogIn(ANA)).outcome).toBe('open');
  });

  test('with a second factor the password alone opens nothing', async () => {
    const { actor } = await world.open(BIA);
    await world.inTenant('brisa', (tx) =>
      tx
        .insertInto('totp')
        .values({ tenant_id: actor.tenantId, user_id: actor.userId, sealed_secret: 'x', confirmed_at: new Date() })
        .execute(),
    );
    expect(await world.tryToLogIn(BIA)).toMatchObject({ outcome: 'secondFactor', tenantName: 'brisa' });
    await world.inTenant('brisa', (tx) => tx.deleteFrom('totp').execute());
  });

  test('each login and each failure is in the audit, without the password', async () => {
    await world.tryToLogIn(ANA, wrong);
    await recordLoginFailures(world.services);
    const rows = await world.inTenant('aurora', (tx) => tx.selectFrom('audit').selectAll().orderBy('id').execute());
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['login', 'login.failed']));
    expect(JSON.stringify(rows)).not.toContain('Balcao#2026');
  });
});

/** Counts failures at an address without hashing for each. */
async function failAt(caller: Caller, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await countTries(world.services, [addressCounter(caller)]);
}

describe('too many failures', () => {
  test('of an account: refused with the time to wait, the right password too; good again after it', async () => {
    for (let index = 0; index < MAX_FAILURES.account; index += 1) {
      expect(await world.tryToLogIn(BRUNO, wrong)).toEqual({ outcome: 'refused' });
    }
    const refusal: unknown = await world.tryToLogIn(BRUNO).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'TOO_MANY',
      key: 'error.tooManyTries',
      params: { seconds: 900, minutes: 15 },
    });
    expect((await world.tryToLogIn(ANA)).outcome).toBe('open');
    world.clock.advance(15 * 60_000 + 1);
    expect((await world.tryToLogIn(BRUNO)).outcome).toBe('open');
  });

  test('of an account that does not exist: the same', async () => {
    for (let index = 0; index < MAX_FAILURES.account; index += 1) await world.tryToLogIn('ghost@aurora.example');
    await expect(world.tryToLogIn('ghost@aurora.example').catch(keyOf)).resolves.toBe('TOO_MANY error.tooManyTries');
  });

  test('many at once do not get past the limit together', async () => {
    const results = await Promise.all(
      Array.from({ length: 30 }, () => world.tryToLogIn('rush@aurora.example').catch(keyOf)),
    );
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(MAX_FAILURES.account);
  });

  test('a good login forgets the account’s failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < MAX_FAILURES.account - 1; index += 1) await world.tryToLogIn(ANA, wrong);
      expect((await world.tryToLogIn(ANA)).outcome).toBe('open');
    }
  });

  test('of an address, whatever the accounts: refused; another address is not', async () => {
    const caller = newCaller();
    await failAt(caller, MAX_FAILURES.address - 3);
    for (let index = 0; index < 3; index += 1) await world.tryToLogIn(`user${index}@aurora.example`, wrong, caller);
    await expect(world.tryToLogIn(ANA, {}, caller).catch(keyOf)).resolves.toBe('TOO_MANY error.tooManyTries');
    expect((await world.tryToLogIn(ANA)).outcome).toBe('open');
  });

  test('a login that succeeds takes back its own try, and none of the others of its address', async () => {
    const caller = newCaller();
    await failAt(caller, MAX_FAILURES.address - 1);
    expect((await world.tryToLogIn(ANA, {}, caller)).outcome).toBe('open');
    expect(await world.tryToLogIn(ANA, wrong, caller)).toEqual({ outcome: 'refused' });
    await expect(world.tryToLogIn(ANA, {}, caller).catch(keyOf)).resolves.toBe('TOO_MANY error.tooManyTries');
  });

  test('an office where each of 200 mistypes once in the morning gets in', async () => {
    const caller = newCaller();
    await failAt(caller, 199);
    expect(await world.tryToLogIn(ANA, wrong, caller)).toEqual({ outcome: 'refused' });
    world.clock.advance(15 * 60_000 + 1);
    await failAt(caller, 199);
    expect((await world.tryToLogIn(ANA, {}, caller)).outcome).toBe('open');
  });

  test('an office that logs in at once: asked to wait a moment at most, nobody is counted', async () => {
    const caller = newCaller();
    const LEFT = 20;
    await failAt(caller, MAX_FAILURES.address - LEFT);
    const people = [ANA, BRUNO, BIA];
    const outcomes = await Promise.all(
      Array.from({ length: LEFT + 30 }, (_, index) =>
        world.tryToLogIn(people[index % people.length] ?? ANA, {}, caller).then(
          ({ outcome }) => outcome,
          (error: unknown) => error,
        ),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome === 'open') continue;
      expect(outcome).toMatchObject({ code: 'TOO_MANY', key: 'error.tooMany', params: { seconds: 2, minutes: 0 } });
    }
    for (let index = 0; index < LEFT + 1; index += 1) {
      expect((await world.tryToLogIn(people[index % people.length] ?? ANA, {}, caller)).outcome).toBe('open');
    }
  });

  test('a refused try counts neither for the account nor for the address', async () => {
    const caller = newCaller();
    const email = 'refused@aurora.example';
    for (let index = 0; index < MAX_FAILURES.account; index += 1) await world.tryToLogIn(email, wrong, caller);
    for (let index = 0; index < MAX_FAILURES.address; index += 1) {
      await expect(world.tryToLogIn(email, wrong, caller).catch(keyOf)).resolves.toMatch(/^TOO_MANY/);
    }
    expect((await world.tryToLogIn(ANA, {}, caller)).outcome).toBe('open');
  });

  test('of an IPv6 address: its /64 counts as one', async () => {
    const from = (host: number) => ({ ...newCaller(), address: `2001:db8:7:8::${host.toString(16)}` });
    await failAt(from(1), MAX_FAILURES.address - 3);
    for (let index = 0; index < 3; index += 1)
      await world.tryToLogIn(`six${index}@aurora.example`, wrong, from(index + 2));
    await expect(world.tryToLogIn(ANA, {}, from(999)).catch(keyOf)).resolves.toBe('TOO_MANY error.tooManyTries');
    expect((await world.tryToLogIn(ANA, {}, { ...newCaller(), address: '2001:db8:7:9::1' })).outcome).toBe('open');
  });
});
