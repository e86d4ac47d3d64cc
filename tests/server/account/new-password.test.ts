import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import { passwordScore } from '../../../contract/facts/password.ts';
import * as links from '../../../contract/rest/account-links.ts';
import { addUser } from '../../../contract/rest/add-user.ts';
import { changeUser } from '../../../contract/rest/change-user.ts';
import { invite } from '../../../contract/rest/invitations.ts';
import { requireUncommonPassword } from '../../../server/domain/auth/password-rules.ts';
import { callGraphql } from '../../support/attendance.ts';
import { nextMailedToken } from '../../support/mailbox.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';
import { startWorld } from './world.ts';
import type { World } from './world.ts';

const ANA = 'ana@aurora.example';
const BRUNO = 'bruno@aurora.example';
const COMMON = 'error.password.common';
const PERSONAL = 'error.password.personal';
/** The same, told to an administrator, whose name it isn't. */
const PERSONAL_OTHER = 'error.password.personalOther';

let world: World;
let ana: string;
let bruno: string;
let attendants: string;
beforeAll(async () => {
  world = await startWorld();
  [ana, bruno] = [await world.server.tokenOf(ANA), await world.server.tokenOf(BRUNO)];
  const [role] = await world.rows<{ id: string }>(
    "select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'atendente'",
  );
  attendants = role?.id ?? '';
  // Called something of its own, so that it shows whose names are looked at.
  await world.rows("update tenant set name = 'Cosméticos Valquíria' where slug = 'aurora'");
});
afterAll(() => world.server.stop());

/** What a GraphQL call says of a password. */
async function refused(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return /error\.password\.\w+/.exec(JSON.stringify(error) ?? '')?.[0];
}

const set = (password: string) =>
  refused(callGraphql(world.url, { tenant: 'aurora', token: bruno }, updateUserPassword, { password }));

describe('a password that somebody chooses', () => {
  test.each([
    ['Password1!', COMMON],
    ['P@ssw0rd!!', COMMON],
    ['Senha@2026', COMMON],
    ['S3nh4#2026', COMMON],
    ['drowssaP#1', COMMON],
    ['senhaSENHA9', COMMON],
    ['1q2w3e4r5t', COMMON],
    ['19851985', COMMON],
    ['Flamengo#10', COMMON],
    ['Mudar@2026', COMMON],
    ['Amanhã#2026', COMMON],
    ['Senha@Senha1', COMMON],
    ['Bemvindo@1', COMMON],
    ['BemVindo#2026', COMMON],
    ['Deusefiel#1', COMMON],
    ['Deus@Fiel7', COMMON],
    ['SenhaForte@1', COMMON],
    ['WhatsApp#2026', COMMON],
    ['1q2w3e4r!Q', COMMON],
    ['!QAZ2wsx#EDC', COMMON],
    ['A.u.r.o.r.a@26', PERSONAL],
    ['BrunoAurora#26', PERSONAL],
    ['Bruno#2026', PERSONAL],
    ['0nurB-2026!', PERSONAL],
    ['aurora#9182', PERSONAL],
    ['Valquiria+77', PERSONAL],
    ['bruno.cosméticos', PERSONAL],
    ['Balcão#2027', PERSONAL],
    ['Uma#boa+senha7', undefined],
    ['correto cavalo bateria grampo', undefined],
    ['Bruno#xK9qzPw', undefined],
    ['Xk9#pLw2q', undefined],
  ])('%s -> %s', async (password, wanted) => {
    // All of them are good enough for the score, which looks at other things.
    expect(passwordScore(password)).toBeGreaterThan(50);
    expect(await set(password)).toBe(wanted);
  });

  test('a longer word may contain a name; short words with a listed number are common', async () => {
    const ana = { name: 'Ana Lima', username: 'ana', email: ANA, company: 'Aurora', tenantName: 'aurora' };
    await expect(requireUncommonPassword('Banana#Limao8', ana)).resolves.toBeUndefined();
    for (const short of ['Aa123456@', 'Abcd@1234']) {
      await expect(requireUncommonPassword(short, ana)).rejects.toMatchObject({ fields: { password: COMMON } });
    }
    await expect(requireUncommonPassword('AnaLima#2026', ana)).rejects.toMatchObject({
      fields: { password: PERSONAL },
    });
  });

  test('one that is refused changes nothing', async () => {
    const [before] = await world.rows('select password_hash from app_user where email = $1', [BRUNO]);
    expect(await set('Senha@2026')).toBe(COMMON);
    expect(await world.rows('select password_hash from app_user where email = $1', [BRUNO])).toEqual([before]);
  });

  test('made of somebody else’s names -> taken', async () => {
    expect(await set('Marcelina#77')).toBe(undefined);
  });
});

