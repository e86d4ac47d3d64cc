import * as z from 'zod/mini';
import {
  customerFieldFields,
  customerFieldSchema,
  type CustomerField,
  type CustomerFieldForm,
} from '../entities/customer-field.ts';
import { operation } from './operation.ts';

export type NewCustomerFieldVariables = CustomerFieldForm;

/** Adds a field. */
export const newCustomerField = operation<NewCustomerFieldVariables, { newCustomerField: CustomerField }>(
  'newCustomerField',
  `mutation newCustomerField($name: String!, $type: String!, $options: [String!], $position: Int) { newCustomerField(name: $name, type: $type, options: $options, position: $position) { ${customerFieldFields} } }`,
  z.object({ newCustomerField: customerFieldSchema }),
);

export const newCustomerFieldSdl = /* GraphQL */ `
  extend type Mutation {
    newCustomerField(name: String!, type: String!, options: [String!], position: Int): CustomerField!
  }
`;
