import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmSecondFactor } from '../../../contract/graphql/confirm-second-factor.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { logIn } from '../../../contract/graphql/log-in.ts';
import { loginAnswerSchema } from '../../../contract/rest/login.ts';
import { prepareRecoveryCodes, prepareTwoFactor, userSettingsSchema } from '../../../contract/rest/user-settings.ts';
import { callGraphql, refusalOf as graphqlRefusalOf } from '../../support/attendance.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';
import { openSocket } from '../../support/socket.ts';
import { codesOf, fieldsOf, refusalOf, startWorld } from './world.ts';
import type { Answer, World } from './world.ts';

const ANA = 'ana@aurora.example';
const BRUNO = 'bruno@aurora.example';
const CARLA = 'carla@aurora.example';
const BIA = 'bia@brisa.example';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.stop());

async function challengeOf(email: string): Promise<string> {
  const answer = loginAnswerSchema.parse((await world.logIn(email)).body);
  expect(answer).toMatchObject({ access_token: null, second_factor: true, has_permission_routes: [] });
  return answer.second_factor_token ?? '';
}

const confirm = (challenge: string, code: string, address?: string): Promise<Answer> =>
  world.call(
    'POST',
    '/api/auth/second-factor',
    { second_factor_token: challenge, code },
    address === undefined ? {} : { address },
  );

describe('setting it up', () => {
  test('prepared -> on: only with a code of the app; then the login asks for one', async () => {
    const [token, id] = [await world.server.tokenOf(BRUNO), await world.idOf(BRUNO)];
    const path = `/api/user-settings/${id}`;
    expect((await world.call('GET', path, undefined, { token })).body).toEqual({
      id,
      two_factor: false,
      two_factor_required: false,
      recovery_codes_left: 0,
      lock_minutes: 0,
      sign_messages: false,
      wait_minutes: { warning: 10, alert: 20 },
    });
    const prepared = prepareTwoFactor.answer.parse(
      (await world.call('POST', `${path}/two-factor`, {}, { token })).body,
    );
    expect(prepared.uri).toContain(`otpauth://totp/Balc%C3%A3o:bruno%40aurora.example?`);
    expect(prepared.qr).toMatch(/^<svg /);
    expect(new Set(prepared.recovery_codes).size).toBe(10);
    expect(refusalOf(await world.call('PATCH', path, { two_factor: true, code: '000000' }, { token }))).toBe(
      '400 INVALID error.form.invalid',
    );
    expect(loginAnswerSchema.parse((await world.logIn(BRUNO)).body).access_token).not.toBeNull();

    const code = codesOf(prepared.secret, world.clock.now)();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const on = await world.call('PATCH', path, { two_factor: true, code: spaced }, { token });
    expect(on.body).toMatchObject({ id, two_factor: true, two_factor_required: false, recovery_codes_left: 10 });
    await challengeOf(BRUNO);
    expect(refusalOf(await world.call('POST', `${path}/two-factor`, {}, { token }))).toBe(
      '409 CONFLICT error.twoFactor.alreadyOn',
    );
    expect(await world.auditOf(BRUNO)).toEqual(expect.arrayContaining(['twoFactor.codeFailed', 'twoFactor.on']));

    const [held] = await world.rows<{ sealed_secret: string }>('select sealed_secret from totp where user_id = $1', [
      id,
    ]);
    expect(held?.sealed_secret).not.toContain(prepared.secret);
  });

  test('without a code, with one too long, or of the wrong type: a reason, and nothing changes', async () => {
    const [token, id] = [await world.server.tokenOf(ANA), await world.idOf(ANA)];
    const patch = (body: unknown) => world.call('PATCH', `/api/user-settings/${id}`, body, { token });
    expect(fieldsOf(await patch({ two_factor: true }))).toEqual({ code: 'error.field.required' });
    expect(fieldsOf(await patch({ two_factor: true, code: '1'.repeat(33) }))).toEqual({ code: 'error.twoFactor.code' });
    expect(fieldsOf(await patch({ two_factor: 'sim', code: '123456' }))).toEqual({ two_factor: 'error.field.invalid' });
    expect(refusalOf(await patch({ two_factor: true, code: '<script>' }))).toBe('400 INVALID error.form.invalid');
    expect(refusalOf(await patch({ two_factor: false, code: '123456' }))).toBe(
      '409 CONFLICT error.twoFactor.alreadyOff',
    );
    expect(loginAnswerSchema.parse((await world.logIn(ANA)).body).access_token).not.toBeNull();
  });

  test('another’s settings are nobody’s: of a colleague for an attendant, of another company for all', async () => {
    const [carla, ana] = [await world.server.tokenOf(CARLA), await world.server.tokenOf(ANA)];
    const [brunoId, biaId] = [await world.idOf(BRUNO), await world.idOf(BIA)];
    for (const [token, id] of [
      [carla, brunoId],
      [carla, biaId],
      [ana, biaId],
      [ana, '987654321'],
    ] as const) {
      const path = `/api/user-settings/${id}`;
      for (const answer of [
        await world.call('GET', path, undefined, { token }),
        await world.call('PATCH', path, { two_factor: false, code: '123456' }, { token }),
        await world.call('POST', `${path}/two-factor`, {}, { token }),
        await world.call('POST', `${path}/recovery-codes`, {}, { token }),
        await world.call('PUT', `${path}/recovery-codes`, { code: '123456' }, { token }),
      ]) {
        expect(refusalOf(answer)).toBe('404 NOT_FOUND error.notFound');
      }
    }
    expect(refusalOf(await world.call('GET', `/api/user-settings/${brunoId}`))).toMatch(/^401/);
  });
});

