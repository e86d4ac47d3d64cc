import * as z from 'zod/mini';
import { customerFieldFields, customerFieldSchema, type CustomerField } from '../entities/customer-field.ts';
import { operation } from './operation.ts';

export type CustomerFieldsVariables = Record<string, never>;

/** The fields that the company keeps of its customers, in their order. */
export const customerFields = operation<CustomerFieldsVariables, { customerFields: CustomerField[] }>(
  'customerFields',
  `query customerFields { customerFields { ${customerFieldFields} } }`,
  z.object({ customerFields: z.array(customerFieldSchema) }),
);

export const customerFieldsSdl = /* GraphQL */ `
  extend type Query {
    customerFields: [CustomerField!]!
  }
`;
