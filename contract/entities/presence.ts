import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** Whether a user is at work, by `connected`, `disconnected` and their sockets. */
export const presenceSchema = z.object({ id: idSchema, isConnected: z.boolean() });
export type Presence = z.infer<typeof presenceSchema>;

export const presenceSdl = /* GraphQL */ `
  type Presence {
    id: ID!
    isConnected: Boolean!
  }
`;
