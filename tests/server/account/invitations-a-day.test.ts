import { afterAll, beforeAll, expect, test } from 'vitest';
import { restErrorSchema } from '../../../contract/errors.ts';
import { MAX_INVITATIONS, MAX_INVITATIONS_A_DAY } from '../../../server/domain/account/invitations.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

let world: World;
let roleId: string;
beforeAll(async () => {
  world = await startWorld();
  const [role] = await world.rows<{ id: string }>(
    `select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'atendente'`,
  );
  roleId = role?.id ?? '';
});
afterAll(() => world.server.stop());

const logIn = () => world.server.tokenOf('ana@aurora.example');

async function invite(email: string, token: string): Promise<{ status: number; error: unknown }> {
  const { status, body } = await world.call('POST', '/api/invitations', { email, role_id: roleId }, { token });
  return { status, error: restErrorSchema.safeParse(body).data?.error };
}

test('one e-mail, hour after hour -> refused for the day, in words of its own; another is invited, and later it is, too', async () => {
  const times = MAX_INVITATIONS_A_DAY.email / MAX_INVITATIONS.email;
  for (let hour = 0; hour < times; hour += 1) {
    const token = await logIn();
    for (let time = 0; time < MAX_INVITATIONS.email; time += 1) {
      expect((await invite('gil@aurora.example', token)).status).toBe(200);
    }
    world.clock.advance(HOUR_MS + 1);
  }
  const token = await logIn();
  expect(await invite('gil@aurora.example', token)).toMatchObject({
    status: 429,
    error: { code: 'TOO_MANY', key: 'error.mail.tooMany', params: { hours: 24 - times } },
  });
  expect((await invite('gilda@aurora.example', token)).status).toBe(200);
  world.clock.advance(24 * HOUR_MS);
  expect((await invite('gil@aurora.example', await logIn())).status).toBe(200);
});
