import * as z from 'zod/mini';
import { customerFields, customerSchema, type Customer } from '../entities/customer.ts';
import { operation } from './operation.ts';

export type CustomerInfosVariables = { id: string };

/** A customer; refuses with NOT_FOUND one whose tickets the user may not see. */
export const customerInfos = operation<CustomerInfosVariables, { customerInfos: Customer }>(
  'customerInfos',
  `query customerInfos($id: ID!) { customerInfos(id: $id) { ${customerFields} } }`,
  z.object({ customerInfos: customerSchema }),
);

export const customerInfosSdl = /* GraphQL */ `
  extend type Query {
    customerInfos(id: ID!): Customer!
  }
`;
