import { Secret, TOTP } from 'otpauth';
import { twoFactor } from '../../models/journeys/two-factor.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectLoginFailure, selectPhase, selectRoutes } from '../../src/machines/auth/auth.selectors.ts';
import type { FormName } from '../../src/machines/entities/forms.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';
import { DEMO_PASSWORD } from './server.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly bia: Office;
  readonly id: string;
  readonly email: string;
  nina: Office;
  /** What her app holds. */
  secret: string;
  recoveryCodes: readonly string[];
  /** One that she has used. */
  used: string;
}

const TENANT = 'brisa';
const PASSWORD = 'Uma#outra+senha9';
/** The time that one code is for. */
const STEP_MS = 30_000;
const WRONG = '000000';
const ON = 'account.twoFactor';
const OFF = 'account.twoFactorOff';
/** Longer than a password counts as shown a moment ago. */
const LONG_MS = 6 * 60_000;
const UNPROVEN = 'error.password.unproven';

/** What her app shows; each code is of a time of its own, since each is good once. */
function codeOf(world: OfficeWorld, secret: string): string {
  world.letTimePass(STEP_MS);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now() });
}

/** What the vault keeps for a field, as the screen shows it. */
function shown(office: Office, form: FormName, id: string, field: string): string {
  const { directory, adapters } = office.client;
  const ref = directory.form(form, id)?.getSnapshot().context.values[field];
  return (typeof ref === 'string' ? adapters.vault.read(ref) : undefined) ?? '';
}

function giveCode({ nina, id }: Path, form: FormName, code: string): void {
  nina.type(form, id, { code: nina.client.adapters.vault.keep(code) });
  nina.submit(form, id);
}

async function prepare(path: Path): Promise<void> {
  path.nina.visit('/two-factor');
  await path.nina.open(ON, path.id);
  takeSecret(path);
}

function takeSecret(path: Path): void {
  const { nina, id } = path;
  path.secret = shown(nina, ON, id, 'secret');
  path.recoveryCodes = shown(nina, ON, id, 'recovery_codes').split('\n');
}

/** Shows the server a password, as the dialog does that stands over what was refused without it. */
async function givePassword(office: Office, password: string): Promise<void> {
  await office.open('account.unlock', 'proof', { password: null });
  office.type('account.unlock', 'proof', { password: office.client.adapters.vault.keep(password) });
  office.submit('account.unlock', 'proof');
}

async function prove(office: Office, password: string): Promise<void> {
  await givePassword(office, password);
  await office.seesForm('account.unlock', 'proof', { phase: 'saved' });
}

/** Puts a code in wherever one is asked for: at the login, or where it is set up. */
async function give(path: Path, code: string): Promise<void> {
  const { client } = path.nina;
  if (selectPhase(client.directory.auth.getSnapshot()) !== 'secondFactor') return giveCode(path, ON, code);
  client.append({ type: 'login.codeSubmitted', code: client.adapters.vault.keep(code) });
  await path.nina.waits(
    'an answer to the code',
    ({ directory }) => selectPhase(directory.auth.getSnapshot()) !== 'confirming',
  );
}

async function enterPassword(path: Path): Promise<void> {
  const { world, email } = path;
  path.nina = world.stranger('Nina', TENANT);
  await path.nina.client.tryLogIn(email, PASSWORD, 'rest');
}

/** The administrator has a second factor herself, else she could ask it of nobody. */
const administratorsSecrets = new WeakMap<OfficeWorld, string>();

async function require(world: OfficeWorld, bia: Office, isRequired: boolean): Promise<void> {
  if (isRequired && !administratorsSecrets.has(world)) {
    const id = bia.userId();
    await prove(bia, DEMO_PASSWORD);
    await bia.open(ON, id);
    const secret = shown(bia, ON, id, 'secret');
    bia.type(ON, id, { code: bia.client.adapters.vault.keep(codeOf(world, secret)) });
    bia.submit(ON, id);
    await bia.seesForm(ON, id, { phase: 'saved' });
    administratorsSecrets.set(world, secret);
  }
  await bia.open('security', 'company');
  const held = bia.client.directory.form('security', 'company')?.getSnapshot().context.initial['two_factor_required'];
  if (held === isRequired) return;
  bia.type('security', 'company', { two_factor_required: isRequired });
  bia.submit('security', 'company');
  await bia.seesForm('security', 'company', { phase: 'saved' });
}

