import { GRAPHQL_UNAUTHORIZED } from '../../contract/facts/errors.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { CommandOf, CommandType } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, EventType } from '../../src/machines/log/event.ts';
import { next } from '../../models/connection.ts';
import { message, user } from '../../models/samples.ts';
import { data, graphqlError, ok } from './scripted-server.ts';
import type { Reply } from './scripted-server.ts';
import { onePage, wireOfFlow, wireOfForm } from './wired-forms.ts';
import { wireFrameOf } from './wired-frames.ts';
import {
  wireOfLine,
  wireOfManagedUser,
  wireOfMessage,
  wireOfPast,
  wireOfTicket,
  wireOfTransfer,
  wireOfUser,
} from './wired-wire.ts';
import type { Held, Outside } from './wired-outside.ts';

/** Makes an event come about. False where nothing outside can bring it now: nobody asked, nothing is open. */
export type Cause<Type extends EventType> = (event: EventOf<Type>, outside: Outside) => boolean | Promise<boolean>;

/** The last request of a command that fits, of those that wait. */
export function waiting<Type extends CommandType>(
  outside: Outside,
  type: Type,
  fits: (command: CommandOf<Type>) => boolean = () => true,
): Held | undefined {
  const isOne = (command: Held['command']): command is CommandOf<Type> => command.type === type;
  return outside.held().findLast(({ command }) => isOne(command) && fits(command));
}

/** Answers all that a command asks, one question after the other; what isn't listed keeps waiting. */
export async function answerAll<Type extends CommandType>(
  outside: Outside,
  type: Type,
  fits: (command: CommandOf<Type>) => boolean,
  replies: Readonly<Record<string, Reply>>,
): Promise<boolean> {
  let isAnswered = false;
  for (;;) {
    const asked = outside
      .held()
      .find(
        ({ command, request }) => command.type === type && fits(command as CommandOf<Type>) && request.name in replies,
      );
    const reply = asked && replies[asked.request.name];
    if (asked === undefined || reply === undefined) return isAnswered;
    asked.answer(reply);
    isAnswered = true;
    await outside.settled();
  }
}

/** What the person has to do for a server to be asked. */
async function intended(event: AppEvent, outside: Outside): Promise<void> {
  outside.intend(event);
  await outside.settled();
}

/** Somebody changes what one may do: who one is by now is asked for, and then what one may. */
async function changePermissions(outside: Outside): Promise<void> {
  const { session } = outside.app.directory.auth.getSnapshot().context;
  const socket = outside.socket();
  if (session === null || socket === null) return;
  socket.send(wireFrameOf({ type: 'permissions.outdated', stream: next(outside.app) }));
  await outside.heard('permissions.outdated');
  const { id, name, roleName } = session.user;
  if (answered(waiting(outside, 'user.fetch'), data({ userInfos: wireOfUser(user({ id, name }, { roleName })) }))) {
    await outside.heard('user.loaded');
  }
}

/** A refusal in the contract's words; a network that breaks for what has no answer. Null where no server can bring it. */
export function refusalOf({ code, key, params, fields }: Failure, isRest = false): Reply | null {
  if (code === 'NETWORK') return 'drop';
  if (code === 'ABANDONED' || code === 'REJECTED_INPUT') return null;
  const status = code === 'UNAUTHENTICATED' ? 'Unauthorized' : code;
  if (!isRest) return graphqlError('refused', { code, key, params, fields, request_id: 'request-1' });
  const error = { code, key, params, fields };
  return { status: code === 'UNAUTHENTICATED' ? 401 : 400, json: { status, error, request_id: 'request-1' } };
}

function answered(held: Held | undefined, reply: Reply | null): boolean {
  if (held === undefined || reply === null) return false;
  held.answer(reply);
  return true;
}

/** What a call hears whose token is out of date. */
export const EXPIRED = graphqlError(GRAPHQL_UNAUTHORIZED.expired, { code: 'UNAUTHENTICATED' }, 401);

/** A page that isn't the last is full: what the sample leaves out are messages before it, or behind it. */
function pageOf(event: EventOf<'chat.listed'>, asked: CommandOf<'chat.fetch'>): readonly Message[] {
  const { items, complete, older, latest } = event;
  const { aroundId, afterId, limit } = asked;
  const first = Number(items[0]?.id ?? 0);
  const last = Number(items.at(-1)?.id ?? 0);
  const fill = (count: number, id: (step: number) => number) =>
    Array.from({ length: Math.max(0, count) }, (_, at) => message(String(id(at))));
  if (aroundId !== undefined || afterId !== undefined) {
    const half = afterId === undefined ? Math.floor(limit / 2) : limit;
    const newer = items.filter(({ id }) => Number(id) > Number(aroundId ?? afterId)).length;
    const before = afterId === undefined && !complete ? limit - half - (items.length - newer) : 0;
    const behind = latest === true ? 0 : half - newer;
    return [...fill(before, (step) => first - before + step), ...items, ...fill(behind, (step) => last + 1 + step)];
  }
  if (complete) return items;
  const rest = limit - items.length;
  // Of a page of the past they are next to it; of the newest ones far enough behind the past.
  if (first < NEWEST) return [...fill(rest, (step) => first - rest + step), ...items];
  return [...fill(rest, (step) => (older ? 540 : 600) + step), ...items];
}

