import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema, type ChatTicket } from '../entities/chat-ticket.ts';
import { operation } from './operation.ts';

export type OpenChatTicketVariables = { customer_id: string; instance_id: string };

/**
 * A new ticket of a known customer, owned by the user; or the one that is open. Refuses like a message to the customer:
 * the 24-hour window, a blacklisted customer, a deactivated instance; `error.ticket.taken` with the owner's `name`.
 */
export const openChatTicket = operation<OpenChatTicketVariables, { openChatTicket: ChatTicket }>(
  'openChatTicket',
  `mutation openChatTicket($customer_id: ID!, $instance_id: ID!) { openChatTicket(customer_id: $customer_id, instance_id: $instance_id) { ${chatTicketFields} } }`,
  z.object({ openChatTicket: chatTicketSchema }),
);

export const openChatTicketSdl = /* GraphQL */ `
  extend type Mutation {
    openChatTicket(customer_id: ID!, instance_id: ID!): ChatTicket!
  }
`;
