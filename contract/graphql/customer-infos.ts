import * as z from 'zod/mini';
import { customerFields, customerSchema, type Customer } from '../entities/customer.ts';
import { operation } from './operation.ts';

export type CustomerInfosVariables = { id: string };

/** A customer; NOT_FOUND if the user may not see their tickets. */
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
