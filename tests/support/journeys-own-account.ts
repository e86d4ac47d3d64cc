import type { Locale } from '../../contract/facts/locales.ts';
import { ownAccount } from '../../models/journeys/own-account.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectLocale } from '../../src/machines/shell/shell.selectors.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  /** The administrator's page. */
  readonly bia: Office;
  readonly rita: Office;
  readonly id: string;
  readonly email: string;
  /** Rita's page at another computer. */
  elsewhere: Office;
  reply: string;
}

const TENANT = 'brisa';
const OLD = 'Uma#senha+velha9';
const NEW = 'Uma#senha+nova8';
const secretOf = ({ client }: Office, text: string) => client.adapters.vault.keep(text);

async function logInElsewhere({ world, email }: Pick<Path, 'world' | 'email'>, password: string): Promise<Office> {
  const office = world.stranger('Rita elsewhere', TENANT);
  await office.client.logIn(email, password, 'rest');
  return office;
}

async function chooseLanguage(path: Path, locale: Locale): Promise<void> {
  path.rita.visit('/user-settings');
  path.rita.client.append({ type: 'locale.chosen', locale });
  path.rita.look('mySessions');
}

/** Where she chose it, where she is already, and where she comes next. */
async function seesLanguage(path: Path, locale: Locale): Promise<void> {
  for (const office of [path.rita, path.elsewhere])
    await office.waits(
      `everything in ${locale}`,
      ({ directory }) => selectLocale(directory.shell.getSnapshot()) === locale,
    );
}

async function changePassword({ rita, id }: Path, current: string): Promise<void> {
  rita.visit('/user-settings');
  await rita.open('account.password', id, { current: null, password: null });
  rita.type('account.password', id, { current: secretOf(rita, current), password: secretOf(rita, NEW) });
  rita.submit('account.password', id);
}

async function isLetIn({ world, email }: Path, password: string): Promise<boolean> {
  const office = world.stranger('Rita at the login', TENANT);
  office.visit('/login');
  await office.client.tryLogIn(email, password, 'rest');
  return office.isIn();
}

async function seesReplies({ rita, bia }: Path, texts: readonly string[]): Promise<void> {
  await rita.listed('quickReplies', { of: 'own' }, (rows) => rows.map(({ text }) => text).join() === texts.join());
  await bia.listed('quickReplies', { of: 'company' }, (rows) => rows.every(({ text }) => !texts.includes(text)));
}

const deeds = {
  'Rita changes her name': async (path) => {
    path.rita.visit('/pages/profile');
    await path.rita.save('account.profile', path.id, { name: `Rita de ${path.id}` });
  },
  'Rita goes away': async ({ rita, id }) => void (await rita.press('availability', id, { away: true })),
  'Rita comes back': async ({ rita, id }) => void (await rita.press('availability', id, { away: false })),
  'Rita chooses English': (path) => chooseLanguage(path, 'en'),
  'Rita chooses European Portuguese': (path) => chooseLanguage(path, 'pt'),
  'Rita ends the session at another device': async ({ rita }) => {
    const rows = await rita.listed('mySessions', {}, (all) => all.length === 2);
    await rita.press('session.revoke', rows.find(({ current }) => !current)?.id ?? '');
  },
  'Rita ends all other sessions': async (path) => {
    path.elsewhere = await logInElsewhere(path, OLD);
    await path.rita.press('session.revokeOthers', 'all');
  },
  'Rita mistypes her password as she changes it': (path) => changePassword(path, `${OLD}?`),
  'Rita changes her password': async (path) => {
    await changePassword(path, OLD);
    await path.rita.seesForm('account.password', path.id, { phase: 'saved' });
  },
  'Rita writes a quick reply of her own': async (path) => {
    path.rita.visit('/quick-replies');
    path.reply = await path.rita.save('quickReply', 'own', { shortcut: 'volto', text: 'Volto já.' });
  },
  'Rita changes the quick reply': async ({ rita, reply }) => {
    await rita.save('quickReply', reply, { text: 'Volto em cinco minutos.' });
  },
  'Rita deletes the quick reply': async ({ rita, reply }) => void (await rita.press('quickReply.delete', reply)),
  'Rita unlocks her screen': async ({ rita }) => {
    rita.visit('/pages/lock-screen');
    await rita.save('account.unlock', 'proof', { password: secretOf(rita, NEW) }, { password: null });
  },
} satisfies Record<DeedOf<typeof ownAccount>, Act<Path>>;

/** The other page may be told that it is over by what it does next. */
async function seesElsewhereOut({ elsewhere, rita }: Path): Promise<void> {
  elsewhere.look('mySessions');
  await elsewhere.seesEnd();
  await rita.listed('mySessions', {}, (rows) => rows.length === 1 && rows[0]?.current === true);
}

const seesAway = async ({ bia, id }: Path, isAway: boolean) =>
  bia.listed('users', {}, (rows) => {
    const found = rows.find((row) => row.id === id);
    return isAway ? found?.away === true : found?.connected === true && found.away === undefined;
  });

const scenes = {
  'at work': async ({ rita, id }) => {
    rita.visit('/');
    await rita.listed('userSettings', { user: id }, (rows) => rows.length === 1);
  },
  'known by the new name': async ({ bia, id }) => {
    await bia.listed('users', {}, (rows) => rows.some((row) => row.id === id && row.name === `Rita de ${id}`));
  },
  away: async (path) => void (await seesAway(path, true)),
  back: async (path) => void (await seesAway(path, false)),
  'everything in English': (path) => seesLanguage(path, 'en'),
  'everything in European Portuguese': (path) => seesLanguage(path, 'pt'),
  'the other device is out': seesElsewhereOut,
  alone: seesElsewhereOut,
  'told that it is wrong': async (path) => {
    const { rita, id } = path;
    await rita.seesForm('account.password', id, { phase: 'refused', fields: { current: 'error.password.wrong' } });
    if (await isLetIn(path, NEW)) throw new Error('The password was changed');
  },
  'let in by the new password alone': async (path) => {
    if (await isLetIn(path, OLD)) throw new Error('The old password is let in');
    if (!(await isLetIn(path, NEW))) throw new Error('The new password is not let in');
  },
  'hers alone': (path) => seesReplies(path, ['Volto já.']),
  'hers, changed': (path) => seesReplies(path, ['Volto em cinco minutos.']),
  'no quick reply': (path) => seesReplies(path, []),
  unlocked: ({ rita }) => rita.seesForm('account.unlock', 'proof', { phase: 'saved' }),
} satisfies Record<SceneOf<typeof ownAccount>, Act<Path>>;

export const ownAccountSteps: Steps<Path, OfficeWorld> = {
  journey: ownAccount,
  begin: async (world) => {
    const bia = await world.at('bia');
    const { id, email } = await world.join('rita', OLD);
    const rita = world.stranger('Rita', TENANT);
    await rita.client.logIn(email, OLD, 'rest');
    const elsewhere = await logInElsewhere({ world, email }, OLD);
    bia.look('users');
    return { world, bia, rita, id, email, elsewhere, reply: '' };
  },
  deeds,
  scenes,
};
