import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type DeleteTicketTransferVariables = { id: string };

/** Takes a pending transfer back, or declines it. Again on a deleted one answers the same; refuses a confirmed one. */
export const deleteTicketTransfer = operation<DeleteTicketTransferVariables, { deleteTicketTransfer: TicketTransfer }>(
  'deleteTicketTransfer',
  `mutation deleteTicketTransfer($id: ID!) { deleteTicketTransfer(id: $id) { ${ticketTransferFields} } }`,
  z.object({ deleteTicketTransfer: ticketTransferSchema }),
);

export const deleteTicketTransferSdl = /* GraphQL */ `
  extend type Mutation {
    deleteTicketTransfer(id: ID!): TicketTransfer!
  }
`;
