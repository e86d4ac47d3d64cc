import * as z from 'zod/mini';
import { BLOCKED_LINES_MAX, BLOCKED_LINE_MAX, BLOCK_REASON_MAX } from '../facts/customers.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A blocked number: nothing is sent to it, nothing received from it is accepted. */
export const blockedContactSchema = z.object({
  phone_number: z.string(),
  reason: z.nullable(z.string()),
  /** They were blocked before they were erased. */
  is_kept: z.boolean(),
  created_at: timestampSchema,
  /** Who blocked it; null if that isn't known. */
  user_name: z.nullable(z.string()),
  customer_id: z.nullable(idSchema),
  customer_name: z.nullable(z.string()),
});
export type BlockedContact = z.infer<typeof blockedContactSchema>;

/** A line that was refused, and why; lines count from 1. */
export const refusedLineSchema = z.object({ line: countSchema, number: z.string(), key: z.string() });
export type RefusedLine = z.infer<typeof refusedLineSchema>;

const reasonSchema = z
  .string({ error: 'error.field.invalid' })
  .check(
    z.trim(),
    z.maxLength(BLOCK_REASON_MAX, 'error.field.tooLong'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'error.field.characters'),
  );

/** Numbers in any format with the country's code, and why they are blocked. */
export const blockContactsFormSchema = z.object({
  numbers: z
    .array(z.string('error.field.invalid').check(z.maxLength(BLOCKED_LINE_MAX, 'error.field.tooLong')), {
      error: 'error.field.required',
    })
    .check(z.minLength(1, 'error.field.required'), z.maxLength(BLOCKED_LINES_MAX, 'error.field.tooMany')),
  reason: z.optional(z.nullable(reasonSchema)),
});
export type BlockContactsForm = z.infer<typeof blockContactsFormSchema>;

const blockedPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(blockedContactSchema),
});
export type BlockedPage = z.infer<typeof blockedPageSchema>;

export type BlockedContactsVariables = {
  search?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of the blocked numbers, newest first. `search`: digits of the number. */
export const blockedContacts = operation<BlockedContactsVariables, { blockedContacts: BlockedPage }>(
  'blockedContacts',
  `query blockedContacts($search: String, $pagination_page: Int, $pagination_limit: Int) { blockedContacts(search: $search, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { phone_number reason is_kept created_at user_name customer_id customer_name } } }`,
  z.object({ blockedContacts: blockedPageSchema }),
);

const blockedSchema = z.object({ blocked: countSchema, refused: z.array(refusedLineSchema) });
export type Blocked = z.infer<typeof blockedSchema>;

/** Blocks numbers. Invalid or already blocked numbers are refused line by line; empty lines are skipped. */
export const blockContacts = operation<BlockContactsForm, { blockContacts: Blocked }>(
  'blockContacts',
  `mutation blockContacts($numbers: [String!]!, $reason: String) { blockContacts(numbers: $numbers, reason: $reason) { blocked refused { line number key } } }`,
  z.object({ blockContacts: blockedSchema }),
);

/** Unblocks numbers, as they are listed; others are skipped. Returns how many were unblocked. */
export const unblockContacts = operation<{ numbers: readonly string[] }, { unblockContacts: number }>(
  'unblockContacts',
  'mutation unblockContacts($numbers: [String!]!) { unblockContacts(numbers: $numbers) }',
  z.object({ unblockContacts: countSchema }),
);

export const blockedContactsSdl = /* GraphQL */ `
  type BlockedContact {
    phone_number: String!
    reason: String
    is_kept: Boolean!
    created_at: String!
    user_name: String
    customer_id: ID
    customer_name: String
  }
  type BlockedPage {
    total_pages: Int!
    total_items: Int!
    items: [BlockedContact!]!
  }
  type RefusedLine {
    line: Int!
    number: String!
    key: String!
  }
  type BlockedNumbers {
    blocked: Int!
    refused: [RefusedLine!]!
  }
  extend type Query {
    blockedContacts(search: String, pagination_page: Int = 1, pagination_limit: Int = 10): BlockedPage!
  }
  extend type Mutation {
    blockContacts(numbers: [String!]!, reason: String): BlockedNumbers!
    unblockContacts(numbers: [String!]!): Int!
  }
`;
