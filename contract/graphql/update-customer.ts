import * as z from 'zod/mini';
import {
  customerDetailsFields,
  customerDetailsSchema,
  type CustomerDetails,
  type CustomerForm,
} from '../entities/customer-details.ts';
import { operation } from './operation.ts';

export type UpdateCustomerVariables = CustomerForm & { id: string; version?: string | null | undefined };

/** Changes what the company keeps of a customer; omitted fields stay. */
export const updateCustomer = operation<UpdateCustomerVariables, { updateCustomer: CustomerDetails }>(
  'updateCustomer',
  `mutation updateCustomer($id: ID!, $version: String, $name: String!, $phone_number: String, $email: String, $note: String, $timezone: String, $image: String, $values: [CustomerValueInput!]) { updateCustomer(id: $id, version: $version, name: $name, phone_number: $phone_number, email: $email, note: $note, timezone: $timezone, image: $image, values: $values) { ${customerDetailsFields} } }`,
  z.object({ updateCustomer: customerDetailsSchema }),
);

export const updateCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    updateCustomer(
      id: ID!
      version: String
      name: String!
      phone_number: String
      email: String
      note: String
      timezone: String
      image: String
      values: [CustomerValueInput!]
    ): CustomerDetails!
  }
`;
