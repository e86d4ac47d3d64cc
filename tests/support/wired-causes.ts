import { ana, generation, START } from '../../models/samples.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import type { StoredSession } from '../../src/machines/log/events-session.ts';
import type { AppEvent, EventOf, EventType } from '../../src/machines/log/event.ts';
import { data, graphqlError, ok } from './scripted-server.ts';
import type { Reply } from './scripted-server.ts';
import { answerAll, answers, EXPIRED, refusalOf, waiting } from './wired-answers.ts';
import type { Cause } from './wired-answers.ts';
import { mediaAnswers } from './wired-media.ts';
import { wireFrameOf } from './wired-frames.ts';
import { CODE, PASSWORD } from './wired-requests.ts';
import { wireOfUser } from './wired-wire.ts';
import { renewalOf } from './wired-outside.ts';
import type { Held, Outside } from './wired-outside.ts';

type StorageEvent = 'outbox.restored' | 'drafts.restored' | 'outbox.stored' | 'outbox.storeFailed';

const none = (): boolean => false;

function disk(event: EventOf<StorageEvent>, outside: Outside): boolean {
  const ofMessage = 'clientId' in event ? event.clientId : null;
  return outside.release(
    (told) => told.type === event.type && ('clientId' in told ? told.clientId : null) === ofMessage,
  );
}

function frame(event: FrameEvent, outside: Outside): boolean {
  const socket = outside.socket();
  socket?.send(wireFrameOf(event));
  return socket !== null;
}

/** What the browser kept of a session, as `src/adapters/storage/local.ts` writes it. */
function keptSession(session: StoredSession, tenant: string): string {
  return JSON.stringify({
    access_token: 'token-of-the-page-before',
    tenant,
    email: session.email,
    name: session.name,
    origin_backoffice: session.originBackoffice,
    has_permission_routes: session.routes,
    user: { id: session.userId, role: session.roleName },
    support_from: session.supportFrom,
    support_in: session.supportIn,
  });
}

/** The generation whose token a request bears; undefined if it bears none. */
function generationBorne({ request: { token } }: Held, outside: Outside): number | undefined {
  return token === null ? undefined : outside.generationOf(token);
}

/** A request of the session's that waits, which bears the token of a generation. */
function borne(wanted: number, outside: Outside): Held | undefined {
  return outside.held().find((held) => {
    const { type } = held.command;
    const isOfSession = type !== 'token.refresh' && type !== 'logout.send' && !type.startsWith('login.');
    return isOfSession && generationBorne(held, outside) === wanted;
  });
}

/** The person looks for something, which asks the server. */
async function ask(outside: Outside): Promise<void> {
  outside.intend({ type: 'inbox.searched', search: `n${outside.commands.length}` });
  await outside.settled();
}

let tokens = 0;

/** Never the same, so that a request's token tells its session. */
function freshToken(): string {
  tokens += 1;
  return `token-${tokens}`;
}

function routesOf(routes: readonly string[]): readonly { readonly route_name: string }[] {
  return routes.map((route_name) => ({ route_name }));
}

