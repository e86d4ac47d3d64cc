import type { Services } from '../domain/context.ts';
import {
  endAllSessions,
  inviteBackoffice,
  passwordResetLink,
  listSessions,
  removeSecondFactor,
} from '../domain/account/operator.ts';

type Options = { email: string; name: string | undefined; url: string };

type Command = {
  help: string;
  /** Needs the server's public URL. */
  makesLink: boolean;
  run: (services: Pick<Services, 'db' | 'now'>, options: Options, say: (line: string) => void) => Promise<void>;
};

/** In the hash, as in mails: neither a proxy's log nor a referrer gets the token. */
const linkTo = (url: string, tenantName: string, page: string, token: string) =>
  `${url}/${tenantName}/pages/${page}#token=${token}`;

/** The operator's commands, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-backoffice': {
    help: 'invites an administrator of the back-office; the first time creates it, named --name',
    makesLink: true,
    run: async (services, { email, name, url }, say) => {
      const created = await inviteBackoffice(services, { email, name });
      if (created.isNew)
        say(`The back-office "${created.company}" was made. Its people log in at ${url}/${created.tenantName}/`);
      say(`With this link ${created.email} chooses a name and a password, once, within ${created.days} days:`);
      say(`  ${linkTo(url, created.tenantName, 'register', created.token)}`);
    },
  },
  'reset-password': {
    help: "prints a link to reset a user's password",
    makesLink: true,
    run: async (services, { email, url }, say) => {
      const created = await passwordResetLink(services, email);
      say(`With this link ${created.email} (${created.company}) chooses another password, once, within an hour:`);
      say(`  ${linkTo(url, created.tenantName, 'reset-password', created.token)}`);
      say('Their sessions end when they do; a second factor is still required.');
    },
  },
  'reset-second-factor': {
    help: 'removes a lost second factor, with its recovery codes',
    makesLink: false,
    run: async (services, { email }, say) => {
      const had = await removeSecondFactor(services, email);
      say(
        had ? `${email} logs in with the password alone now.` : `${email} has no second factor: nothing was changed.`,
      );
    },
  },
  'list-sessions': {
    help: "lists a user's sessions, most recently used first",
    makesLink: false,
    run: async (services, { email }, say) => {
      const sessions = await listSessions(services, email);
      if (sessions.length === 0) say(`${email} is logged in nowhere.`);
      for (const { createdAt, usedAt, address, userAgent } of sessions) {
        say(
          `since ${createdAt.toISOString()}  last used ${usedAt.toISOString()}  from ${address ?? '?'}  ${userAgent ?? ''}`.trimEnd(),
        );
      }
    },
  },
  'end-sessions': {
    help: 'ends all of them; open pages log out at once',
    makesLink: false,
    run: async (services, { email }, say) => {
      const ended = await endAllSessions(services, email);
      say(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${email} ended.`);
    },
  },
};

const WIDTH = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

export const HELP = [
  'Usage: npm run admin -- COMMAND EMAIL [--name NAME] [--url https://…]',
  '',
  ...Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(WIDTH)}  ${help}`),
  '',
  'It works on the database of DATABASE_URL, or on the one in DATA_DIR, while the server runs or not.',
  'Links lead to --url, or to PUBLIC_URL. What was done is in the audit of the user’s company.',
].join('\n');