const deeds = {
  'sets it up': prepare,
  'sets it up long after the login': async ({ world, nina, id }) => {
    world.letTimePass(LONG_MS);
    nina.client.append({ type: 'form.opened', form: ON, key: id, values: null });
    await nina.seesForm(ON, id, { phase: 'unloaded' });
  },
  'gives a wrong password': ({ nina }) => givePassword(nina, 'errada'),
  'gives her password': async (path) => {
    const { nina, id } = path;
    await prove(nina, PASSWORD);
    if (nina.client.directory.form(OFF, id) !== undefined) return nina.submit(OFF, id);
    nina.client.append({ type: 'form.retried', form: ON, key: id });
    await nina.seesForm(ON, id, { phase: 'pristine' });
    takeSecret(path);
  },
  'gives up': async ({ nina, id }) => nina.client.append({ type: 'form.left', form: ON, key: id }),
  'gives a wrong code': (path) => give(path, WRONG),
  'gives the code of the app': (path) => give(path, codeOf(path.world, path.secret)),
  'keeps the codes': async ({ nina, id }) => nina.client.append({ type: 'form.left', form: ON, key: id }),
  'makes other recovery codes': async (path) => {
    const { world, nina, id } = path;
    await nina.open('account.recoveryCodes', id);
    const codes = shown(nina, 'account.recoveryCodes', id, 'recovery_codes').split('\n');
    if (codes.some((code) => path.recoveryCodes.includes(code))) throw new Error('The same codes again');
    path.recoveryCodes = codes;
    giveCode(path, 'account.recoveryCodes', codeOf(world, path.secret));
  },
  'switches it off': async (path) => {
    await path.nina.open(OFF, path.id, { code: null });
    giveCode(path, OFF, codeOf(path.world, path.secret));
  },
  'switches it off long after the login': async (path) => {
    path.world.letTimePass(LONG_MS);
    await path.nina.open(OFF, path.id, { code: null });
    giveCode(path, OFF, codeOf(path.world, path.secret));
  },
  'logs in again': enterPassword,
  'goes back': async ({ nina }) => nina.client.append({ type: 'login.cancelled' }),
  'gives a recovery code': async (path) => {
    path.used = path.recoveryCodes[0] ?? '';
    await give(path, path.used);
  },
  'gives the same recovery code once more': async (path) => {
    await enterPassword(path);
    await give(path, path.used);
  },
  'the company requires it': ({ world, bia }) => require(world, bia, true),
  'the company requires it no more': ({ world, bia }) => require(world, bia, false),
  'the administrator takes it away': async ({ bia, id }) => {
    await prove(bia, DEMO_PASSWORD);
    await bia.save('user.twoFactorOff', id, {}, {});
  },
} satisfies Record<DeedOf<typeof twoFactor>, Act<Path>>;

/** What her settings say; each page asks for itself. */
async function seesSettings(
  { nina, id }: Path,
  what: { readonly isOn: boolean; readonly left: number; readonly isRequired?: boolean },
): Promise<void> {
  nina.look('userSettings', { user: id });
  await nina.sees(JSON.stringify(what), 'userSettings', ([own]) => {
    const { isOn, left, isRequired = false } = what;
    return own?.twoFactor === isOn && own.recoveryCodesLeft === left && own.twoFactorRequired === isRequired;
  });
}

/** A login with the password alone, on a page of its own. */
async function seesLoginEnd({ world, email }: Path, phase: 'authenticated' | 'secondFactor'): Promise<void> {
  const page = world.stranger('Nina at another computer', TENANT);
  await page.client.tryLogIn(email, PASSWORD, 'rest');
  await page.waits(phase, ({ directory }) => selectPhase(directory.auth.getSnapshot()) === phase);
}

async function seesMay({ nina }: Path, mayAttend: boolean): Promise<void> {
  await nina.waits(
    `the attendance permitted: ${mayAttend}`,
    ({ directory }) => selectRoutes(directory.auth.getSnapshot()).includes('chat') === mayAttend,
  );
}

