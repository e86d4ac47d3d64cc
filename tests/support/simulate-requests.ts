import { failure as failureOf } from '../../models/samples.ts';
import { ticketCallFailed } from '../../src/adapters/tenant/ticket-call-failed.ts';
import { transferFailed } from '../../src/adapters/tenant/transfer-failed.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { Command, CommandOf } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';

const REQUESTS = [
  'token.refresh',
  'user.fetch',
  'permissions.fetch',
  'instances.fetch',
  'socket.fetchTicket',
  'tickets.fetch',
  'ticket.fetch',
  'chat.fetch',
  'history.fetch',
  'ticket.finish',
  'customer.pin',
  'message.send',
  'message.resolve',
  'unseen.reset',
  'transfer.fetchCandidates',
  'transfer.create',
  'transfer.queue',
  'transfer.confirm',
  'transfer.delete',
  'form.save',
] as const satisfies readonly Command['type'][];

/** A command that asks the server. */
export type Request = CommandOf<(typeof REQUESTS)[number]>;

const requests: ReadonlySet<string> = new Set(REQUESTS);

export function isRequest(command: Command): command is Request {
  return requests.has(command.type);
}

/** The event of a request that the server refused; null where the page isn't told. */
export function refused(request: Request, failure: Failure): AppEvent | null {
  switch (request.type) {
    case 'token.refresh':
      return { type: 'token.refreshFailed', generation: request.generation, reason: 'unreachable' };
    case 'user.fetch':
    case 'permissions.fetch':
      return null;
    case 'instances.fetch':
      return { type: 'instances.listFailed', failure };
    case 'socket.fetchTicket':
      return { type: 'socket.ticketFailed', attempt: request.attempt, failure };
    case 'tickets.fetch':
      return { type: 'tickets.listFailed', request: request.request, failure };
    case 'ticket.fetch':
      return { type: 'ticket.loadFailed', ticketId: request.ticketId, failure };
    case 'chat.fetch': {
      const { customerId, instanceId, request: number } = request;
      return { type: 'chat.listFailed', customerId, instanceId, request: number, failure };
    }
    case 'history.fetch':
    case 'ticket.finish':
    case 'customer.pin':
      return ticketCallFailed(request, failure);
    case 'message.send':
      return { type: 'message.refused', clientId: request.message.clientId, failure };
    case 'message.resolve':
      return { type: 'message.resolveFailed', clientId: request.clientId };
    case 'unseen.reset':
      return { type: 'unseen.resetFailed', customerId: request.customerId, instanceId: request.instanceId, failure };
    case 'transfer.fetchCandidates':
    case 'transfer.create':
    case 'transfer.queue':
    case 'transfer.confirm':
    case 'transfer.delete':
      return transferFailed(request, failure);
    case 'form.save': {
      const { form, key, request: number } = request;
      return { type: 'form.refused', form, key, request: number, failure };
    }
  }
}

/** The event of a request that no answer came to. */
export function unanswered(request: Request): AppEvent | null {
  if (request.type === 'message.send') return { type: 'message.answerLost', clientId: request.message.clientId };
  return failedCall(request, 'NETWORK');
}

/** The event of a call that was given up while it waited for a new token. */
export function failedCall(request: Request, code: Failure['code']): AppEvent | null {
  return refused(request, failureOf(code));
}
