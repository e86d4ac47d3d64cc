import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type BlockUserVariables = { id: string };

/** Blocks a user: ends their sessions, and their open tickets return to the queue. Unblocking is a REST call. */
export const blockUser = operation<BlockUserVariables, { blockUser: boolean }>(
  'blockUser',
  `mutation blockUser($id: ID!) { blockUser(id: $id) }`,
  z.object({ blockUser: z.boolean() }),
);

export const blockUserSdl = /* GraphQL */ `
  extend type Mutation {
    blockUser(id: ID!): Boolean!
  }
`;
