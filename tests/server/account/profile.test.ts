import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { loginAnswerSchema } from '../../../contract/rest/login.ts';
import { profileSchema } from '../../../contract/rest/profile.ts';
import type { Profile } from '../../../contract/rest/profile.ts';
import { callGraphql, refusalOf as graphqlRefusal } from '../../support/attendance.ts';
import { fieldsOf, refusalOf, startWorld } from './world.ts';
import type { World } from './world.ts';

const BRUNO = 'bruno@aurora.example';
const ANA = 'ana@aurora.example';

let world: World;
let bruno: { token: string };
beforeAll(async () => {
  world = await startWorld();
  bruno = { token: await world.server.tokenOf(BRUNO) };
});
afterAll(() => world.server.stop());

const change = (body: unknown, who = bruno) => world.call('PATCH', '/api/profile', body, who);

async function held(who = bruno): Promise<Profile> {
  return profileSchema.parse((await world.call('GET', '/api/profile', undefined, who)).body);
}

test('name and picture changed -> stored, and audited with the old values', async () => {
  const before = await held();
  expect(before).toMatchObject({ email: BRUNO, role: 'Atendente', may_change_email: false });
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const image = `data:image/png;base64,${PNG}`;
  const answer = await change({ name: '  Bruno C. Lima ', image, version: before.version });
  expect(profileSchema.parse(answer.body)).toMatchObject({ name: 'Bruno C. Lima', email: BRUNO });
  const after = await held();
  expect(after.image).toMatch(/^\/api\/user-images\//u);
  const written = await world.rows<{ details: object }>(`select details from audit where action = 'user.profile'`);
  expect(written.map(({ details }) => details)).toMatchObject([{ name: { was: before.name, is: 'Bruno C. Lima' } }]);
  // What was loaded before it isn't theirs any more.
  expect(refusalOf(await change({ name: 'Outro', version: before.version }))).toBe('409 CONFLICT error.form.conflict');
});

test.each([
  [{ name: '' }, { name: 'error.field.required' }],
  [{ name: 'x'.repeat(81) }, { name: 'error.field.tooLong' }],
  [{ name: 7 }, { name: 'error.field.invalid' }],
  [{ image: '<svg onload=alert(1)>' }, { image: 'error.image.invalid' }],
  [{ image: '/api/user-images/2/abc' }, { image: 'error.image.invalid' }],
  [{ email: 'bruno.novo@aurora.example' }, { email: 'error.user.emailByAdministrator' }],
])('%j -> refused by its field, and nothing is changed', async (body, fields) => {
  const before = await held();
  expect(fieldsOf(await change({ ...body }))).toEqual(fields);
  expect(await held()).toEqual(before);
});

test('who may open the users changes their own e-mail; one that somebody of any company has is refused', async () => {
  const ana = { token: await world.server.tokenOf(ANA) };
  for (const email of [BRUNO, 'bia@brisa.example']) {
    expect(fieldsOf(await change({ email }, ana))).toEqual({ email: 'error.user.emailTaken' });
  }
  expect((await change({ email: 'ana.ribeiro@aurora.example' }, ana)).status).toBe(200);
  expect((await world.logIn('ana.ribeiro@aurora.example')).status).toBe(200);
  expect(refusalOf(await world.logIn(ANA))).toMatch(/^401/u);
});

test('password and e-mail: password shown five minutes ago -> refused; shown again -> changed; the same after a login with a second factor', async () => {
  const CARLA = 'carla@aurora.example';
  const unproven = 'FORBIDDEN error.password.unproven';
  const set = (token: string, password: string) =>
    graphqlRefusal(callGraphql(world.url, { tenant: 'aurora', token }, updateUserPassword, { password }));
  // Access tokens are good for ten minutes.
  const token = await world.server.tokenOf(CARLA);
  world.clock.advance(5 * 60_000 + 1_000);
  // What is shown in one session proves nothing in another.
  expect((await world.logIn(CARLA)).status).toBe(200);
  expect(await set(token, 'Bem#outra+senha7')).toBe(unproven);
  const unlock = (password: string) => world.call('POST', '/api/auth/unlock', { password }, { token });
  expect(fieldsOf(await unlock('Bem#outra+senha7'))).toEqual({ password: 'error.password.wrong' });
  // One that is too well known isn't even looked at.
  for (const chosen of ['Bem#outra+senha7', 'Carla#Mendes+2026']) expect(await set(token, chosen)).toBe(unproven);
  expect((await unlock('Balcao#2026')).status).toBe(200);
  world.clock.advance(4 * 60_000);
  expect(await world.auditOf(CARLA)).not.toContain('user.password');
  expect(await set(token, 'Bem#outra+senha7')).toBe('not refused');
  expect(await world.auditOf(CARLA)).toContain('user.password');
  expect((await world.logIn(CARLA)).status).toBe(401);

  // Nor is there another way to it for who may set everybody's.
  const BIA = 'bia@brisa.example';
  const [bia, biaId] = [await world.server.tokenOf(BIA), await world.idOf(BIA)];
  world.clock.advance(5 * 60_000 + 1_000);
  const own = await world.call('PUT', `/api/users/${biaId}`, { password: 'Bem#outra+senha7' }, { token: bia });
  expect(refusalOf(own)).toBe('403 FORBIDDEN error.password.unproven');
  // To a new e-mail a new password would be sent.
  const email = 'bia.outra@brisa.example';
  for (const [method, path] of [
    ['PATCH', '/api/profile'],
    ['PUT', `/api/users/${biaId}`],
  ] as const) {
    const moved = await world.call(method, path, { email }, { token: bia });
    expect(refusalOf(moved)).toBe('403 FORBIDDEN error.password.unproven');
  }
  expect((await world.logIn(BIA)).status).toBe(200);
  await world.call('POST', '/api/auth/unlock', { password: 'Balcao#2026' }, { token: bia });
  expect((await world.call('PUT', `/api/users/${biaId}`, { email }, { token: bia })).status).toBe(200);

  const { codeOf } = await world.addTwoFactor(BRUNO);
  const { second_factor_token: challenge } = loginAnswerSchema.parse((await world.logIn(BRUNO)).body);
  const confirmed = await world.call('POST', '/api/auth/second-factor', {
    second_factor_token: challenge,
    code: codeOf(),
  });
  const { access_token: both } = loginAnswerSchema.parse(confirmed.body);
  expect(await set(both ?? '', 'Bem#outra+senha8')).toBe('not refused');
});

test('password: shown too long ago by the time that the new one is hashed -> refused', async () => {
  const ANA_NOW = 'ana.ribeiro@aurora.example';
  const token = await world.server.tokenOf(ANA_NOW);
  const holder = await world.server.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('update session set password_proved_at = null where user_id = $1', [await world.idOf(ANA_NOW)]);
    const changed = graphqlRefusal(
      callGraphql(world.url, { tenant: 'aurora', token }, updateUserPassword, { password: 'Bem#outra+senha9' }),
    );
    await expect.poll(() => world.waiting()).toBe(1);
    await holder.query('commit');
    expect(await changed).toBe('FORBIDDEN error.password.unproven');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await world.logIn(ANA_NOW)).status).toBe(200);
});
