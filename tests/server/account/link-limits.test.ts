import { afterAll, beforeAll, expect, test } from 'vitest';
import { invitationOf } from '../../../contract/rest/account-links.ts';
import { invite } from '../../../contract/rest/invitations.ts';
import { MAX_BAD_LINKS } from '../../../server/domain/auth/limits.ts';
import { nextMailedToken } from '../../support/mailbox.ts';
import { askRest } from '../../support/rest-calls.ts';
import { refusalOf, startWorld } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.stop());

test('good links aren’t counted at their address; bad ones are, in its /64', async () => {
  const [role] = await world.rows<{ id: string }>(
    "select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'atendente'",
  );
  const ana = await world.server.tokenOf('ana@aurora.example');
  const email = 'iris@aurora.example';
  await askRest(world.url, ana, invite, { email, role_id: role?.id ?? '', locale: 'pt_BR' });
  const token = await nextMailedToken(world.url, email, 'register', 1);
  const read = (given: string, host: number) =>
    world.call('POST', invitationOf.path, { token: given }, { address: `2001:db8:1:2::${host}` });
  for (let times = 0; times <= MAX_BAD_LINKS; times += 1) expect((await read(token, 1)).status).toBe(200);
  for (let times = 0; times < MAX_BAD_LINKS; times += 1) {
    expect(refusalOf(await read('wrong', times + 2))).toBe('404 NOT_FOUND error.link.expired');
  }
  expect(refusalOf(await read(token, 1))).toBe('429 TOO_MANY error.tooManyTries');
});