async function seesSecret({ nina, id, secret }: Path): Promise<void> {
  await nina.seesForm(ON, id, { phase: 'pristine' });
  const qr = shown(nina, ON, id, 'qr');
  if (!/^[A-Z2-7]{32}$/u.test(secret) || !qr.startsWith('<svg')) throw new Error('Nothing for her app');
}

async function seesCodes({ recoveryCodes }: Path): Promise<void> {
  if (new Set(recoveryCodes).size !== 10) throw new Error(`${recoveryCodes.length} recovery codes`);
}

const scenes = {
  without: async (path) => {
    await seesMay(path, true);
    await seesSettings(path, { isOn: false, left: 0 });
    await seesLoginEnd(path, 'authenticated');
  },
  'asked for her password': async (path) => {
    await path.nina.seesForm(ON, path.id, { phase: 'unloaded', failure: UNPROVEN });
    if (shown(path.nina, ON, path.id, 'secret') !== '') throw new Error('The secret is shown');
  },
  'told that the password is wrong': async ({ nina, id }) => {
    await nina.seesForm('account.unlock', 'proof', { phase: 'refused', fields: { password: 'error.password.wrong' } });
    await nina.seesForm(ON, id, { phase: 'unloaded' });
  },
  'shown the secret': seesSecret,
  'told that the code is wrong': async (path) => {
    const { nina, id } = path;
    await nina.seesForm(ON, id, { phase: 'refused', fields: { code: 'error.twoFactor.code' } });
    await seesSettings(path, { isOn: false, left: 0 });
  },
  'shown the recovery codes': async (path) => {
    await path.nina.seesForm(ON, path.id, { phase: 'saved' });
    await seesCodes(path);
  },
  protected: async (path) => {
    await seesMay(path, true);
    await seesSettings(path, { isOn: true, left: 10 });
    await seesLoginEnd(path, 'secondFactor');
  },
  'asked for her password, protected': async (path) => {
    await path.nina.seesForm(OFF, path.id, { phase: 'refused', failure: UNPROVEN });
    await seesSettings(path, { isOn: true, left: 10 });
  },
  'shown other recovery codes': async (path) => {
    await path.nina.seesForm('account.recoveryCodes', path.id, { phase: 'saved' });
    await seesCodes(path);
  },
  'asked for a code': async ({ nina }) =>
    nina.waits('a code asked for', ({ directory }) => selectPhase(directory.auth.getSnapshot()) === 'secondFactor'),
  'refused at the login': async ({ nina }) =>
    nina.waits('the code refused', ({ directory }) => {
      const snapshot = directory.auth.getSnapshot();
      return selectPhase(snapshot) === 'secondFactor' && selectLoginFailure(snapshot)?.key === 'error.login.code';
    }),
  'asked who she is': async ({ nina }) => {
    await nina.seesEnd();
  },
  'in, with a code less': (path) => seesSettings(path, { isOn: true, left: 9 }),
  owing: async (path) => {
    await seesMay(path, false);
    await seesSettings(path, { isOn: false, left: 0, isRequired: true });
    const { client } = path.world.stranger('Nina at another computer', TENANT);
    await client.tryLogIn(path.email, PASSWORD, 'rest');
    if (client.location() !== '/two-factor') throw new Error(`She is led to ${client.location()}`);
  },
  'shown the secret, owing': seesSecret,
  'protected, as required': async (path) => {
    await seesMay(path, true);
    await seesSettings(path, { isOn: true, left: 10, isRequired: true });
  },
  'told that it is required': async (path) => {
    const failure = 'error.twoFactor.required';
    await path.nina.seesForm('account.twoFactorOff', path.id, { phase: 'refused', failure });
    await seesSettings(path, { isOn: true, left: 10, isRequired: true });
  },
} satisfies Record<SceneOf<typeof twoFactor>, Act<Path>>;

export const twoFactorSteps: Steps<Path, OfficeWorld> = {
  journey: twoFactor,
  begin: async (world) => {
    const bia = await world.at('bia');
    await require(world, bia, false);
    const { id, email } = await world.join('nina', PASSWORD);
    const nina = world.stranger('Nina', TENANT);
    await nina.client.logIn(email, PASSWORD, 'rest');
    return { world, bia, id, email, nina, secret: '', recoveryCodes: [], used: '' };
  },
  deeds,
  scenes,
};
