import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type TicketTransferVariables = { chat_ticket_id: string; transferred?: boolean | null };

/** A ticket's newest confirmed (`transferred`) or pending transfer; null if there is none. Deleted ones don't count. */
export const ticketTransfer = operation<TicketTransferVariables, { ticketTransfer: TicketTransfer | null }>(
  'ticketTransfer',
  `query ticketTransfer($chat_ticket_id: ID!, $transferred: Boolean = false) { ticketTransfer(chat_ticket_id: $chat_ticket_id, transferred: $transferred) { ${ticketTransferFields} } }`,
  z.object({ ticketTransfer: z.nullable(ticketTransferSchema) }),
);

export const ticketTransferSdl = /* GraphQL */ `
  extend type Query {
    ticketTransfer(chat_ticket_id: ID!, transferred: Boolean = false): TicketTransfer
  }
`;
