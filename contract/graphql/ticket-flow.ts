import * as z from 'zod/mini';
import { ticketFlowFields, ticketFlowSchema } from '../entities/flow.ts';
import type { TicketFlow } from '../entities/flow.ts';
import { operation } from './operation.ts';

/* The flow that a ticket is in. `ListUpdated` with `ticket_flows` tells whoever sees the ticket of a change. */

/** The last flow of a ticket that the user sees, over or not; null if it never was in one. */
export const ticketFlow = operation<{ ticket_id: string }, { ticketFlow: TicketFlow | null }>(
  'ticketFlow',
  `query ticketFlow($ticket_id: ID!) { ticketFlow(ticket_id: $ticket_id) { ${ticketFlowFields} } }`,
  z.object({ ticketFlow: z.nullable(ticketFlowSchema) }),
);

/** Stops the flow: the ticket waits for a person. */
export const stopTicketFlow = operation<{ ticket_id: string }, { stopTicketFlow: TicketFlow }>(
  'stopTicketFlow',
  `mutation stopTicketFlow($ticket_id: ID!) { stopTicketFlow(ticket_id: $ticket_id) { ${ticketFlowFields} } }`,
  z.object({ stopTicketFlow: ticketFlowSchema }),
);

/** Takes up a flow that was stopped, at the step where it was; the ticket is nobody's then. */
export const returnTicketToFlow = operation<{ ticket_id: string }, { returnTicketToFlow: TicketFlow }>(
  'returnTicketToFlow',
  `mutation returnTicketToFlow($ticket_id: ID!) { returnTicketToFlow(ticket_id: $ticket_id) { ${ticketFlowFields} } }`,
  z.object({ returnTicketToFlow: ticketFlowSchema }),
);

export const ticketFlowSdl = /* GraphQL */ `
  type TicketFlowVariable {
    name: String!
    value: String!
  }
  type TicketFlow {
    ticket_id: ID!
    flow_id: ID!
    flow_name: String!
    number: Int!
    bot_name: String
    is_running: Boolean!
    can_return: Boolean!
    node: String!
    step_label: String
    step_kind: String!
    variables: [TicketFlowVariable!]!
    started_at: String!
  }
  extend type Query {
    ticketFlow(ticket_id: ID!): TicketFlow
  }
  extend type Mutation {
    stopTicketFlow(ticket_id: ID!): TicketFlow!
    returnTicketToFlow(ticket_id: ID!): TicketFlow!
  }
`;
