import * as z from 'zod/mini';
import { ticketTransferFields, ticketTransferSchema, type TicketTransfer } from '../entities/ticket-transfer.ts';
import { operation } from './operation.ts';

export type TicketTransferVariables = { chat_ticket_id: string; transferred?: boolean | null };

/** The newest transfer of a ticket that is (`transferred`) or is not yet confirmed; null if there is none. Deleted ones are left out. */
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