/** How each event that is no intent of a person comes about. */
const causes = {
  ...answers,
  ...mediaAnswers,
  'app.opened': (event, outside) => {
    outside.leave();
    const { environment } = outside;
    const kept = `balcao:${event.tenant}:session`;
    if (event.session === null) environment.localStorage?.removeItem(kept);
    else environment.localStorage?.setItem(kept, keptSession(event.session, event.tenant));
    const own = event.session === null ? '' : `:${event.session.userId}`;
    environment.localStorage?.setItem(`balcao:${event.tenant}:preferences${own}`, JSON.stringify(event.preferences));
    if (event.locked === true) environment.localStorage?.setItem(`balcao:${event.tenant}:locked`, 'yes');
    else environment.localStorage?.removeItem(`balcao:${event.tenant}:locked`);
    if (event.reloadedFor !== undefined) {
      environment.sessionStorage?.setItem('balcao:reloaded-for', String(event.reloadedFor));
    }
    environment.pageControl.setOnline(event.online);
    environment.pageControl.setVisible(event.visible);
    outside.answerPermission(event.desktop);
    outside.start();
    return true;
  },
  'page.closing': (_event, { environment }) => {
    environment.pageControl.close();
    return true;
  },
  'network.changed': ({ online }, { environment }) => {
    environment.pageControl.setOnline(online);
    return true;
  },
  'page.visibilityChanged': ({ visible }, { environment }) => {
    environment.pageControl.setVisible(visible);
    return true;
  },
  'timer.fired': ({ timer }, outside) => outside.fire(timer),
  'list.outdated': ({ list }, outside) => outside.fire(renewalOf(list)),
  'login.submitted': (event, outside) => intended({ ...event, secret: outside.adapters.vault.keep(PASSWORD) }, outside),
  'login.codeSubmitted': (event, outside) => intended({ ...event, code: outside.adapters.vault.keep(CODE) }, outside),
  'login.succeeded': (event, outside) => {
    const token = freshToken();
    if (event.preferences !== undefined) {
      const key = `balcao:aurora:preferences:${event.user.id}`;
      outside.environment.localStorage?.setItem(key, JSON.stringify(event.preferences));
    }
    const has_permission_routes = routesOf(event.routes);
    const owed = event.owesSecondFactor === true ? { second_factor_owed: true } : {};
    const common = { has_permission_routes, origin_backoffice: event.originBackoffice, ...owed };
    const person = wireOfUser(event.user);
    const rest = ok({ access_token: token, tenantName: 'aurora', ...common });
    const graphql = { token, second_factor_token: null, user: person, ...common };
    const replies = {
      'POST /api/auth/login': rest,
      'POST /api/auth/second-factor': rest,
      'POST /api/users/email': ok({ id: person.id, name: person.name, email: event.user.email }),
      logIn: data({ logIn: graphql }),
      confirmSecondFactor: data({ confirmSecondFactor: graphql }),
      userInfos: data({ userInfos: person }),
      userPreferences: data({ userPreferences: null }),
    };
    return answerLogin(outside, event.generation, replies);
  },
  'login.refused': ({ generation, failure }, outside) => answerLogin(outside, generation, refused(failure)),
  'login.codeRefused': ({ generation, failure }, outside) => answerLogin(outside, generation, refused(failure)),
  'login.secondFactorRequired': ({ generation }, outside) => {
    const challenge = freshToken();
    const common = { has_permission_routes: [], origin_backoffice: false };
    return answerAll(outside, 'login.send', (command) => command.generation === generation, {
      'POST /api/auth/login': ok({
        access_token: null,
        tenantName: 'aurora',
        second_factor: true,
        second_factor_token: challenge,
        ...common,
      }),
      logIn: data({ logIn: { token: null, second_factor_token: challenge, user: null, ...common } }),
    });
  },
  'call.expired': async ({ generation }, outside) => {
    if (borne(generation, outside) === undefined) await ask(outside);
    const held = borne(generation, outside);
    held?.answer(EXPIRED);
    return held !== undefined;
  },
  'call.unauthorized': ({ generation, status }, outside) => {
    const held = borne(generation, outside);
    held?.answer({ status: 401, json: { status } });
    return held !== undefined;
  },
  'token.refreshed': ({ generation, routes }, outside) => {
    const asked = waiting(outside, 'token.refresh', (command) => command.generation === generation)?.command;
    const user_id = asked?.type === 'token.refresh' ? asked.userId : ana.id;
    return answerAll(outside, 'token.refresh', (command) => command.generation === generation, {
      refreshToken: data({ refreshToken: { token: freshToken(), user_id, has_permission_routes: routesOf(routes) } }),
    });
  },
  'token.refreshFailed': ({ generation, reason }, outside) =>
    answerAll(outside, 'token.refresh', (command) => command.generation === generation, {
      refreshToken:
        reason === 'refused' ? graphqlError('no', { code: 'UNAUTHENTICATED', key: 'error.session.expired' }) : 'drop',
    }),
  'logout.finished': ({ generation }, outside) =>
    answerAll(outside, 'logout.send', (command) => command.generation === generation, {
      'POST /api/auth/logout': ok({ ok: true }),
    }),

  'socket.ticketIssued': ({ attempt }, outside) => {
    const held = waiting(outside, 'socket.fetchTicket', (command) => command.attempt === attempt);
    const expires_at = new Date(START).toISOString();
    held?.answer(data({ createSocketTicket: { ticket: freshToken(), expires_at } }));
    return held !== undefined;
  },
  'socket.ticketFailed': ({ attempt, failure }, outside) => {
    const held = waiting(outside, 'socket.fetchTicket', (command) => command.attempt === attempt);
    const reply = refusalOf(failure);
    if (held === undefined || reply === null) return false;
    // Refused with the token in use, the session is over, and the call with it.
    if (failure.code === 'UNAUTHENTICATED' && generationBorne(held, outside) === generation(outside.app)) return false;
    held.answer(reply);
    return true;
  },
  'socket.opened': ({ attempt }, outside) => {
    const knock = outside.knocks().at(-1);
    if (knock === undefined || outside.attempt() !== attempt) return false;
    knock.letIn(true);
    return true;
  },
  'socket.greeted': ({ attempt, epoch, head, recovered, otherVersion }, outside) => {
    const socket = outside.attempt() === attempt ? outside.socket() : null;
    socket?.send({ event: 'hello', epoch, head, recovered, contract: otherVersion });
    return socket !== null;
  },
  'socket.ponged': ({ attempt, head }, outside) => {
    const socket = outside.attempt() === attempt ? outside.socket() : null;
    socket?.send({ event: 'pong', head });
    return socket !== null;
  },
  'socket.closed': ({ attempt, code, reason }, outside) => {
    if (outside.attempt() !== attempt) return false;
    const knock = outside.knocks().at(-1);
    const socket = outside.socket();
    if (knock !== undefined && code === 1006) knock.letIn(false);
    else if (socket === null) return false;
    else if (code === 1006) socket.break();
    else socket.close(code, reason);
    return true;
  },

  'presence.arrived': ({ pageId, person, isSupport, open, typing }, outside) => {
    const socket = outside.socket();
    const { customerId: customer_id = null, instanceId: instance_id = null } = open ?? {};
    socket?.send({
      event: 'Presence',
      data: { id: pageId, customer_id, instance_id, typing, user: person, is_support: isSupport },
    });
    return socket !== null;
  },
  'message.arrived': frame,
  'message.ackChanged': frame,
  'line.changed': frame,
  'customer.arrived': frame,
  'customer.blacklisted': frame,
  'customer.pinned': frame,
  'customer.updated': frame,
  'customers.merged': frame,
  'list.updated': frame,
  'ticket.closed': frame,
  'transfer.arrived': frame,
  'ticket.transferred': frame,
  'transfer.removed': frame,
  'notice.arrived': frame,
  'unseen.wasReset': frame,
  'instance.updated': frame,
  'permissions.outdated': frame,
  'campaign.updated': frame,
  'customerGroup.updated': frame,

  'outbox.restored': disk,
  'drafts.restored': disk,
  'outbox.stored': disk,
  'outbox.storeFailed': disk,
  'tab.led': (_, outside) => outside.release((told) => told.type === 'tab.led'),

  // No sample of a model is about them, or no server and no page brings them at the time.
  'input.rejected': none,
  'sound.refused': none,
  'tab.otherViewed': none,
  'tab.othersUnsent': none,
  'preferences.receivedFromTab': none,
  'logout.inOtherTab': none,
  'draft.receivedFromTab': none,
  'notices.readInOtherTab': none,
  'outbox.readFailed': none,
  'log.readFailed': none,
  'log.storeFailed': none,
  'screen.unlocked': none,
  'form.progressed': none,
  'message.progressed': none,
  'desktop.permissionChanged': none,

  'notice.desktopClicked': ({ noticeId }, outside) => {
    const shown = outside.commands.filter(({ type }) => type === 'desktop.show');
    const notice =
      outside.environment.notices[
        shown.findLastIndex((command) => 'noticeId' in command && command.noticeId === noticeId)
      ];
    if (notice === undefined || notice.closed()) return false;
    notice.click();
    return true;
  },
} satisfies { readonly [Type in EventType]?: Cause<Type> };

