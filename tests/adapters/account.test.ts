import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import type { Adapters } from '../../src/adapters/run-commands.ts';
import type { AppEvent, EventOf, EventType } from '../../src/machines/log/event.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { expectEventually } from '../support/expect-eventually.ts';
import { Inbox } from '../support/inbox.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/* The account's lists and forms against the real server. */

const CARLA = 'carla@aurora.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Page {
  readonly adapters: Adapters;
  readonly events: Inbox<AppEvent>;
  readonly load: (form: FormName, key: string) => Promise<EventOf<'form.loaded' | 'form.loadFailed'>>;
  readonly save: (form: FormName, key: string, values: FormValues, version?: string | null) => Promise<Outcome>;
  readonly list: (list: ListName, filters?: Readonly<Record<string, string>>) => Promise<readonly unknown[]>;
  /** Puts a secret where a view would. */
  readonly secret: (text: string) => string;
  /** What the vault keeps under a field's value. */
  readonly read: (values: FormValues, field: string) => string;
}
type Outcome = EventOf<'form.saved' | 'form.refused'>;

async function open(email: string | null): Promise<Page> {
  const events = new Inbox<AppEvent>();
  const adapters = createAdapters({
    append: (event) => events.put(event),
    config: knownConfig({ backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: true }),
    tenant: 'aurora',
    environment: nodeEnvironment({ url: server.url }),
    textOf: (text) => (text.kind === 'words' ? text.words : text.id),
  });
  onTestFinished(() => adapters.stop());
  if (email !== null) {
    const token = adapters.vault.keep(await server.tokenOf(email));
    adapters.run({ type: 'token.adopt', token, generation: 1 });
  }
  let request = 0;
  const answer = <Type extends EventType>(types: readonly Type[], number: number) =>
    events.find(
      (event): event is EventOf<Type> =>
        types.some((type) => type === event.type) && 'request' in event && event.request === number,
    );
  return {
    adapters,
    events,
    load: (form, key) => {
      adapters.run({ type: 'form.load', form, key, request: (request += 1) });
      return answer(['form.loaded', 'form.loadFailed'], request);
    },
    save: (form, key, values, version = null) => {
      adapters.run({ type: 'form.save', form, key, request: (request += 1), values, version });
      return answer(['form.saved', 'form.refused'], request);
    },
    list: async (list, filters = {}) => {
      const query = { page: 1, limit: 25, search: '', sort: { by: 'id', descending: true }, filters };
      adapters.run({ type: 'list.fetch', list, request: (request += 1), query });
      const answered = await answer(['list.answered', 'list.failed'], request);
      if (answered.type === 'list.failed') throw new Error(answered.failure.key);
      return answered.page.rows;
    },
    secret: adapters.vault.keep,
    read: (values, field) => {
      const ref = values[field];
      return (typeof ref === 'string' ? adapters.vault.read(ref) : undefined) ?? '';
    },
  };
}

async function idOf(email: string): Promise<string> {
  const { rows } = await server.owner.query<{ id: string }>('select id from app_user where email = $1', [email]);
  return rows[0]?.id ?? '';
}

function loaded(event: EventOf<'form.loaded' | 'form.loadFailed'>): FormValues {
  if (event.type === 'form.loadFailed') throw new Error(event.failure.key);
  return event.values;
}

function fieldsOf(outcome: Outcome): Readonly<Record<string, string>> {
  return outcome.type === 'form.refused' ? outcome.failure.fields : {};
}

/** The token of the newest mail to somebody. */
async function mailedToken(email: string): Promise<string> {
  let token: string | undefined;
  await expectEventually(async () => {
    const box = await (await fetch(`${server.url}/emulator/mailbox`)).text();
    const mail = box.split('<article').find((each) => each.includes(`<strong>${email}</strong>`)) ?? '';
    token = /#token=([\w.-]+)/.exec(mail)?.[1];
    return token;
  }).toBeDefined();
  return token ?? '';
}

test('two-factor: prepared -> on -> codes renewed -> off; no secret enters the log', async () => {
  const page = await open(CARLA);
  const id = await idOf(CARLA);
  const settings = () => page.list('userSettings', { user: id });
  const off = {
    id,
    twoFactor: false,
    twoFactorRequired: false,
    recoveryCodesLeft: 0,
    lockMinutes: 0,
    waitMinutes: { warning: 10, alert: 20 },
  };
  expect(await settings()).toEqual([off]);

  const values = loaded(await page.load('account.twoFactor', id));
  const [secret, codes] = [page.read(values, 'secret'), page.read(values, 'recovery_codes').split('\n')];
  expect(page.read(values, 'qr')).toMatch(/^<svg /);
  expect(page.read(values, 'uri')).toContain(secret);
  expect(codes).toHaveLength(10);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });

  expect(fieldsOf(await page.save('account.twoFactor', id, { ...values, code: null }))).toEqual({
    code: 'error.field.required',
  });
  expect(fieldsOf(await page.save('account.twoFactor', id, { ...values, code: page.secret('000') }))).toEqual({
    code: 'error.twoFactor.code',
  });
  const code = page.secret(totp.generate());
  expect(await page.save('account.twoFactor', id, { ...values, code })).toMatchObject({ lists: ['userSettings'] });
  expect(page.adapters.vault.read(code)).toBeUndefined();
  expect(await settings()).toEqual([{ ...off, twoFactor: true, recoveryCodesLeft: 10 }]);

  const renewed = loaded(await page.load('account.recoveryCodes', id));
  const [first = ''] = page.read(renewed, 'recovery_codes').split('\n');
  // The next step's: the one of now is used.
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  expect((await page.save('account.recoveryCodes', id, { ...renewed, code: page.secret(next) })).type).toBe(
    'form.saved',
  );

  const used = await page.save('account.twoFactorOff', id, { code: page.secret(codes[0] ?? '') });
  expect(fieldsOf(used)).toEqual({ code: 'error.twoFactor.code' });
  expect((await page.save('account.twoFactorOff', id, { code: page.secret(first) })).type).toBe('form.saved');
  expect(await settings()).toEqual([off]);

  const log = JSON.stringify(page.events.items);
  for (const told of [secret, first, next, ...codes]) expect(log).not.toContain(told);
});

