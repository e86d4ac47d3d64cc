import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type BlockUserVariables = { id: string };

/** Blocks a user: they may not log in, their sessions end, their open tickets go back to the queue. Unblocked over REST. */
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