/** What a person does, as views tell it. Total: an event that is neither here nor has a cause doesn't compile. */
const intents: Readonly<Record<Exclude<EventType, keyof typeof causes>, true>> = {
  'chat.endShown': true,
  'chat.latestRequested': true,
  'chat.newerRequested': true,
  'chat.olderRequested': true,
  'chat.retried': true,
  'unseen.retried': true,
  'chat.sought': true,
  'columns.chosen': true,
  'emoji.used': true,
  'emoji.toneChosen': true,
  'audioSpeed.chosen': true,
  'customer.pinToggled': true,
  'desktop.permissionAsked': true,
  'draft.changed': true,
  'draft.discarded': true,
  'noteDraft.changed': true,
  'flow.edited': true,
  'form.changed': true,
  'form.left': true,
  'form.opened': true,
  'form.retried': true,
  'form.stopped': true,
  'form.submitted': true,
  'history.retried': true,
  'inbox.endReached': true,
  'inbox.filtered': true,
  'inbox.retried': true,
  'inbox.searched': true,
  'inbox.narrowed': true,
  'inbox.sorted': true,
  'instance.chosen': true,
  'instances.retried': true,
  'presence.retried': true,
  'list.opened': true,
  'list.queried': true,
  'list.retried': true,
  'locale.chosen': true,
  'lockMinutes.chosen': true,
  'page.starred': true,
  'login.cancelled': true,
  'logout.requested': true,
  'media.broken': true,
  'media.hidden': true,
  'media.retried': true,
  'media.shown': true,
  'message.discarded': true,
  'reaction.refusalRead': true,
  'message.retried': true,
  'message.submitted': true,
  'notice.cleared': true,
  'notices.held': true,
  'notices.released': true,
  'notices.read': true,
  'noticeSettings.changed': true,
  'sound.tested': true,
  'desktop.tested': true,
  'presence.followed': true,
  'presence.hidden': true,
  'presence.shown': true,
  'reload.chosen': true,
  'density.chosen': true,
  'reply.chosen': true,
  'screen.locked': true,
  'sidebar.toggled': true,
  'singleKeys.toggled': true,
  'modSends.toggled': true,
  'sound.toggled': true,
  'text.folded': true,
  'text.requested': true,
  'theme.chosen': true,
  'ticket.finishRequested': true,
  'ticket.left': true,
  'ticket.opened': true,
  'transfer.confirmRequested': true,
  'transfer.deleteRequested': true,
  'transfer.dismissed': true,
  'transfer.withdrawn': true,
  'transfer.drafted': true,
  'transfer.submitted': true,
};

