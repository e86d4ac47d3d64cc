import type { EventFrom } from 'xstate';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { ticketMachine } from '../../src/machines/ticket/ticket.machine.ts';
import { started } from '../support/builders-actor.ts';
import { ticketListed } from '../support/builders-events.ts';
import { aTicket, brunoViewing } from '../support/builders.ts';

export type Sent = EventFrom<typeof ticketMachine>;

/** Ticket 500, seen by Bruno, after some events. */
export function aTicketActor(...events: readonly Sent[]) {
  const ticket = started(ticketMachine, { input: { ticketId: '500', viewer: brunoViewing } });
  const send = (...more: readonly Sent[]): void => {
    for (const event of more) ticket.actor.send(event);
  };
  send(...events);
  const snapshot = () => ticket.actor.getSnapshot();
  return {
    ...ticket,
    send,
    snapshot,
    /** Whether an event leaves the very same snapshot. */
    ignores: (event: Sent) => {
      const before = snapshot();
      ticket.actor.send(event);
      return snapshot() === before;
    },
  };
}

export function known(overrides: Partial<Ticket> = {}, position = 10) {
  return ticketListed(aTicket(overrides), position);
}
