import { isDeepStrictEqual } from 'node:util';
import type { Command, CommandOf, CommandType } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import type { ScriptedRequest } from './scripted-server.ts';

/** What a person enters to log in. */
export const PASSWORD = 'Balcao#2026';
export const CODE = '123456';

/** Commands that ask a server, or the disk. */
export const LEADS_OUTSIDE: ReadonlySet<CommandType> = new Set<CommandType>([
  'outbox.load',
  'outbox.put',
  'outbox.putAction',
  'login.send',
  'login.confirm',
  'token.refresh',
  'logout.send',
  'user.fetch',
  'permissions.fetch',
  'socket.fetchTicket',
  'socket.open',
  'presence.connect',
  'tickets.fetch',
  'ticket.fetch',
  'chat.fetch',
  'history.fetch',
  'text.fetch',
  'media.fetch',
  'ticket.finish',
  'customer.pin',
  'instances.fetch',
  'unseen.reset',
  'message.upload',
  'message.send',
  'message.resolve',
  'transfer.fetchCandidates',
  'transfer.create',
  'transfer.queue',
  'transfer.confirm',
  'transfer.delete',
  'list.fetch',
  'form.load',
  'form.save',
]);

/** What the server has to be asked for a command, by the contract: the call's name, and what it has to say. */
type Asked = readonly [name: string, body: Readonly<Record<string, unknown>>];

function ofList({ query, page, limit, withViews = false }: CommandOf<'tickets.fetch'>): Asked {
  const { instanceId, search, status, scope, sort = null, only = {} } = query;
  const body = {
    instance_id: instanceId,
    search_query: search === '' ? null : search,
    finished_tickets: status === 'finished',
    view: scope,
    pagination_page: page,
    pagination_limit: limit,
    sort_name: sort,
    user_id: only.ownerId ?? null,
    department_id: only.departmentId ?? null,
    tag_id: only.tagId ?? null,
    unseen: only.unseen ?? null,
    not_responded: only.notResponded ?? null,
    blacklisted: only.blacklisted ?? null,
    ended: only.ended ?? null,
    with_views: withViews,
  };
  return ['chatTickets', body];
}

function ofMessage(message: OutgoingMessage): Asked {
  const { clientId: client_id, userId: user_id, toNumber: to_number, instanceId: instance_id } = message;
  const target = { user_id, to_number, instance_id, client_id };
  const reply_message_id = message.replyTo;
  const caption = message.text === '' ? null : message.text;
  if (message.reactsTo !== undefined)
    return ['sendReaction', { user_id, client_id, message_id: message.reactsTo, emoji: message.text }];
  if (message.forwards !== undefined) return ['forwardMessage', { ...target, message_id: message.forwards.id }];
  if (message.template !== undefined) return ['sendTemplate', { ...target, template_id: message.template.id }];
  if (message.shares !== undefined) return ['shareContent', { ...target, reply_message_id }];
  if (message.file !== undefined) return ['sendFile', { ...target, caption, reply_message_id }];
  if (message.imageUrl !== undefined)
    return ['sendImageSelenium', { ...target, image_url: message.imageUrl, image_caption: caption }];
  return ['sendMessage', { ...target, message: message.text, reply_message_id, from_chat: true }];
}

/** A flow, or a user, is read and written whole, as of the version that was read. */
function ofForm(command: CommandOf<'form.load' | 'form.save'>): Asked | null {
  const { form, key: id } = command;
  if (form === 'user')
    return command.type === 'form.load'
      ? ['paginatedUsers', { user_id: id }]
      : ['updateUser', { ...command.values, id, version: command.version }];
  if (form !== 'flow') return null;
  if (command.type === 'form.load') return ['flowDetails', { id }];
  const { version, values } = command;
  const [flow, places] = [values['flow'], values['places']].map((value) => JSON.stringify(value));
  return ['saveFlow', { id, version, name: values['name'], flow, places }];
}

