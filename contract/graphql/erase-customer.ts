import * as z from 'zod/mini';
import { CUSTOMER_NUMBER_MAX } from '../facts/customers.ts';
import { lineSchema } from '../fields.ts';
import { operation } from './operation.ts';

/** Confirms an erasure with the customer's number. */
export const eraseCustomerFormSchema = z.object({ phone_number: lineSchema(CUSTOMER_NUMBER_MAX) });
export type EraseCustomerForm = z.infer<typeof eraseCustomerFormSchema>;

/**
 * Erases a customer on request, for good: administrators only. Name, numbers, data, notes, texts and files go; tickets
 * and messages stay as rows without content. CONFLICT `error.erase.open` while an attendance of theirs is open,
 * `error.erase.sending` while a message to them is being sent, and `error.erase.importing` while an import of the
 * company, whose file may have them, isn't over.
 */
export const eraseCustomer = operation<EraseCustomerForm & { id: string }, { eraseCustomer: boolean }>(
  'eraseCustomer',
  'mutation eraseCustomer($id: ID!, $phone_number: String!) { eraseCustomer(id: $id, phone_number: $phone_number) }',
  z.object({ eraseCustomer: z.boolean() }),
);

export const eraseCustomerSdl = /* GraphQL */ `
  extend type Mutation {
    eraseCustomer(id: ID!, phone_number: String!): Boolean!
  }
`;
