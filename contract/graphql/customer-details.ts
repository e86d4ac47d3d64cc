import * as z from 'zod/mini';
import { customerDetailsFields, customerDetailsSchema, type CustomerDetails } from '../entities/customer-details.ts';
import { operation } from './operation.ts';

export type CustomerDetailsVariables = { id: string };

/** All that the company keeps of a customer; NOT_FOUND if the user may not see their tickets. */
export const customerDetails = operation<CustomerDetailsVariables, { customerDetails: CustomerDetails }>(
  'customerDetails',
  `query customerDetails($id: ID!) { customerDetails(id: $id) { ${customerDetailsFields} } }`,
  z.object({ customerDetails: customerDetailsSchema }),
);

export const customerDetailsSdl = /* GraphQL */ `
  extend type Query {
    customerDetails(id: ID!): CustomerDetails!
  }
`;