/** A page of the users, by what they are sorted and narrowed by. */
function ofUsers({ list, query }: CommandOf<'list.fetch'>): Asked | null {
  if (list !== 'users') return null;
  const { page, limit, search, sort, filters } = query;
  const { role = null, department = null, situation = null } = filters;
  const narrowed = { search, role_id: role, user_department_id: department, situation };
  const sorted = { sort_name: sort.by, sort_type: sort.descending ? 'DESC' : 'ASC' };
  return ['paginatedUsers', { ...narrowed, ...sorted, pagination_page: page, pagination_limit: limit }];
}

/** By the back-office who logs in is looked up next; who isn't of this company is logged out again. */
function ofLogin(command: CommandOf<'login.send' | 'login.confirm'>): readonly Asked[] {
  const { email } = command;
  const isSend = command.type === 'login.send';
  const code = { code: CODE };
  if (command.path === 'graphql')
    return [
      isSend ? ['logIn', { email, password: PASSWORD, remember: command.remember }] : ['confirmSecondFactor', code],
    ];
  const remembered = isSend && command.remember ? { remember: true } : {};
  return [
    isSend
      ? ['POST /api/auth/login', { email, password: PASSWORD, ip: null, remember: undefined, ...remembered }]
      : ['POST /api/auth/second-factor', { ...code, ip: null }],
    ['POST /api/users/email', { email }],
    ['userInfos', {}],
    ['POST /api/auth/logout', { ip: null }],
  ];
}

function askedBy(command: Command): Asked | null {
  switch (command.type) {
    case 'logout.send':
      return ['POST /api/auth/logout', { ip: null }];
    case 'permissions.fetch':
      return ['GET /api/permission/email', { email: command.email }];
    case 'message.upload': {
      const { clientId, file } = command.message;
      return [`PUT /api/outgoing-files/${clientId}`, { bytes: file?.bytes, name: file?.name }];
    }
    case 'user.fetch':
      return ['userInfos', {}];
    case 'token.refresh':
      return ['refreshToken', {}];
    case 'socket.fetchTicket':
      return ['createSocketTicket', {}];
    case 'instances.fetch':
      return ['instances', {}];
    case 'list.fetch':
      return ofUsers(command);
    case 'form.load':
    case 'form.save':
      return ofForm(command);
    case 'tickets.fetch':
      return ofList(command);
    case 'ticket.fetch':
      return ['chatTickets', { chat_ticket_id: command.ticketId, all_users: true }];
    case 'chat.fetch': {
      const { customerId: customer_id, instanceId: instance_id, beforeId: before_id, limit } = command;
      const { afterId: after_id, aroundId: around_id } = command;
      return ['customerChats', { customer_id, instance_id, before_id, limit, after_id, around_id }];
    }
    case 'history.fetch': {
      const { customerId: customer_id, limit: pagination_limit } = command;
      return ['pastChatTickets', { customer_id, pagination_limit, pagination_page: 1 }];
    }
    case 'text.fetch':
      return ['customerChatText', { id: command.messageId, from: command.from }];
    case 'ticket.finish':
      return ['finishChatTicket', { id: command.ticketId, outcome_id: command.outcomeId }];
    case 'customer.pin':
      return ['pinCustomer', { id: command.customerId, pinned: command.pinned }];
    case 'unseen.reset': {
      const { customerId: id, instanceId: instance_id, upToId: up_to_id } = command;
      return ['resetCustomerUnseenMsgs', { id, instance_id, up_to_id }];
    }
    case 'transfer.fetchCandidates':
      return ['onlineUsers', { user_id: command.withoutUserId, instance_id: command.instanceId, away: true }];
    case 'transfer.create': {
      const { ticketId, clientId: client_id, nextOwnerId, previousOwnerId, note = null } = command;
      const body = { chat_ticket_id: ticketId, next_user_id: nextOwnerId, previous_user_id: previousOwnerId };
      return ['createTicketTransfer', { ...body, note, client_id }];
    }
    case 'transfer.queue': {
      const { ticketId: id, clientId: client_id, departmentId, previousOwnerId, note = null } = command;
      const body = { id, department_id: departmentId, previous_user_id: previousOwnerId };
      return ['queueChatTicket', { ...body, note, client_id }];
    }
    case 'transfer.confirm':
      return ['confirmTicketTransfer', { id: command.transferId }];
    case 'transfer.delete':
      return ['deleteTicketTransfer', { id: command.transferId }];
    case 'message.send':
      return ofMessage(command.message);
    case 'message.resolve':
      return ['sentMessage', { client_id: command.clientId }];
    case 'media.fetch':
      return [command.retry ? 'retryMessageMedia' : 'messageMedia', { id: command.messageId }];
    case 'presence.connect':
      return ['connected', { arrival: true }];
    default:
      return null;
  }
}

