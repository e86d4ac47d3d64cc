import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressCounter, countTries, MAX_FAILURES } from '../../../server/domain/auth/limits.ts';
import { fieldsOf, refusalOf, startWorld } from './world.ts';
import type { World } from './world.ts';

const BIA = 'bia@brisa.example';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.stop());

describe('the lock screen', () => {
  test('others’ failures at the e-mail or the address keep nobody out who is in', async () => {
    const [token, address] = [await world.server.tokenOf(BIA), '10.9.9.9'];
    const unlock = () => world.call('POST', '/api/auth/unlock', { password: 'Balcao#2026' }, { token, address });
    for (let tries = 0; tries < MAX_FAILURES.account; tries += 1) await world.logIn(BIA, 'wrong');
    expect(refusalOf(await world.logIn(BIA))).toBe('429 TOO_MANY error.tooManyTries');
    for (let tries = 0; tries < MAX_FAILURES.address; tries += 1) {
      await countTries(world.server.services, [addressCounter({ address })]);
    }
    expect((await unlock()).body).toEqual({ ok: true });
    world.clock.advance(16 * 60_000);
  });

  test('one’s own password opens it; a wrong one doesn’t, nor ends the session; too many are refused', async () => {
    const token = await world.server.tokenOf(BIA);
    const unlock = (body: object, bearer: { token?: string } = { token }) =>
      world.call('POST', '/api/auth/unlock', body, bearer);
    expect((await unlock({ password: 'Balcao#2026' })).body).toEqual({ ok: true });
    expect(fieldsOf(await unlock({ password: 'Balcao#2025' }))).toEqual({ password: 'error.password.wrong' });
    expect(fieldsOf(await unlock({ password: '' }))).toEqual({ password: 'error.field.required' });
    expect(refusalOf(await unlock({ password: 'Balcao#2026' }, {}))).toMatch(/^401/);
    expect(await world.auditOf(BIA)).toContain('session.unlockFailed');
    for (let tries = 0; tries < 8; tries += 1) await unlock({ password: 'wrong' });
    // The right one, and those before count no more.
    expect((await unlock({ password: 'Balcao#2026' })).body).toEqual({ ok: true });
    for (let tries = 0; tries < 10; tries += 1) {
      expect(fieldsOf(await unlock({ password: 'wrong' }))).toEqual({ password: 'error.password.wrong' });
    }
    expect(refusalOf(await unlock({ password: 'Balcao#2026' }))).toBe('429 TOO_MANY error.tooManyTries');
    world.clock.advance(16 * 60_000);
  });
});