test('a company asks for it: loaded -> saved with the version -> a conflict with an older one; a lost phone', async () => {
  const ana = await open('ana@aurora.example');
  const form = await ana.load('security', 'own');
  expect(form).toMatchObject({ values: { two_factor_required: false }, version: 'false' });
  const refused = await ana.save('security', 'own', { two_factor_required: true }, 'false');
  expect(refused).toMatchObject({ failure: { key: 'error.twoFactor.ownFirst' } });
  const stale = await ana.save('security', 'own', { two_factor_required: true }, 'true');
  expect(stale).toMatchObject({ failure: { code: 'CONFLICT', key: 'error.form.conflict' } });
  expect(await ana.save('security', 'own', { two_factor_required: false }, 'false')).toMatchObject({
    version: 'false',
  });
  expect(await ana.save('user.twoFactorOff', await idOf(CARLA), {})).toMatchObject({ lists: ['users'] });
});

test('unlock: one’s own password, nobody else’s', async () => {
  const page = await open(CARLA);
  const unlock = (password: string) => page.save('account.unlock', 'own', { password: page.secret(password) });
  expect(fieldsOf(await unlock('wrong'))).toEqual({ password: 'error.password.wrong' });
  expect(fieldsOf(await page.save('account.unlock', 'own', { password: null }))).toEqual({
    password: 'error.field.required',
  });
  expect((await unlock(DEMO_PASSWORD)).type).toBe('form.saved');
});

test('invited -> registered, without a login; revoked -> the link is no good', async () => {
  const ana = await open('ana@aurora.example');
  const { rows } = await server.owner.query<{ id: string }>(
    `select r.id from role r join tenant t on t.id = r.tenant_id where t.slug = 'aurora' and r.name = 'atendente'`,
  );
  const role = rows[0]?.id ?? '';
  expect(fieldsOf(await ana.save('invitation', 'new', { email: '', role_id: '' }))).toEqual({
    email: 'error.field.required',
    role_id: 'error.field.required',
  });
  const invitation = { email: 'davi@aurora.example', role_id: role, user_department_id: null, chosen_instances: [] };
  const invited = await ana.save('invitation', 'new', { ...invitation, locale: 'pt_BR' });
  expect(invited).toMatchObject({ type: 'form.saved', lists: ['invitations'] });
  expect(await ana.list('invitations')).toMatchObject([
    { email: invitation.email, role: { id: role }, invitedBy: 'Ana Ribeiro' },
  ]);

  const nobody = await open(null);
  const key = nobody.secret(await mailedToken(invitation.email));
  const values = loaded(await nobody.load('account.register', key));
  expect(values).toMatchObject({ email: invitation.email, company: 'Aurora Móveis', role: 'Atendente' });
  const filled = { ...values, name: 'Davi Lima', username: 'Davi' };
  expect(fieldsOf(await nobody.save('account.register', key, filled))).toEqual({ password: 'error.field.required' });
  const password = nobody.secret('Nova#senha+9');
  expect(await nobody.save('account.register', key, { ...filled, password })).toMatchObject({ id: invitation.email });
  expect(await server.tokenOf(invitation.email, 'Nova#senha+9')).not.toBe('');
  expect(await nobody.load('account.register', 'gone')).toMatchObject({ failure: { code: 'NOT_FOUND' } });

  const second = await ana.save('invitation', 'new', { ...invitation, email: 'eva@aurora.example' });
  const id = second.type === 'form.saved' ? (second.id ?? '') : '';
  expect((await ana.save('invitation.revoke', id, {})).type).toBe('form.saved');
  expect(await ana.list('invitations')).toEqual([]);
});

test('forgotten -> another password, without a login', async () => {
  const page = await open(null);
  expect(fieldsOf(await page.save('account.forgotPassword', 'new', { email: 'ana', locale: 'en' }))).toEqual({
    email: 'error.field.email',
  });
  const email = 'bruno@aurora.example';
  expect((await page.save('account.forgotPassword', 'new', { email, locale: 'en' })).type).toBe('form.saved');
  const key = page.secret(await mailedToken(email));
  const weak = { password: page.secret('12345678') };
  expect(fieldsOf(await page.save('account.resetPassword', key, weak))).toEqual({ password: 'error.password.weak' });
  const good = { password: page.secret('Nova#senha+9') };
  expect(await page.save('account.resetPassword', key, good)).toMatchObject({ type: 'form.saved', id: email });
  const again = await page.save('account.resetPassword', key, { password: page.secret('Nova#senha+8') });
  expect(again).toMatchObject({ failure: { key: 'error.link.expired' } });
});

test('the back-office invites an administrator', async () => {
  const page = await open('suporte@balcao.example');
  expect(await page.save('tenant.invite', 'brisa', { email: 'chefe@brisa.example', locale: 'pt' })).toMatchObject({
    type: 'form.saved',
  });
  expect(await mailedToken('chefe@brisa.example')).not.toBe('');
  expect(fieldsOf(await page.save('tenant.invite', 'brisa', { email: '' }))).toEqual({ email: 'error.field.required' });
});
