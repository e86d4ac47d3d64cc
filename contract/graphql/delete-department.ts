import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type DeleteDepartmentVariables = { id: string };

/** Deletes a department; its members and instances are left without one. */
export const deleteDepartment = operation<DeleteDepartmentVariables, { deleteDepartment: boolean }>(
  'deleteDepartment',
  `mutation deleteDepartment($id: ID!) { deleteDepartment(id: $id) }`,
  z.object({ deleteDepartment: z.boolean() }),
);

export const deleteDepartmentSdl = /* GraphQL */ `
  extend type Mutation {
    deleteDepartment(id: ID!): Boolean!
  }
`;
