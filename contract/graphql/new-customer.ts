import * as z from 'zod/mini';
import {
  customerDetailsFields,
  customerDetailsSchema,
  type CustomerDetails,
  type NewCustomerForm,
} from '../entities/customer-details.ts';
import { operation } from './operation.ts';

/** Adds a customer to the company's base. Refuses a number that is a customer's already, by field. */
export const newCustomer = operation<NewCustomerForm, { newCustomer: CustomerDetails }>(
  'newCustomer',
  `mutation newCustomer($phone_number: String!, $name: String!, $email: String, $note: String, $image: String, $values: [CustomerValueInput!]) { newCustomer(phone_number: $phone_number, name: $name, email: $email, note: $note, image: $image, values: $values) { ${customerDetailsFields} } }`,
  z.object({ newCustomer: customerDetailsSchema }),
);

export const newCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    newCustomer(
      phone_number: String!
      name: String!
      email: String
      note: String
      image: String
      values: [CustomerValueInput!]
    ): CustomerDetails!
  }
`;
