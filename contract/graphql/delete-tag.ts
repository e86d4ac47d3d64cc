import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteTagVariables = { id: string };

/** Deletes a tag, also from the customers who have it. */
export const deleteTag = operation<DeleteTagVariables, { deleteTag: boolean }>(
  'deleteTag',
  'mutation deleteTag($id: ID!) { deleteTag(id: $id) }',
  z.object({ deleteTag: z.boolean() }),
);

export const deleteTagSdl = /* GraphQL */ `
  extend type Mutation {
    deleteTag(id: ID!): Boolean!
  }
`;
