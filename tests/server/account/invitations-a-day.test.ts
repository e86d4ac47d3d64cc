import { afterAll, beforeAll, expect, test } from 'vitest';
import { restErrorSchema } from '../../../contract/errors.ts';
import {
  inviteAdministrator,
  MAX_INVITATIONS,
  MAX_INVITATIONS_A_DAY,
} from '../../../server/domain/account/invitations.ts';
import { authenticate } from '../../../server/domain/auth/authenticate.ts';
import { letIn } from '../../support/let-in.ts';
import { refusalOf, startWorld } from './world.ts';
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

test('the back-office’s own: its administrators alone, before anybody is looked up; not who is one no longer', async () => {
  const { services } = world.server;
  const { email } = await letIn(world.server, ['tenants'], { tenant: 'balcao', name: 'implantador' });
  const token = await world.server.tokenOf(email);
  const body = (who: string) => ({ tenantName: 'balcao', email: who });
  for (const who of ['nova.chefe@balcao.example', 'suporte@balcao.example'])
    expect(refusalOf(await world.call('POST', '/api/tenant/invite', body(who), { token }))).toBe(
      '403 FORBIDDEN error.forbidden',
    );
  const become = (role: string) =>
    world.rows(
      `update app_user u set role_id = r.id from role r where r.tenant_id = u.tenant_id and u.email = $1 and r.name = $2
       returning u.id`,
      [email, role],
    );
  expect(await become('administrador')).toHaveLength(1);
  const late = await authenticate(services, token, { requestId: 'late', address: '10.0.0.1' });
  expect(await become('implantador')).toHaveLength(1);
  const invitation = { ...body('nova.chefe@balcao.example'), locale: 'pt_BR' } as const;
  await expect(inviteAdministrator(services, late, invitation)).rejects.toThrow('error.forbidden');
  const made = await world.rows(`select from invitation where email = 'nova.chefe@balcao.example'`);
  expect(made).toEqual([]);
});
