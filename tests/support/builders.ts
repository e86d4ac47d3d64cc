import { START, customer, instance, message, outgoing, framed, transfer, user } from '../../models/samples.ts';
import type {
  Customer,
  Instance,
  Message,
  Person,
  RelatedMessage,
  Ticket,
  Transfer,
  User,
} from '../../src/machines/entities/entities.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { OutgoingMessage, StoredMessage } from '../../src/machines/log/events-send.ts';
import type { StreamPosition } from '../../src/machines/log/stream.ts';

/*
 * Things of the product with boring defaults: a test names only what it is about. The same call
 * always builds the same. Their shape is that of the models' samples; who and what they are is of the tests.
 */

/** 2026-03-02 09:00 in São Paulo. */
export { START };

export const ANA: Person = { id: '1', name: 'Ana Prado' };
export const BRUNO: Person = { id: '2', name: 'Bruno Lima' };
export const CARLA: Person = { id: '3', name: 'Carla Reis' };

/** An administrator. */
export const anaViewing: Viewer = { userId: ANA.id, name: ANA.name, roleName: 'administrador' };
/** An attendant, who owns the tickets built here. */
export const brunoViewing: Viewer = { userId: BRUNO.id, name: BRUNO.name, roleName: 'atendente' };
/** Another attendant. */
export const carlaViewing: Viewer = { userId: CARLA.id, name: CARLA.name, roleName: 'atendente' };

export function anInstance(overrides: Partial<Instance> = {}): Instance {
  return instance({ id: '10', ...overrides });
}

export function aUser(overrides: Partial<User> = {}): User {
  const carla = { username: 'carla', email: 'carla@aurora.example', instances: [anInstance()] };
  return user(CARLA, { ...carla, ...overrides });
}

export function aCustomer(overrides: Partial<Customer> = {}): Customer {
  return customer({ id: '100', name: 'Joana Dias', since: START, ...overrides });
}

/** A text received from the customer, not seen yet. */
export function aMessage(overrides: Partial<Message> = {}): Message {
  const bomDia = { id: '1001', ticketId: '500', at: START, text: 'Bom dia!', unseen: true };
  return message('1001', { ...bomDia, ...overrides });
}

/** A text that Bruno sent. */
export function aSentMessage(overrides: Partial<Message> = {}): Message {
  return aMessage({ received: false, unseen: false, tag: 'stop_flow', author: BRUNO, ...overrides });
}

export function aRelatedMessage(overrides: Partial<RelatedMessage> = {}): RelatedMessage {
  return {
    id: '1001',
    received: true,
    text: 'Bom dia!',
    tag: 'text',
    documentName: null,
    bot: false,
    author: null,
    ...overrides,
  };
}

/** Open, Bruno's, answered, without a message. */
export function aTicket(overrides: Partial<Ticket> = {}): Ticket {
  return framed({
    id: '500',
    protocol: '20260302000500',
    startedAt: START,
    owner: { ...BRUNO, image: null },
    departmentId: null,
    instance: { id: '10', name: 'Vendas' },
    customer: aCustomer(),
    ...overrides,
  });
}

/** The ticket as it is after a message. */
export function aTicketAfter(message: Message, overrides: Partial<Ticket> = {}): Ticket {
  return aTicket({
    id: message.ticketId,
    lastMessage: message,
    lastReceivedAt: message.received ? message.at : null,
    unseen: message.received && message.unseen ? 1 : 0,
    ...overrides,
  });
}

/** Bruno offers his ticket to Carla. */
export function aTransfer(overrides: Partial<Transfer> = {}): Transfer {
  const offered = { previousOwner: BRUNO, nextOwner: CARLA, triggeredBy: BRUNO, createdAt: START };
  return transfer({ id: '900', ticketId: '500', ...offered, ...overrides });
}

export function aFailure(overrides: Partial<Failure> = {}): Failure {
  return { code: 'INVALID', key: 'error.invalid', params: {}, fields: {}, requestId: null, ...overrides };
}

/** No answer came. */
export const networkFailure: Failure = aFailure({ code: 'NETWORK', key: 'error.network' });

export function clientId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** Bruno's answer, on its way out. */
export function anOutgoing(overrides: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return outgoing(clientId(1), {
    ticketId: '500',
    customerId: '100',
    instanceId: '10',
    text: 'Bom dia, Joana! Como posso ajudar?',
    userId: BRUNO.id,
    ...overrides,
  });
}

export function aStored(overrides: Partial<StoredMessage> = {}): StoredMessage {
  return { ...anOutgoing(), failure: null, ...overrides };
}

/** The server's message made of an outgoing one. */
export function theTwinOf(outgoing: OutgoingMessage, overrides: Partial<Message> = {}): Message {
  return aSentMessage({
    clientId: outgoing.clientId,
    ticketId: outgoing.ticketId,
    text: outgoing.text,
    at: outgoing.submittedAt,
    ...overrides,
  });
}

/** The `seq`th frame of the tenant's stream, none missing before it. */
export function streamAt(seq: number): StreamPosition {
  return { epoch: 'epoch-1', seq, prev: seq - 1, id: `frame-${seq}` };
}