describe('everywhere a password is set', () => {
  const person = { name: 'Teodora Quintela', username: 'teodora', email: 'teodora@aurora.example' };
  const tries: [string, string][] = [
    ['Senha@2026', COMMON],
    ['Quintela#2026', PERSONAL],
    ['Valquiria#2026', PERSONAL],
  ];
  const toldToOther = (key: string) => (key === PERSONAL ? PERSONAL_OTHER : key);
  const owned = (token: string) => ({ tenant: 'aurora', token });

  test('an administrator adds a user: REST and GraphQL', async () => {
    for (const [password, key] of tries) {
      const given = { ...person, password, role_id: attendants };
      expect(await refusedRest(world.url, ana, addUser, given)).toMatchObject({
        status: 400,
        fields: { password: toldToOther(key) },
      });
      expect(await refused(callGraphql(world.url, owned(ana), newUser, given))).toBe(toldToOther(key));
    }
    expect(await world.idOf(person.email)).toBe('');
  });

  test('an administrator sets another’s, by the names that they have then', async () => {
    const made = await askRest(world.url, ana, addUser, { ...person, password: 'Uma#boa+senha7', role_id: attendants });
    for (const [password, key] of tries) {
      const change = { id: made.id, password };
      expect(await refusedRest(world.url, ana, changeUser, change)).toMatchObject({
        fields: { password: toldToOther(key) },
      });
    }
    const renamed = { id: made.id, name: 'Teodora Vasconcelos', password: 'Vasconcelos#26' };
    expect(await refusedRest(world.url, ana, changeUser, renamed)).toMatchObject({
      fields: { password: PERSONAL_OTHER },
    });
    expect((await askRest(world.url, ana, changeUser, { ...renamed, password: 'Quintela#2026' })).name).toBe(
      'Teodora Vasconcelos',
    );
  });

  test('one’s own, as an administrator: by one’s own names; shown too long ago -> refused before it is looked at', async () => {
    const change = { id: await world.idOf(ANA), password: 'Valquiria#2026' };
    expect(await refusedRest(world.url, ana, changeUser, change)).toMatchObject({ fields: { password: PERSONAL } });
    await world.rows("update session set password_proved_at = now() - interval '1 day' where user_id = $1", [
      change.id,
    ]);
    expect(await refusedRest(world.url, ana, changeUser, change)).toMatchObject({
      status: 403,
      key: 'error.password.unproven',
    });
  });

  test('an invitation is accepted', async () => {
    const email = 'umbelina@aurora.example';
    await askRest(world.url, ana, invite, { email, role_id: attendants, locale: 'pt_BR' });
    const token = await nextMailedToken(world.url, email, 'register', 1);
    const register = (password: string) =>
      world.call('POST', links.register.path, { token, name: 'Um Quintela', username: 'umq', password });
    for (const [password, key] of [...tries, ['Umbelina+77', PERSONAL]] as const) {
      expect((await register(password)).body).toMatchObject({ error: { fields: { password: key } } });
    }
    expect((await register('Uma#boa+senha7')).status).toBe(200);
  });

  test('a reset', async () => {
    await world.call('POST', links.forgotPassword.path, { email: 'umbelina@aurora.example' });
    const token = await nextMailedToken(world.url, 'umbelina@aurora.example', 'reset-password', 1);
    const reset = (password: string) => world.call('POST', links.resetPassword.path, { token, password });
    for (const [password, key] of tries) {
      expect((await reset(password)).body).toMatchObject({ error: { fields: { password: key } } });
    }
    expect((await reset('Bem#outra+senha7')).status).toBe(200);
  });
});