/** What is wrong with a request that a command led to; null for nothing, or where nothing is said of it. */
export function requestProblem(command: Command, request: ScriptedRequest): string | null {
  const { name, body, query } = request;
  // A new connection agrees on the preferences too.
  if (name === 'userPreferences' || name === 'saveUserPreferences') return null;
  const isLogin = command.type === 'login.send' || command.type === 'login.confirm';
  const one = isLogin ? null : askedBy(command);
  const all = isLogin ? ofLogin(command) : one === null ? [] : [one];
  if (all.length === 0) return null;
  const asked = all.find(([expected]) => expected === name);
  if (asked === undefined)
    return `${command.type} asks ${name}, and should ask ${all.map(([each]) => each).join(', ')}`;
  // Until there is a session a request bears no token.
  if ((isLogin && asked === all[0]) !== (request.token === null)) return `${name} bears ${request.token ?? 'no token'}`;
  const said = { ...Object.fromEntries(query), ...Object(body) };
  const wrong = Object.entries(asked[1]).filter(
    ([field, value]) => !isDeepStrictEqual(Reflect.get(said, field), value),
  );
  if (wrong.length === 0) return null;
  const parts = wrong.map(
    ([field, value]) =>
      `${field} is ${JSON.stringify(Reflect.get(said, field))}, and should be ${JSON.stringify(value)}`,
  );
  return `${command.type} asks ${name}: ${parts.join('; ')}`;
}

/** What is wrong with an outcome of which no request has left: only the end of a session answers by itself. */
export function unaskedProblem(command: Command, event: AppEvent): string | null {
  const isLogin = command.type === 'login.send' || command.type === 'login.confirm';
  if (!isLogin && askedBy(command) === null) return null;
  if ('failure' in event && Object(event.failure).code === 'ABANDONED') return null;
  return `${command.type} leads to ${event.type}, and nothing was asked`;
}

/** What is wrong with a call that a command makes: each asks once, but for one that goes on with another token. */
export function followRepeats(timesGiven: (command: Command) => number) {
  const asked = new Map<Command, readonly string[]>();
  return (command: Command, name: string): string | null => {
    const names = [...(asked.get(command) ?? []), name];
    asked.set(command, names);
    const times = names.filter((each) => each === name).length;
    return times <= timesGiven(command) ? null : `${command.type} asks ${name} again`;
  };
}

/** The same of a socket, which says whose it is and from where the stream goes on. */
export function openingProblem(command: Command | undefined, query: URLSearchParams): string | null {
  if (command?.type !== 'socket.open') return null;
  const { userId, epoch, since } = command;
  const goesOn = epoch !== null && since !== null;
  const expected = { userId, tenantName: 'aurora', epoch: goesOn ? epoch : null, since: goesOn ? String(since) : null };
  const said = {
    userId: query.get('userId'),
    tenantName: query.get('tenantName'),
    epoch: query.get('epoch'),
    since: query.get('since'),
  };
  if (isDeepStrictEqual(said, expected)) return null;
  return `a socket is opened with ${JSON.stringify(said)}, and should be with ${JSON.stringify(expected)}`;
}