/** Whether a person brings it about by themselves, whatever is in flight. */
export function isIntent(type: string): boolean {
  return type in intents;
}

/** Brings an event about; false where nothing outside can, now. */
export async function bringAbout(event: AppEvent, outside: Outside): Promise<boolean> {
  if (event.type !== 'app.opened' && !outside.isStarted()) return false;
  if (isIntent(event.type)) return intended(event, outside);
  const cause: unknown = Reflect.get(causes, event.type);
  return typeof cause === 'function' && (await Reflect.apply(cause, undefined, [event, outside])) === true;
}

function intended(event: AppEvent, outside: Outside): boolean {
  outside.intend(event);
  return true;
}

function refused(failure: Failure): Readonly<Record<string, Reply>> {
  const names = ['POST /api/auth/login', 'POST /api/auth/second-factor', 'logIn', 'confirmSecondFactor'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const reply = refusalOf(failure, name.includes(' '));
      return reply === null ? [] : [[name, reply]];
    }),
  );
}

async function answerLogin(
  outside: Outside,
  generation: number,
  replies: Readonly<Record<string, Reply>>,
): Promise<boolean> {
  const [first, second] = [
    await answerAll(outside, 'login.send', (command) => command.generation === generation, replies),
    await answerAll(outside, 'login.confirm', (command) => command.generation === generation, replies),
  ];
  return first || second;
}
