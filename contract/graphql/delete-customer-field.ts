import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteCustomerFieldVariables = { id: string };

/** Deletes a field with its values. */
export const deleteCustomerField = operation<DeleteCustomerFieldVariables, { deleteCustomerField: boolean }>(
  'deleteCustomerField',
  'mutation deleteCustomerField($id: ID!) { deleteCustomerField(id: $id) }',
  z.object({ deleteCustomerField: z.boolean() }),
);

export const deleteCustomerFieldSdl = /* GraphQL */ `
  extend type Mutation {
    deleteCustomerField(id: ID!): Boolean!
  }
`;
