import type { Services } from '../domain/context.ts';
import {
  endAllSessions,
  inviteBackoffice,
  linkForPassword,
  listSessions,
  takeSecondFactor,
} from '../domain/account/operator.ts';

type Asked = { email: string; name: string | undefined; url: string };

type Command = {
  help: string;
  /** Needs to know where the server is reached. */
  makesLink: boolean;
  run: (services: Pick<Services, 'db' | 'now'>, asked: Asked, say: (line: string) => void) => Promise<void>;
};

/** Behind the hash, as in mails: neither a proxy's log nor a referrer has the token. */
const linkTo = (url: string, tenantName: string, page: string, token: string) =>
  `${url}/${tenantName}/pages/${page}#token=${token}`;

/** What the operator may do, by the name that is typed. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-backoffice': {
    help: "invites an administrator of the platform's back-office; the first one makes it, called --name",
    makesLink: true,
    run: async (services, { email, name, url }, say) => {
      const made = await inviteBackoffice(services, { email, name });
      if (made.isNew)
        say(`The back-office "${made.company}" was made. Its people log in at ${url}/${made.tenantName}/`);
      say(`With this link ${made.email} chooses a name and a password, once, within ${made.days} days:`);
      say(`  ${linkTo(url, made.tenantName, 'register', made.token)}`);
    },
  },
  'reset-password': {
    help: 'makes a link with which a user chooses another password',
    makesLink: true,
    run: async (services, { email, url }, say) => {
      const made = await linkForPassword(services, email);
      say(`With this link ${made.email} (${made.company}) chooses another password, once, within an hour:`);
      say(`  ${linkTo(url, made.tenantName, 'reset-password', made.token)}`);
      say('Their sessions end when they do; a second factor is still asked for.');
    },
  },
  'reset-second-factor': {
    help: 'takes a lost second factor away, with its recovery codes',
    makesLink: false,
    run: async (services, { email }, say) => {
      const had = await takeSecondFactor(services, email);
      say(
        had ? `${email} logs in with the password alone now.` : `${email} has no second factor: nothing was changed.`,
      );
    },
  },
  'list-sessions': {
    help: 'lists where a user is logged in, the last used first',
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
    help: 'ends all of them; open pages are closed at once',
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