describe('the login’s second step', () => {
  let bia: Awaited<ReturnType<World['addTwoFactor']>>;
  beforeAll(async () => {
    bia = await world.addTwoFactor(BIA);
  });

  test('password -> code -> session, with its cookie and routes; the code is used once', async () => {
    const challenge = await challengeOf(BIA);
    const code = bia.codeOf();
    const answer = await confirm(challenge, code);
    expect(loginAnswerSchema.parse(answer.body)).toMatchObject({ tenantName: 'brisa', origin_backoffice: false });
    expect(answer.cookie).toContain('balcao_refresh=');
    const token = loginAnswerSchema.parse(answer.body).access_token ?? '';
    expect((await world.call('GET', '/api/users', undefined, { token })).status).toBe(200);
    expect(refusalOf(await confirm(challenge, code))).toBe('400 INVALID error.login.code');
    expect(await world.auditOf(BIA)).toEqual(expect.arrayContaining(['login', 'login.codeFailed']));
    world.clock.advance(30_000);
    expect((await confirm(challenge, bia.codeOf())).status).toBe(200);
    world.clock.advance(30_000);
  });

  test('of two at once with the same code one gets in', async () => {
    const challenge = await challengeOf(BIA);
    const code = bia.codeOf();
    const statuses = (await Promise.all([confirm(challenge, code), confirm(challenge, code)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
    world.clock.advance(30_000);
  });

  test('a recovery code does as well, once, however it is typed', async () => {
    const challenge = await challengeOf(BIA);
    const [code = ''] = bia.recoveryCodes;
    expect((await confirm(challenge, ` ${code.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    expect(refusalOf(await confirm(challenge, code))).toBe('400 INVALID error.login.code');
    const settings = await world.call('GET', `/api/user-settings/${bia.id}`, undefined, { token: bia.token });
    expect(userSettingsSchema.parse(settings.body).recovery_codes_left).toBe(9);
  });

  test('over GraphQL: challenge -> session; of another company’s login it is worth nothing', async () => {
    const brisa = { tenant: 'brisa', token: '' };
    const { logIn: first } = await callGraphql(world.url, brisa, logIn, { email: BIA, password: DEMO_PASSWORD });
    expect(first).toMatchObject({ token: null, user: null, has_permission_routes: [] });
    const variables = { second_factor_token: first.second_factor_token ?? '', code: bia.codeOf() };
    expect(
      await graphqlRefusalOf(callGraphql(world.url, { ...brisa, tenant: 'aurora' }, confirmSecondFactor, variables)),
    ).toBe('UNAUTHENTICATED error.login.challengeExpired');
    const { confirmSecondFactor: second } = await callGraphql(world.url, brisa, confirmSecondFactor, variables);
    expect(second).toMatchObject({ user: { email: BIA }, second_factor_owed: false });
    expect(second.token).not.toBeNull();
    world.clock.advance(30_000);
  });

  test('a forged challenge, an empty code, one that waited five minutes, one of an old password', async () => {
    expect(refusalOf(await confirm('x.y.z', '123456'))).toBe('401 UNAUTHENTICATED error.login.challengeExpired');
    expect(fieldsOf(await confirm('x.y.z', ' '))).toEqual({ code: 'error.field.required' });
    const old = await challengeOf(BIA);
    world.clock.advance(301_000);
    expect(refusalOf(await confirm(old, bia.codeOf()))).toBe('401 UNAUTHENTICATED error.login.challengeExpired');
    const challenge = await challengeOf(BIA);
    const [kept] = await world.rows<{ password_hash: string }>('select password_hash from app_user where id = $1', [
      bia.id,
    ]);
    await world.rows(`update app_user set password_hash = 'another' where id = $1`, [bia.id]);
    expect(refusalOf(await confirm(challenge, bia.codeOf()))).toBe('401 UNAUTHENTICATED error.login.challengeExpired');
    await world.rows('update app_user set password_hash = $2 where id = $1', [bia.id, kept?.password_hash]);
  });

  test('an access token is no challenge, and a challenge opens nothing', async () => {
    expect(refusalOf(await confirm(bia.token, bia.codeOf()))).toBe('401 UNAUTHENTICATED error.login.challengeExpired');
    const challenge = await challengeOf(BIA);
    expect(refusalOf(await world.call('GET', '/api/users', undefined, { token: challenge }))).toMatch(/^401/);
  });

  test('five wrong codes -> too many, from whatever address, also for the right one, until the window ends', async () => {
    world.clock.advance(16 * 60_000);
    const challenge = await challengeOf(BIA);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(refusalOf(await confirm(challenge, 'wrong'))).toBe('400 INVALID error.login.code');
    }
    expect(refusalOf(await confirm(challenge, bia.codeOf()))).toBe('429 TOO_MANY error.tooManyTries');
    world.clock.advance(16 * 60_000);
    expect((await confirm(await challengeOf(BIA), bia.codeOf())).status).toBe(200);
    world.clock.advance(30_000);
  });

  test('new recovery codes: those before are good until a code was given', async () => {
    // Waiting made the session's token too old.
    const token =
      loginAnswerSchema.parse((await confirm(await challengeOf(BIA), bia.codeOf())).body).access_token ?? '';
    world.clock.advance(30_000);
    const path = `/api/user-settings/${bia.id}/recovery-codes`;
    const { recovery_codes: codes } = prepareRecoveryCodes.answer.parse(
      (await world.call('POST', path, {}, { token })).body,
    );
    const [, before = '', last = ''] = bia.recoveryCodes;
    expect((await confirm(await challengeOf(BIA), before)).status).toBe(200);
    expect(fieldsOf(await world.call('PUT', path, { code: '000000' }, { token }))).toEqual({
      code: 'error.twoFactor.code',
    });
    const renewed = await world.call('PUT', path, { code: bia.codeOf() }, { token });
    expect(userSettingsSchema.parse(renewed.body).recovery_codes_left).toBe(10);
    world.clock.advance(30_000);
    expect((await confirm(await challengeOf(BIA), last)).status).toBe(400);
    expect((await confirm(await challengeOf(BIA), codes[0] ?? '')).status).toBe(200);
  });

  test('on -> off: with a code; then the password is enough', async () => {
    const token =
      loginAnswerSchema.parse((await confirm(await challengeOf(BIA), bia.codeOf())).body).access_token ?? '';
    world.clock.advance(30_000);
    const off = (code: string) =>
      world.call('PATCH', `/api/user-settings/${bia.id}`, { two_factor: false, code }, { token });
    expect(fieldsOf(await off('000000'))).toEqual({ code: 'error.twoFactor.code' });
    expect(userSettingsSchema.parse((await off(bia.codeOf())).body)).toMatchObject({
      two_factor: false,
      recovery_codes_left: 0,
    });
    expect(loginAnswerSchema.parse((await world.logIn(BIA)).body).access_token).not.toBeNull();
  });
});

test('wrong codes at the login keep nobody out who is in, nor the other way round', async () => {
  const { id, codeOf } = await world.addTwoFactor(CARLA);
  const challenge = await challengeOf(CARLA);
  const token = loginAnswerSchema.parse((await confirm(challenge, codeOf())).body).access_token ?? '';
  world.clock.advance(30_000);
  const off = (code: string) => world.call('PATCH', `/api/user-settings/${id}`, { two_factor: false, code }, { token });
  const full = '429 TOO_MANY error.tooManyTries';

  for (let tries = 0; tries < 5; tries += 1) await confirm(challenge, 'wrong');
  expect(refusalOf(await confirm(challenge, codeOf()))).toBe(full);
  expect((await off(codeOf())).body).toMatchObject({ two_factor: false });

  const again = await world.addTwoFactor(CARLA);
  world.clock.advance(16 * 60_000);
  const fresh = loginAnswerSchema.parse((await confirm(await challengeOf(CARLA), again.codeOf())).body);
  world.clock.advance(30_000);
  const offAgain = (code: string) =>
    world.call('PATCH', `/api/user-settings/${id}`, { two_factor: false, code }, { token: fresh.access_token ?? '' });
  for (let tries = 0; tries < 5; tries += 1) {
    expect(fieldsOf(await offAgain('000000'))).toEqual({ code: 'error.twoFactor.code' });
  }
  expect(refusalOf(await offAgain(again.codeOf()))).toBe(full);
  expect((await confirm(await challengeOf(CARLA), again.codeOf())).status).toBe(200);
  await world.rows('delete from totp where user_id = $1', [id]);
  await world.rows('delete from recovery_code where user_id = $1', [id]);
  world.clock.advance(16 * 60_000);
});

describe('a fresh password', () => {
  const UNPROVEN = '403 FORBIDDEN error.password.unproven';

  /** As if their sessions had begun, and their password been shown, six minutes earlier. */
  const letGrowOld = (id: string) =>
    world.rows(
      `update session set created_at = created_at - interval '6 minutes',
        password_proved_at = password_proved_at - interval '6 minutes' where user_id = $1`,
      [id],
    );
  const unlock = async (token: string) =>
    expect((await world.call('POST', '/api/auth/unlock', { password: DEMO_PASSWORD }, { token })).status).toBe(200);

  test('shown too long ago -> setting up, changing and removing are refused, no code spent; shown again -> done', async () => {
    const [token, id] = [await world.server.tokenOf(CARLA), await world.idOf(CARLA)];
    const path = `/api/user-settings/${id}`;
    const prepare = () => world.call('POST', `${path}/two-factor`, {}, { token });
    const turn = (isOn: boolean, code: string) => world.call('PATCH', path, { two_factor: isOn, code }, { token });
    const audited = (await world.auditOf(CARLA)).length;

    await letGrowOld(id);
    expect(refusalOf(await prepare())).toBe(UNPROVEN);
    await unlock(token);
    const { secret } = prepareTwoFactor.answer.parse((await prepare()).body);
    const codeOf = codesOf(secret, world.clock.now);

    await letGrowOld(id);
    // More often than wrong codes may be given: none of them is looked at.
    for (let index = 0; index < 7; index += 1) expect(refusalOf(await turn(true, '000000'))).toBe(UNPROVEN);
    expect(refusalOf(await turn(true, codeOf()))).toBe(UNPROVEN);
    await unlock(token);
    expect((await turn(true, codeOf())).body).toMatchObject({ two_factor: true });
    world.clock.advance(30_000);

    const renew = async (): Promise<Answer[]> => [
      await world.call('POST', `${path}/recovery-codes`, {}, { token }),
      await world.call('PUT', `${path}/recovery-codes`, { code: codeOf() }, { token }),
    ];
    await letGrowOld(id);
    for (const answer of [...(await renew()), await turn(false, codeOf())]) expect(refusalOf(answer)).toBe(UNPROVEN);
    await unlock(token);
    expect((await renew()).map(({ status }) => status)).toEqual([200, 200]);
    world.clock.advance(30_000);
    expect((await turn(false, codeOf())).body).toMatchObject({ two_factor: false });
    expect((await world.auditOf(CARLA)).slice(audited)).not.toContain('twoFactor.codeFailed');
  });

  test('an administrator takes another’s away only with their own shown lately', async () => {
    const { id } = await world.addTwoFactor(CARLA);
    const [ana, anaId] = [await world.server.tokenOf(ANA), await world.idOf(ANA)];
    const takeAway = () => world.call('PATCH', `/api/user-settings/${id}`, { two_factor: false }, { token: ana });
    await letGrowOld(anaId);
    expect(refusalOf(await takeAway())).toBe(UNPROVEN);
    await challengeOf(CARLA);
    await unlock(ana);
    expect((await takeAway()).body).toMatchObject({ two_factor: false });
  });
});

test('a lost phone: the administrator takes it away, nobody gives one to another', async () => {
  const bruno = await world.idOf(BRUNO);
  const [ana, carla] = [await world.server.tokenOf(ANA), await world.server.tokenOf(CARLA)];
  const path = `/api/user-settings/${bruno}`;
  expect(refusalOf(await world.call('PATCH', path, { two_factor: false }, { token: carla }))).toMatch(/^404/);
  expect(refusalOf(await world.call('PATCH', path, { two_factor: true, code: '1' }, { token: ana }))).toMatch(/^403/);
  await challengeOf(BRUNO);
  expect((await world.call('PATCH', path, { two_factor: false }, { token: ana })).status).toBe(200);
  expect(loginAnswerSchema.parse((await world.logIn(BRUNO)).body).access_token).not.toBeNull();
  expect(await world.auditOf(ANA)).toContain('twoFactor.takenAway');
});

describe('required by the company', () => {
  const PATH = '/api/security-settings';

  test('only administrators ask and change; who has none themself can’t require it', async () => {
    const [ana, carla] = [await world.server.tokenOf(ANA), await world.server.tokenOf(CARLA)];
    expect(refusalOf(await world.call('GET', PATH, undefined, { token: carla }))).toMatch(/^403/);
    expect(refusalOf(await world.call('PATCH', PATH, { two_factor_required: true }, { token: carla }))).toMatch(/^403/);
    expect((await world.call('GET', PATH, undefined, { token: ana })).body).toEqual({
      two_factor_required: false,
      users_without: 3,
      version: 'false',
    });
    expect(refusalOf(await world.call('PATCH', PATH, { two_factor_required: true }, { token: ana }))).toBe(
      '409 CONFLICT error.twoFactor.ownFirst',
    );
    expect(fieldsOf(await world.call('PATCH', PATH, { two_factor_required: 1 }, { token: ana }))).toEqual({
      two_factor_required: 'error.field.invalid',
    });
  });

  test('required -> who has none may do nothing but set one up, also in a session that is open', async () => {
    const { token: ana } = await world.addTwoFactor(ANA);
    const open = await world.server.tokenOf(CARLA);
    expect(
      refusalOf(await world.call('PATCH', PATH, { two_factor_required: true, version: 'true' }, { token: ana })),
    ).toBe('409 CONFLICT error.form.conflict');
    const required = await world.call('PATCH', PATH, { two_factor_required: true, version: 'false' }, { token: ana });
    expect(required.body).toMatchObject({ two_factor_required: true, users_without: 2 });

    const login = loginAnswerSchema.parse((await world.logIn(CARLA)).body);
    expect(login).toMatchObject({ has_permission_routes: [], second_factor_owed: true });
    const carla = { tenant: 'aurora', token: open };

    expect(await graphqlRefusalOf(callGraphql(world.url, carla, chatTickets, {}))).toBe('FORBIDDEN error.forbidden');

    const { ticket } = (await callGraphql(world.url, carla, createSocketTicket, {})).createSocketTicket;
    const userId = await world.idOf(CARLA);
    const socket = openSocket(world.url, { tenantName: 'aurora', userId, ticket });
    await socket.hello();
    const { codeOf } = await world.addTwoFactor(CARLA);
    // An open page is told, so that it asks what is permitted now.
    await socket.frame('PermissionsChanged');
    await socket.end();
    expect((await callGraphql(world.url, carla, chatTickets, {})).chatTickets.items).toEqual([]);
    const off = { two_factor: false, code: codeOf() };
    const id = await world.idOf(CARLA);
    expect(refusalOf(await world.call('PATCH', `/api/user-settings/${id}`, off, { token: open }))).toBe(
      '403 FORBIDDEN error.twoFactor.required',
    );
    // Brisa doesn't ask for it.
    expect(loginAnswerSchema.parse((await world.logIn(BIA)).body).second_factor_owed).toBeUndefined();
  });
});
