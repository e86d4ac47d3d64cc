import { passwordReset } from '../../models/journeys/password-reset.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectPhase } from '../../src/machines/auth/auth.selectors.ts';
import type { Act, Steps } from './journeys-walk.ts';
import { mailedTokens, nextMailedToken } from './mailbox.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly bia: Office;
  readonly id: string;
  readonly email: string;
  /** Where he is logged in, and where he has forgotten his password. */
  readonly other: Office;
  readonly rui: Office;
  /** Of the mails, newest first. */
  links: string[];
  /** What names the link that he follows in the vault. */
  key: string;
}

const TENANT = 'brisa';
const OLD = 'Uma#senha+velha9';
const NEW = 'Uma#senha+nova8';
const HOUR_MS = 3_600_000;
const FORGOT = 'account.forgotPassword';
const RESET = 'account.resetPassword';

async function ask({ rui }: Path, email: string): Promise<void> {
  rui.visit('/pages/forgot-password');
  await rui.open(FORGOT, 'own', { email: '', locale: 'pt_BR' });
  rui.type(FORGOT, 'own', { email });
  rui.submit(FORGOT, 'own');
  await rui.seesForm(FORGOT, 'own', { phase: 'saved' });
}

async function askAndGet(path: Path): Promise<void> {
  await ask(path, path.email);
  const token = await nextMailedToken(path.world.url, path.email, 'reset-password', path.links.length + 1);
  path.links.unshift(token);
}

async function follow(path: Path, link: string | undefined): Promise<void> {
  path.key = path.rui.client.adapters.vault.keep(link ?? '');
  path.rui.visit('/pages/reset-password');
  await path.rui.open(RESET, path.key, { password: null });
}

function choose({ rui, key }: Path, password: string): void {
  rui.type(RESET, key, { password: rui.client.adapters.vault.keep(password) });
  rui.submit(RESET, key);
}

const deeds = {
  'asks with an e-mail that nobody has': (path) => ask(path, `nobody-${path.email}`),
  asks: askAndGet,
  'asks again': askAndGet,
  'follows the link': (path) => follow(path, path.links[0]),
  'follows the older link': (path) => follow(path, path.links.at(-1)),
  'an hour passes': async ({ world }) => world.letTimePass(HOUR_MS),
  'the administrator blocks him': async ({ bia, id }) => {
    await bia.save('user.block', id, {}, {});
  },
  'chooses a weak password': async (path) => choose(path, 'abc12345'),
  'chooses another password': async (path) => choose(path, NEW),
} satisfies Record<DeedOf<typeof passwordReset>, Act<Path>>;

/** Tries to log in on a page of its own; answers whether that opened a session. */
async function opens({ world, email }: Path, password: string): Promise<boolean> {
  const { client } = world.stranger('somebody at the login', TENANT);
  await client.tryLogIn(email, password, 'rest');
  return selectPhase(client.directory.auth.getSnapshot()) === 'authenticated';
}

/** Nothing has changed so far: he is still logged in where he was. */
async function seesStillIn({ other }: Path): Promise<void> {
  other.look('mySessions');
  await other.sees('this session', 'mySessions', (rows) => rows.some(({ current }) => current));
}

const scenes = {
  'asked for the e-mail': seesStillIn,
  'told the same, without a mail': async (path) => {
    const { world, rui, email } = path;
    await rui.seesForm(FORGOT, 'own', { phase: 'saved' });
    // One that is sent shows that those before were looked at.
    if ((await mailedTokens(world.url, `nobody-${email}`, 'reset-password')).length > 0) throw new Error('A mail');
  },
  'has a mail': seesStillIn,
  'has two mails': async ({ links }) => {
    if (new Set(links).size !== 2) throw new Error('The links are the same');
  },
  choosing: async ({ rui, key }) => rui.seesForm(RESET, key, { phase: 'pristine' }),
  'told that it is weak': async (path) => {
    await path.rui.seesForm(RESET, path.key, { phase: 'refused', fields: { password: 'error.password.weak' } });
    await seesStillIn(path);
  },
  'choosing too late': async ({ rui, key }) => rui.seesForm(RESET, key, { phase: 'pristine' }),
  done: async (path) => {
    await path.rui.seesForm(RESET, path.key, { phase: 'saved' });
    const why = await path.other.seesEnd();
    if (why !== 'error.session.expired') throw new Error(`The other page says ${why}`);
    if ((await opens(path, OLD)) || !(await opens(path, NEW))) throw new Error('The old password counts');
  },
  'choosing once more': async ({ rui, key }) => rui.seesForm(RESET, key, { phase: 'pristine' }),
  blocked: async ({ other }) => {
    const why = await other.seesEnd();
    if (why !== 'error.session.closedByAdmin') throw new Error(`The other page says ${why}`);
  },
  'told that the link is of no use': async ({ rui, key }) =>
    rui.seesForm(RESET, key, { phase: 'refused', failure: 'error.link.expired' }),
} satisfies Record<SceneOf<typeof passwordReset>, Act<Path>>;

export const passwordResetSteps: Steps<Path, OfficeWorld> = {
  journey: passwordReset,
  begin: async (world) => {
    const bia = await world.at('bia');
    const { id, email } = await world.join('rui', OLD);
    const other = world.stranger('Rui at the other computer', TENANT);
    await other.client.logIn(email, OLD, 'rest');
    return { world, bia, id, email, other, rui: world.stranger('Rui', TENANT), links: [], key: '' };
  },
  deeds,
  scenes,
};
