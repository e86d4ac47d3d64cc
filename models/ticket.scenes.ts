import { connection, live } from './connection.ts';
import type { Scene } from './model.ts';
import { ana } from './samples.ts';
import { known, ticketSamples as samples } from './ticket.samples.ts';
import type { TicketSampleName as Name } from './ticket.samples.ts';

/*
 * The scenes shared by the models of ticket and conversation.
 */

export const looking = ['ticket.opened', 'ticket.left'] as const satisfies readonly Name[];

export const ofConnection = Object.keys(connection) as (keyof typeof connection)[];

/** Ana is logged in and has the ticket in her list. */
export const begun = live(ana, 'atendente', [known]);

/** Her list is on its way. */
export const onItsWay = live(ana, 'atendente', []).slice(0, -1);

/** The ticket is on her screen. */
export const open = [...begun, samples['ticket.opened'], samples['chat.listed']];

/** The ticket is not known yet. */
export const unknownTicketScenes = {
  'a ticket that is not known': {
    given: live(ana, 'atendente', []),
    only: [
      ...looking,
      'ticket.loaded',
      'ticket.loaded: finished',
      'ticket.loaded: waits for an answer',
      'ticket.loadFailed',
      'chat.retried',
      'message.arrived',
      'customer.arrived',
    ],
  },
  'the connection breaks before it is known': {
    given: [...live(ana, 'atendente', []), samples['ticket.opened']],
    only: [...ofConnection, 'ticket.loaded', 'ticket.loadFailed', 'ticket.left'],
  },
} satisfies Record<string, Scene<Name>>;
