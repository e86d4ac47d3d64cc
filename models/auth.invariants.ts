import type { App } from '../src/machines/app.ts';
import type { CommandOf } from '../src/machines/log/command.ts';
import type { Invariant } from './model.ts';
import { generation } from './samples.ts';

function contextOf({ directory }: App) {
  return directory.auth.getSnapshot().context;
}

/** One renewal at a time: the next is requested only after the answer, or after the session ended. */
const oneRenewal: Invariant = {
  name: 'auth: one renewal at a time',
  ofState: true,
  follow: (begun) => {
    let asked = isRenewing(begun) ? generation(begun) : null;
    return ({ event, commands }) => {
      if ((event.type === 'token.refreshed' || event.type === 'token.refreshFailed') && event.generation === asked) {
        asked = null;
      }
      // Calls end with their page.
      if (event.type === 'app.opened') asked = null;
      for (const command of commands) {
        if (command.type === 'token.clear') asked = null;
        if (command.type !== 'token.refresh') continue;
        if (asked !== null) return `renewal ${command.generation} was requested while ${asked} is in flight`;
        asked = command.generation;
      }
      return null;
    };
  },
};

function isRenewing({ directory }: App): boolean {
  return directory.auth.getSnapshot().matches({ authenticated: 'refreshing' });
}

/** A call whose token expired waits for the renewal in flight, and is then retried once or abandoned. */
const answeredOnce: Invariant = {
  name: 'auth: a call whose token expired is settled once, and retried at most once',
  ofState: true,
  follow: (begun) => {
    const waiting = new Set(contextOf(begun).waiting);
    const retried = new Set(contextOf(begun).retried);
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened') {
        waiting.clear();
        retried.clear();
      }
      if (event.type === 'call.expired') waiting.add(event.call);
      const ended = commands.some(({ type }) => type === 'token.clear');
      for (const command of commands) {
        if (command.type !== 'call.retry' && command.type !== 'call.abandon' && command.type !== 'call.fail') continue;
        const { call } = command;
        if (!waiting.delete(call)) return `${command.type} of ${call}, which is not waiting`;
        if (command.type !== 'call.retry') retried.delete(call);
        else if (retried.has(call)) return `${call} was retried twice`;
        else retried.add(call);
      }
      if (ended) retried.clear();
      if (waiting.size > 0 && !isRenewing(app)) return `${[...waiting].join(', ')} waits for nothing`;
      return null;
    };
  },
};

/** After the token was cleared only a login adopts another, and no call is retried with an older one. */
const noTokenAfterLogout: Invariant = {
  name: 'auth: no token is used after the session ended, even one that comes late',
  ofState: true,
  follow: ({ directory }) => {
    let isOver = !directory.auth.getSnapshot().matches('authenticated');
    return ({ event, commands }) => {
      if (event.type === 'app.opened') isOver = event.session === null;
      if (event.type === 'login.succeeded' && commands.some(isAdoptionOf(event.token))) isOver = false;
      for (const command of commands) {
        if (command.type === 'token.clear') isOver = true;
        if (isOver && command.type === 'token.adopt') return `${command.token} was adopted with nobody logged in`;
        if (isOver && command.type === 'call.retry') return `${command.call} was retried with nobody logged in`;
      }
      const came = event.type === 'token.refreshed' || event.type === 'login.succeeded' ? event.token : null;
      if (came !== null && !commands.some(isAdoptionOf(came)) && !commands.some(isDropOf(came))) {
        return `${came} is neither used nor dropped`;
      }
      return null;
    };
  },
};

function isAdoptionOf(token: string): (command: { readonly type: string }) => boolean {
  return (command) => isOf(command, 'token.adopt') && command.token === token;
}

function isDropOf(token: string): (command: { readonly type: string }) => boolean {
  return (command) => isOf(command, 'token.drop') && command.token === token;
}

function isOf<Type extends 'token.adopt' | 'token.drop'>(
  command: { readonly type: string },
  type: Type,
): command is CommandOf<Type> {
  return command.type === type;
}

const generationRises: Invariant = {
  name: 'auth: the token’s number never decreases',
  ofState: true,
  follow: (begun) => {
    let last = generation(begun);
    return ({ app }) => {
      const now = generation(app);
      if (now < last) return `${now} after ${last}`;
      last = now;
      return null;
    };
  },
};

/** A password or code is sent to its own step, or dropped. */
const secretSpent: Invariant = {
  name: 'auth: a password or code is sent once, by the chosen path, or dropped',
  ofState: true,
  follow: (begun) => {
    let path: string | null = contextOf(begun).login?.path ?? null;
    return ({ event, commands }) => {
      if (event.type === 'login.submitted' && commands.some(({ type }) => type === 'login.send')) path = event.path;
      if (event.type !== 'login.submitted' && event.type !== 'login.codeSubmitted') return null;
      const secret = event.type === 'login.submitted' ? event.secret : event.code;
      const sent = commands.filter(({ type }) => type === 'login.send' || type === 'login.confirm');
      const dropped = commands.filter(isDropOf(secret));
      if (sent.length + dropped.length !== 1) return `sent ${sent.length} times, dropped ${dropped.length} times`;
      return sent.every((command) => 'path' in command && command.path === path)
        ? null
        : `sent by another way than ${path}`;
    };
  },
};

/** The challenge, which proves the password, is kept only while a code may come. */
const challengeForgotten: Invariant = {
  name: 'auth: the challenge is kept as long as a code may come',
  ofState: true,
  follow: (begun) => {
    const challenge = contextOf(begun).login?.challenge ?? null;
    const kept = new Set(challenge === null ? [] : [challenge]);
    return ({ app, event, commands }) => {
      // A new page has a vault of its own.
      if (event.type === 'app.opened') kept.clear();
      if (event.type === 'login.secondFactorRequired') kept.add(event.challenge);
      for (const command of commands) if (isOf(command, 'token.drop')) kept.delete(command.token);
      const { value } = app.directory.auth.getSnapshot();
      const wanted = value === 'secondFactor' || value === 'confirming' ? 1 : 0;
      return kept.size === wanted ? null : `${kept.size} kept in ${JSON.stringify(value)}`;
    };
  },
};

export const authInvariants: readonly Invariant[] = [
  oneRenewal,
  answeredOnce,
  noTokenAfterLogout,
  generationRises,
  secretSpent,
  challengeForgotten,
];
