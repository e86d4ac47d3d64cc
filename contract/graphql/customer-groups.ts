import * as z from 'zod/mini';
import { customerGroupFields, customerGroupSchema } from '../entities/audience.ts';
import type { CustomerGroup, CustomerGroupForm } from '../entities/audience.ts';
import { customerFields } from '../entities/customer.ts';
import { operation } from './operation.ts';
import { customerPageSchema } from './paginated-customers.ts';
import type { CustomerPage } from './paginated-customers.ts';

/* Groups of customers, chosen one by one or fed by an audience. */

/** The company's groups by name. */
export const customerGroups = operation<Record<string, never>, { customerGroups: CustomerGroup[] }>(
  'customerGroups',
  `query customerGroups { customerGroups { ${customerGroupFields} } }`,
  z.object({ customerGroups: z.array(customerGroupSchema) }),
);

export type CustomerGroupMembersVariables = {
  id: string;
  search?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of a group's members by name. */
export const customerGroupMembers = operation<CustomerGroupMembersVariables, { customerGroupMembers: CustomerPage }>(
  'customerGroupMembers',
  `query customerGroupMembers($id: ID!, $search: String, $pagination_page: Int, $pagination_limit: Int) { customerGroupMembers(id: $id, search: $search, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${customerFields} email last_contact_at } } }`,
  z.object({ customerGroupMembers: customerPageSchema }),
);

/** Adds a group; one with an audience is filled after the answer. Refuses a taken name by field. */
export const newCustomerGroup = operation<CustomerGroupForm, { newCustomerGroup: CustomerGroup }>(
  'newCustomerGroup',
  `mutation newCustomerGroup($name: String!, $audience_id: ID) { newCustomerGroup(name: $name, audience_id: $audience_id) { ${customerGroupFields} } }`,
  z.object({ newCustomerGroup: customerGroupSchema }),
);

export type UpdateCustomerGroupVariables = CustomerGroupForm & { id: string; version?: string | null | undefined };

/** Changes a group. Without its audience it keeps its members; with another it is filled anew. */
export const updateCustomerGroup = operation<UpdateCustomerGroupVariables, { updateCustomerGroup: CustomerGroup }>(
  'updateCustomerGroup',
  `mutation updateCustomerGroup($id: ID!, $version: String, $name: String!, $audience_id: ID) { updateCustomerGroup(id: $id, version: $version, name: $name, audience_id: $audience_id) { ${customerGroupFields} } }`,
  z.object({ updateCustomerGroup: customerGroupSchema }),
);

/** Deletes a group, not its customers. */
export const deleteCustomerGroup = operation<{ id: string }, { deleteCustomerGroup: boolean }>(
  'deleteCustomerGroup',
  'mutation deleteCustomerGroup($id: ID!) { deleteCustomerGroup(id: $id) }',
  z.object({ deleteCustomerGroup: z.boolean() }),
);

/** Takes the members from the group's audience anew, after the answer. */
export const refreshCustomerGroup = operation<{ id: string }, { refreshCustomerGroup: CustomerGroup }>(
  'refreshCustomerGroup',
  `mutation refreshCustomerGroup($id: ID!) { refreshCustomerGroup(id: $id) { ${customerGroupFields} } }`,
  z.object({ refreshCustomerGroup: customerGroupSchema }),
);

export type ChangeGroupMembersVariables = { id: string; customer_ids: readonly string[]; member: boolean };

/** Puts customers into a group or takes them out; refuses a group that an audience feeds. */
export const changeGroupMembers = operation<ChangeGroupMembersVariables, { changeGroupMembers: CustomerGroup }>(
  'changeGroupMembers',
  `mutation changeGroupMembers($id: ID!, $customer_ids: [ID!]!, $member: Boolean!) { changeGroupMembers(id: $id, customer_ids: $customer_ids, member: $member) { ${customerGroupFields} } }`,
  z.object({ changeGroupMembers: customerGroupSchema }),
);

export const customerGroupsSdl = /* GraphQL */ `
  extend type Query {
    customerGroups: [CustomerGroup!]!
    customerGroupMembers(id: ID!, search: String, pagination_page: Int = 1, pagination_limit: Int = 10): CustomerPage!
  }
  extend type Mutation {
    newCustomerGroup(name: String!, audience_id: ID): CustomerGroup!
    updateCustomerGroup(id: ID!, version: String, name: String!, audience_id: ID): CustomerGroup!
    deleteCustomerGroup(id: ID!): Boolean!
    refreshCustomerGroup(id: ID!): CustomerGroup!
    changeGroupMembers(id: ID!, customer_ids: [ID!]!, member: Boolean!): CustomerGroup!
  }
`;
