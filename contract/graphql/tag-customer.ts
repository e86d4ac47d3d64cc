import * as z from 'zod/mini';
import { customerTagFields, customerTagSchema, type CustomerTag } from '../entities/tag.ts';
import { operation } from './operation.ts';

export type TagCustomerVariables = { id: string; tag_id: string; tagged: boolean };

/** Gives a customer a tag, or takes it off. Returns the tags they have now. */
export const tagCustomer = operation<TagCustomerVariables, { tagCustomer: CustomerTag[] }>(
  'tagCustomer',
  `mutation tagCustomer($id: ID!, $tag_id: ID!, $tagged: Boolean!) { tagCustomer(id: $id, tag_id: $tag_id, tagged: $tagged) { ${customerTagFields} } }`,
  z.object({ tagCustomer: z.array(customerTagSchema) }),
);

export const tagCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    tagCustomer(id: ID!, tag_id: ID!, tagged: Boolean!): [CustomerTag!]!
  }
`;
