import * as z from 'zod/mini';
import { customerDetailsFields, customerDetailsSchema, type CustomerDetails } from '../entities/customer-details.ts';
import {
  customerMergeFields,
  customerMergeSchema,
  customerMergeTypesSdl,
  type CustomerMerge,
} from '../entities/customer-merge.ts';
import { operation } from './operation.ts';

export type CustomerMergeVariables = { id: string; other_id: string };

/**
 * What two customers have, before the other one is merged into the first. CONFLICT `error.merge.same` if they are one;
 * NOT_FOUND if the user may not see the tickets of both.
 */
export const customerMerge = operation<CustomerMergeVariables, { customerMerge: CustomerMerge }>(
  'customerMerge',
  `query customerMerge($id: ID!, $other_id: ID!) { customerMerge(id: $id, other_id: $other_id) { ${customerMergeFields} } }`,
  z.object({ customerMerge: customerMergeSchema }),
);

export type MergeCustomersVariables = CustomerMergeVariables & {
  take_name?: boolean | undefined;
  take_image?: boolean | undefined;
};

/**
 * Merges the other customer into `id`, for good: conversations, tags, notes, numbers and fields that `id` hasn't filled
 * in. `take_name`, `take_image`: the other's replaces its own. CONFLICT `error.merge.bothOpen` and
 * `error.merge.olderOpen` with `instance` and `name`, `error.merge.servedByOther` if the user would then read more of an
 * instance than their own, `error.merge.tooLarge` and `error.merge.bothTooLarge` for too many messages of the other,
 * `error.merge.notes` and `error.merge.tags` if both together are too many, `error.merge.sending` while a message to
 * either is being sent.
 */
export const mergeCustomers = operation<MergeCustomersVariables, { mergeCustomers: CustomerDetails }>(
  'mergeCustomers',
  `mutation mergeCustomers($id: ID!, $other_id: ID!, $take_name: Boolean, $take_image: Boolean) { mergeCustomers(id: $id, other_id: $other_id, take_name: $take_name, take_image: $take_image) { ${customerDetailsFields} } }`,
  z.object({ mergeCustomers: customerDetailsSchema }),
);

export const mergeCustomersSdl = /* GraphQL */ `
  ${customerMergeTypesSdl}
  extend type Query {
    customerMerge(id: ID!, other_id: ID!): CustomerMerge!
  }
  extend type Mutation {
    mergeCustomers(id: ID!, other_id: ID!, take_name: Boolean, take_image: Boolean): CustomerDetails!
  }
`;