/** Below are the messages of the past. */
const NEWEST = 500;

/** What comes as the answer to something that was asked. */
export const answers = {
  'tickets.listed': (event, outside) =>
    answered(
      waiting(
        outside,
        'tickets.fetch',
        ({ request, limit, page }) => request === event.request && limit === event.limit && page === event.page,
      ),
      data({
        chatTickets: {
          total_pages: event.totalPages,
          total_items: event.totalItems,
          position: event.streamPosition,
          items: event.items.map(wireOfTicket),
          unseen_conversations:
            event.unseenConversations?.map((key) => {
              const [customer_id, instance_id] = key.split('@');
              return { customer_id, instance_id };
            }) ?? null,
          pinned_customers: event.pinnedCustomers ?? null,
          views: event.views ?? null,
        },
      }),
    ),
  'tickets.listFailed': ({ request, failure }, outside) =>
    answered(
      waiting(outside, 'tickets.fetch', (command) => command.request === request),
      refusalOf(failure),
    ),
  'ticket.loaded': ({ ticket, streamPosition }, outside) =>
    answered(
      waiting(outside, 'ticket.fetch', ({ ticketId }) => ticketId === ticket.id),
      data({
        chatTickets: {
          total_pages: 1,
          total_items: 1,
          position: streamPosition,
          items: [wireOfTicket(ticket)],
          unseen_conversations: null,
          pinned_customers: null,
        },
      }),
    ),
  'ticket.loadFailed': ({ ticketId, failure }, outside) =>
    answered(
      waiting(outside, 'ticket.fetch', (command) => command.ticketId === ticketId),
      refusalOf(failure),
    ),
  'chat.listed': (event, outside) => {
    const asked = waiting(
      outside,
      'chat.fetch',
      ({ customerId, request }) => customerId === event.customerId && request === event.request,
    );
    if (asked?.command.type !== 'chat.fetch') return false;
    const lines = event.lines && { customerChatEvents: event.lines.map(wireOfLine) };
    return answered(asked, data({ customerChats: pageOf(event, asked.command).map(wireOfMessage), ...lines }));
  },
  'chat.listFailed': ({ customerId, request, failure }, outside) =>
    answered(
      waiting(outside, 'chat.fetch', (command) => command.customerId === customerId && command.request === request),
      refusalOf(failure),
    ),
  'text.loaded': ({ messageId: id, from, text: message, next }, outside) =>
    answered(
      waiting(outside, 'text.fetch', (command) => command.messageId === id && command.from === from),
      data({ customerChatText: { id, message, next } }),
    ),
  'text.loadFailed': ({ messageId, failure }, outside) =>
    answered(
      waiting(outside, 'text.fetch', (command) => command.messageId === messageId),
      refusalOf(failure),
    ),
  'history.listed': ({ customerId, tickets, total }, outside) =>
    answered(
      waiting(outside, 'history.fetch', (command) => command.customerId === customerId),
      data({ pastChatTickets: { total_items: total, items: tickets.map(wireOfPast) } }),
    ),
  'history.failed': ({ customerId, failure }, outside) =>
    answered(
      waiting(outside, 'history.fetch', (command) => command.customerId === customerId),
      refusalOf(failure),
    ),
  'ticket.finished': async ({ ticket }, outside) => {
    const ask = () => waiting(outside, 'ticket.finish', ({ ticketId }) => ticketId === ticket.id);
    if (ask() === undefined) await intended({ type: 'ticket.finishRequested', ticketId: ticket.id }, outside);
    return answered(ask(), data({ finishChatTicket: wireOfTicket(ticket) }));
  },
  'ticket.finishFailed': ({ ticketId, failure }, outside) =>
    answered(
      waiting(outside, 'ticket.finish', (command) => command.ticketId === ticketId),
      refusalOf(failure),
    ),
  'customer.pinFailed': ({ customerId, pinned, failure }, outside) =>
    answered(
      waiting(outside, 'customer.pin', (command) => command.customerId === customerId && command.pinned === pinned),
      refusalOf(failure),
    ),
  'unseen.resetAnswered': (event, outside) =>
    answered(
      waiting(
        outside,
        'unseen.reset',
        ({ customerId, instanceId }) => customerId === event.customerId && instanceId === event.instanceId,
      ),
      data({
        resetCustomerUnseenMsgs: {
          customer_id: event.customerId,
          instance_id: event.instanceId,
          up_to_id: event.upToId,
          unseenMsg: event.unseen,
          position: event.streamPosition,
        },
      }),
    ),
  'unseen.resetFailed': ({ customerId, instanceId, failure }, outside) =>
    answered(
      waiting(
        outside,
        'unseen.reset',
        (command) => command.customerId === customerId && command.instanceId === instanceId,
      ),
      refusalOf(failure),
    ),
  'transfer.candidatesListed': ({ ticketId, users }, outside) =>
    answered(
      waiting(outside, 'transfer.fetchCandidates', (command) => command.ticketId === ticketId),
      data({ onlineUsers: users.map(wireOfUser) }),
    ),
  'transfer.candidatesFailed': ({ ticketId, failure }, outside) =>
    answered(
      waiting(outside, 'transfer.fetchCandidates', (command) => command.ticketId === ticketId),
      refusalOf(failure),
    ),
  'transfer.created': async ({ ticketId, transfer }, outside) => {
    const ask = () => waiting(outside, 'transfer.create', (command) => command.ticketId === ticketId);
    if (ask() === undefined) {
      const { nextOwner, previousOwner } = transfer;
      const target = { kind: 'person', ...nextOwner } as const;
      await intended({ type: 'transfer.drafted', ticketId }, outside);
      answered(waiting(outside, 'transfer.fetchCandidates'), data({ onlineUsers: [wireOfUser(user(nextOwner))] }));
      await outside.settled();
      await intended({ type: 'transfer.submitted', ticketId, clientId: 'client-9', target, previousOwner }, outside);
    }
    return answered(ask(), data({ createTicketTransfer: wireOfTransfer(transfer) }));
  },
  'transfer.queued': ({ ticketId }, outside) =>
    answered(
      waiting(outside, 'transfer.queue', (command) => command.ticketId === ticketId),
      data({ queueChatTicket: true }),
    ),
  'transfer.createFailed': ({ ticketId, failure }, outside) =>
    answered(
      waiting(outside, 'transfer.create', (command) => command.ticketId === ticketId) ??
        waiting(outside, 'transfer.queue', (command) => command.ticketId === ticketId),
      refusalOf(failure),
    ),
  'transfer.confirmed': async ({ transfer }, outside) => {
    const ask = () => waiting(outside, 'transfer.confirm', ({ transferId }) => transferId === transfer.id);
    if (ask() === undefined) await intended({ type: 'transfer.confirmRequested', transferId: transfer.id }, outside);
    return answered(ask(), data({ confirmTicketTransfer: wireOfTransfer(transfer) }));
  },
  'transfer.confirmFailed': ({ transferId, failure }, outside) =>
    answered(
      waiting(outside, 'transfer.confirm', (command) => command.transferId === transferId),
      refusalOf(failure),
    ),
  'transfer.deleted': async ({ transfer }, outside) => {
    const ask = () => waiting(outside, 'transfer.delete', ({ transferId }) => transferId === transfer.id);
    if (ask() === undefined) await intended({ type: 'transfer.deleteRequested', transferId: transfer.id }, outside);
    return answered(ask(), data({ deleteTicketTransfer: wireOfTransfer(transfer) }));
  },
  'transfer.deleteFailed': ({ transferId, failure }, outside) =>
    answered(
      waiting(outside, 'transfer.delete', (command) => command.transferId === transferId),
      refusalOf(failure),
    ),
  'message.accepted': (event, outside) =>
    answered(
      waiting(outside, 'message.send', ({ message: { clientId } }) => clientId === event.clientId),
      data({
        sendMessage: wireOfMessage(event.message),
        sendFile: wireOfMessage(event.message),
        sendReaction: wireOfMessage(event.message),
        forwardMessage: wireOfMessage(event.message),
        shareContent: wireOfMessage(event.message),
      }),
    ),
  'message.refused': async ({ clientId, failure }, outside) => {
    const upload = waiting(outside, 'message.upload', ({ message }) => message.clientId === clientId);
    const held = upload ?? waiting(outside, 'message.send', ({ message }) => message.clientId === clientId);
    const isRest = upload !== undefined;
    if (failure.code !== 'NETWORK' && failure.code !== 'ABANDONED') return answered(held, refusalOf(failure, isRest));
    // It met an expired token, and the renewal finds no server, or one that knows no such session any more.
    if (!answered(held, EXPIRED)) return false;
    await outside.settled();
    const isOver = failure.code === 'ABANDONED';
    return answered(
      waiting(outside, 'token.refresh'),
      isOver ? refusalOf({ ...failure, code: 'UNAUTHENTICATED' }) : 'drop',
    );
  },
  'message.uploaded': ({ clientId }, outside) =>
    answered(
      waiting(outside, 'message.upload', ({ message }) => message.clientId === clientId),
      ok({ client_id: clientId, tag_type: 'image', mime_type: 'image/jpeg', size_bytes: 1_000 }),
    ),
  'message.uploadLost': ({ clientId }, outside) =>
    answered(
      waiting(outside, 'message.upload', ({ message }) => message.clientId === clientId),
      'cut',
    ),
  'message.answerLost': ({ clientId }, outside) =>
    answered(
      waiting(outside, 'message.send', ({ message }) => message.clientId === clientId),
      'cut',
    ),
  'message.resolved': (event, outside) =>
    answered(
      waiting(outside, 'message.resolve', ({ clientId }) => clientId === event.clientId),
      data({ sentMessage: event.message && wireOfMessage(event.message) }),
    ),
  'message.resolveFailed': ({ clientId }, outside) =>
    answered(
      waiting(outside, 'message.resolve', (command) => command.clientId === clientId),
      'drop',
    ),
  'instances.listed': ({ instances }, outside) =>
    answered(
      waiting(outside, 'instances.fetch'),
      data({ instances: instances.map(({ id, name, active }) => ({ id, name, activated: active })) }),
    ),
  'instances.listFailed': ({ failure }, outside) => answered(waiting(outside, 'instances.fetch'), refusalOf(failure)),
  'user.loaded': ({ user }, outside) => answered(waiting(outside, 'user.fetch'), data({ userInfos: wireOfUser(user) })),
  'permissions.listed': async ({ routes }, outside) => {
    if (waiting(outside, 'permissions.fetch') === undefined) await changePermissions(outside);
    return answered(waiting(outside, 'permissions.fetch'), ok(routes.map((route_name) => ({ route_name }))));
  },
  'api.responseFailed': ({ command, failure }, outside) => {
    const held = outside.held().findLast(({ command: { type } }) => type === command);
    return answered(held, refusalOf(failure));
  },
  'list.answered': ({ list, request, page }, outside) =>
    answered(
      waiting(outside, 'list.fetch', (command) => command.list === list && command.request === request),
      page.list !== 'users'
        ? null
        : data({
            paginatedUsers: {
              total_pages: 1,
              total_items: page.total,
              user_count: page.facts?.['count'] ?? page.total,
              user_limit: page.facts?.['limit'] ?? null,
              items: page.rows.map((row) => wireOfManagedUser(row, 'v1')),
            },
          }),
    ),
  'list.failed': ({ list, request, failure }, outside) =>
    answered(
      waiting(outside, 'list.fetch', (command) => command.list === list && command.request === request),
      refusalOf(failure),
    ),
  'form.loaded': ({ form, key, request, values, version }, outside) =>
    answered(
      waiting(outside, 'form.load', (command) => isOf(command, { form, key, request })),
      version === null
        ? null
        : form === 'user'
          ? data({ paginatedUsers: onePage(wireOfForm(key, values, version)) })
          : form === 'flow'
            ? data({ flowDetails: wireOfFlow(key, values, version) })
            : null,
    ),
  'form.loadFailed': ({ failure, ...question }, outside) =>
    answered(
      waiting(outside, 'form.load', (command) => isOf(command, question)),
      refusalOf(failure),
    ),
  'form.saved': async ({ form, key, request, version }, outside) => {
    if (form === 'user.block') {
      // Confirmed anew each time, in a dialog of its own.
      outside.intend({ type: 'form.left', form, key });
      outside.intend({ type: 'form.opened', form, key, values: {} });
      outside.intend({ type: 'form.submitted', form, key });
      await outside.settled();
      return answered(waiting(outside, 'form.save'), data({ blockUser: true }));
    }
    const held = waiting(outside, 'form.save', (command) => isOf(command, { form, key, request }));
    if (version === null || held?.command.type !== 'form.save') return false;
    if (form === 'flow') return answered(held, data({ saveFlow: wireOfFlow(key, held.command.values, version) }));
    if (form !== 'user') return false;
    return answered(held, data({ updateUser: wireOfForm(key, held.command.values, version) }));
  },
  'form.refused': ({ failure, ...question }, outside) =>
    answered(
      waiting(outside, 'form.save', (command) => isOf(command, question)),
      refusalOf(failure),
    ),
} satisfies { readonly [Type in EventType]?: Cause<Type> };

type Question = Pick<CommandOf<'form.load'>, 'form' | 'key' | 'request'>;

function isOf(command: Question, { form, key, request }: Question): boolean {
  return command.form === form && command.key === key && command.request === request;
}
