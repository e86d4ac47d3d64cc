import * as z from 'zod/mini';
import {
  customerFieldFields,
  customerFieldSchema,
  type CustomerField,
  type CustomerFieldForm,
} from '../entities/customer-field.ts';
import { operation } from './operation.ts';

export type UpdateCustomerFieldVariables = CustomerFieldForm & { id: string; version?: string | null | undefined };

/** Changes a field; its type only while no customer has a value in it. */
export const updateCustomerField = operation<UpdateCustomerFieldVariables, { updateCustomerField: CustomerField }>(
  'updateCustomerField',
  `mutation updateCustomerField($id: ID!, $version: String, $name: String!, $type: String!, $options: [String!], $position: Int) { updateCustomerField(id: $id, version: $version, name: $name, type: $type, options: $options, position: $position) { ${customerFieldFields} } }`,
  z.object({ updateCustomerField: customerFieldSchema }),
);

export const updateCustomerFieldSdl = /* GraphQL */ `
  extend type Mutation {
    updateCustomerField(
      id: ID!
      version: String
      name: String!
      type: String!
      options: [String!]
      position: Int
    ): CustomerField!
  }
`;
