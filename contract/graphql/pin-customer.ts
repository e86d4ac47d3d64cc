import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type PinCustomerVariables = { id: string; pinned: boolean };

/** Pins or unpins a customer for the current user. */
export const pinCustomer = operation<PinCustomerVariables, { pinCustomer: boolean }>(
  'pinCustomer',
  `mutation pinCustomer($id: ID!, $pinned: Boolean!) { pinCustomer(id: $id, pinned: $pinned) }`,
  z.object({ pinCustomer: z.boolean() }),
);

export const pinCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    pinCustomer(id: ID!, pinned: Boolean!): Boolean!
  }
`;
