import * as z from 'zod/mini';
import { customerFields, customerSchema, type Customer } from '../entities/customer.ts';
import { operation } from './operation.ts';

export type BlacklistCustomerVariables = {
  id: string;
  blacklisted: boolean;
  /** Why they are blocked. */
  reason?: string | null | undefined;
};

/** Blocks or unblocks a customer: administrators only. */
export const blacklistCustomer = operation<BlacklistCustomerVariables, { blacklistCustomer: Customer }>(
  'blacklistCustomer',
  `mutation blacklistCustomer($id: ID!, $blacklisted: Boolean!, $reason: String) { blacklistCustomer(id: $id, blacklisted: $blacklisted, reason: $reason) { ${customerFields} } }`,
  z.object({ blacklistCustomer: customerSchema }),
);

export const blacklistCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    blacklistCustomer(id: ID!, blacklisted: Boolean!, reason: String): Customer!
  }
`;
