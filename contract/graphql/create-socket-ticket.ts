import * as z from 'zod/mini';
import { timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type CreateSocketTicketVariables = Record<string, never>;

/** A one-time ticket for the current user's socket, valid for 30 s. */
export const createSocketTicket = operation<
  CreateSocketTicketVariables,
  { createSocketTicket: { ticket: string; expires_at: string } }
>(
  'createSocketTicket',
  'mutation createSocketTicket { createSocketTicket { ticket expires_at } }',
  z.object({ createSocketTicket: z.object({ ticket: z.string(), expires_at: timestampSchema }) }),
);

export const createSocketTicketSdl = /* GraphQL */ `
  type SocketTicket {
    ticket: String!
    expires_at: String!
  }
  extend type Mutation {
    createSocketTicket: SocketTicket!
  }
`;
