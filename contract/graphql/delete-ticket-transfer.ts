import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type DeleteTicketTransferVariables = { id: string };

/** Withdraws or declines a pending transfer. Idempotent once deleted; refuses a confirmed transfer. */
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
