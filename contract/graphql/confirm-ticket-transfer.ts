import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type ConfirmTicketTransferVariables = { id: string };

/** Takes the ticket over: the next owner or an administrator. Idempotent once confirmed; refuses a deleted transfer. */
export const confirmTicketTransfer = operation<
  ConfirmTicketTransferVariables,
  { confirmTicketTransfer: TicketTransfer }
>(
  'confirmTicketTransfer',
  `mutation confirmTicketTransfer($id: ID!) { confirmTicketTransfer(id: $id) { ${ticketTransferFields} } }`,
  z.object({ confirmTicketTransfer: ticketTransferSchema }),
);

export const confirmTicketTransferSdl = /* GraphQL */ `
  extend type Mutation {
    confirmTicketTransfer(id: ID!): TicketTransfer!
  }
`;
