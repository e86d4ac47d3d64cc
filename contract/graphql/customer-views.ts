import * as z from 'zod/mini';
import { customerViewFields, customerViewSchema } from '../entities/customer-view.ts';
import type { CustomerView, CustomerViewForm } from '../entities/customer-view.ts';
import { operation } from './operation.ts';

const DECLARED =
  '$name: String!, $sort_name: String!, $sort_type: String!, $tag_id: ID, $group_id: ID, $instance_id: ID, $contact_days: Int, $blacklisted: Boolean, $consent: String, $field_id: ID, $field_op: String, $field_value: String';
const GIVEN =
  'name: $name, sort_name: $sort_name, sort_type: $sort_type, tag_id: $tag_id, group_id: $group_id, instance_id: $instance_id, contact_days: $contact_days, blacklisted: $blacklisted, consent: $consent, field_id: $field_id, field_op: $field_op, field_value: $field_value';

/** The user's saved views of the customers' list, oldest first. */
export const customerViews = operation<Record<string, never>, { customerViews: CustomerView[] }>(
  'customerViews',
  `query customerViews { customerViews { ${customerViewFields} } }`,
  z.object({ customerViews: z.array(customerViewSchema) }),
);

/** Saves a view; at most `SAVED_VIEWS_MAX`. */
export const newCustomerView = operation<CustomerViewForm, { newCustomerView: CustomerView }>(
  'newCustomerView',
  `mutation newCustomerView(${DECLARED}) { newCustomerView(${GIVEN}) { ${customerViewFields} } }`,
  z.object({ newCustomerView: customerViewSchema }),
);

export type UpdateCustomerViewVariables = CustomerViewForm & { id: string };

/** Changes a saved view. */
export const updateCustomerView = operation<UpdateCustomerViewVariables, { updateCustomerView: CustomerView }>(
  'updateCustomerView',
  `mutation updateCustomerView($id: ID!, ${DECLARED}) { updateCustomerView(id: $id, ${GIVEN}) { ${customerViewFields} } }`,
  z.object({ updateCustomerView: customerViewSchema }),
);

/** Deletes a saved view. */
export const deleteCustomerView = operation<{ id: string }, { deleteCustomerView: boolean }>(
  'deleteCustomerView',
  'mutation deleteCustomerView($id: ID!) { deleteCustomerView(id: $id) }',
  z.object({ deleteCustomerView: z.boolean() }),
);

export const customerViewsSdl = /* GraphQL */ `
  type CustomerView {
    id: ID!
    name: String!
    sort_name: String!
    sort_type: String!
    tag_id: ID
    group_id: ID
    instance_id: ID
    contact_days: Int
    blacklisted: Boolean
    consent: String
    field_id: ID
    field_op: String
    field_value: String
    gone: [String!]!
  }
  extend type Query {
    customerViews: [CustomerView!]!
  }
  extend type Mutation {
    newCustomerView(
      name: String!
      sort_name: String!
      sort_type: String!
      tag_id: ID
      group_id: ID
      instance_id: ID
      contact_days: Int
      blacklisted: Boolean
      consent: String
      field_id: ID
      field_op: String
      field_value: String
    ): CustomerView!
    updateCustomerView(
      id: ID!
      name: String!
      sort_name: String!
      sort_type: String!
      tag_id: ID
      group_id: ID
      instance_id: ID
      contact_days: Int
      blacklisted: Boolean
      consent: String
      field_id: ID
      field_op: String
      field_value: String
    ): CustomerView!
    deleteCustomerView(id: ID!): Boolean!
  }
`;
