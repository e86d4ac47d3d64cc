import * as z from 'zod/mini';
import { CONSENT_KINDS } from '../facts/customers.ts';
import { customerValueSchema } from '../entities/customer-details.ts';
import { customerFields, customerSchema } from '../entities/customer.ts';
import { countSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** A customer in the company's base. */
export const listedCustomerSchema = z.object({
  ...customerSchema.shape,
  email: z.nullable(z.string()),
  /** When the last message was exchanged with them, over all instances; null for never. */
  last_contact_at: z.nullable(timestampSchema),
  /** The latest consent on each channel; null if never given nor refused. Omitted unless requested, like `values`. */
  whatsapp_consent: z.optional(z.nullable(z.enum(CONSENT_KINDS))),
  sms_consent: z.optional(z.nullable(z.enum(CONSENT_KINDS))),
  /** Of the company's own fields, those that are filled in. */
  values: z.optional(z.array(customerValueSchema)),
});
export type ListedCustomer = z.infer<typeof listedCustomerSchema>;

export const customerPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  /** Cursors of the first and the last row; null without rows. */
  start: z.optional(z.nullable(z.string())),
  end: z.optional(z.nullable(z.string())),
  items: z.array(listedCustomerSchema),
});
export type CustomerPage = z.infer<typeof customerPageSchema>;

export type PaginatedCustomersVariables = {
  search?: string | null | undefined;
  sort_name?: string | null | undefined;
  sort_type?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
  /** Instead of the page's number: the rows behind, or right before, the cursor of a row. */
  after?: string | null | undefined;
  before?: string | null | undefined;
  tag_id?: string | null | undefined;
  group_id?: string | null | undefined;
  /** Customers who meet the audience's conditions now. */
  audience_id?: string | null | undefined;
  instance_id?: string | null | undefined;
  /** Days since the last contact: at most this many; if negative, more than that many, or never. */
  contact_days?: number | null | undefined;
  blacklisted?: boolean | null | undefined;
  /** One of `CONSENT_FILTERS`. */
  consent?: string | null | undefined;
  /** One of the company's own fields, compared with `field_value` by one of `FIELD_FILTERS`. */
  field_id?: string | null | undefined;
  field_op?: string | null | undefined;
  /** As text on the wire: `12.5`, `2026-03-01`, `true`. */
  field_value?: string | null | undefined;
};

/**
 * A page of the company's customers. `search` finds words of the name, or a number by its beginning or its last digits.
 */
export const paginatedCustomers = operation<PaginatedCustomersVariables, { paginatedCustomers: CustomerPage }>(
  'paginatedCustomers',
  `query paginatedCustomers($search: String, $sort_name: String, $sort_type: String, $pagination_page: Int, $pagination_limit: Int, $after: String, $before: String, $tag_id: ID, $group_id: ID, $audience_id: ID, $instance_id: ID, $contact_days: Int, $blacklisted: Boolean, $consent: String, $field_id: ID, $field_op: String, $field_value: String) { paginatedCustomers(search: $search, sort_name: $sort_name, sort_type: $sort_type, pagination_page: $pagination_page, pagination_limit: $pagination_limit, after: $after, before: $before, tag_id: $tag_id, group_id: $group_id, audience_id: $audience_id, instance_id: $instance_id, contact_days: $contact_days, blacklisted: $blacklisted, consent: $consent, field_id: $field_id, field_op: $field_op, field_value: $field_value) { total_pages total_items start end items { ${customerFields} email last_contact_at whatsapp_consent sms_consent values { field_id value } } } }`,
  z.object({ paginatedCustomers: customerPageSchema }),
);

export const paginatedCustomersSdl = /* GraphQL */ `
  type ListedCustomer {
    id: ID!
    name: String!
    phone_number: String!
    image: String
    is_blacklisted: Boolean!
    created_at: String!
    tags: [CustomerTag!]
    numbers: [String!]
    email: String
    last_contact_at: String
    whatsapp_consent: String
    sms_consent: String
    values: [CustomerValue!]!
  }
  type CustomerPage {
    total_pages: Int!
    total_items: Int!
    start: String
    end: String
    items: [ListedCustomer!]!
  }
  extend type Query {
    paginatedCustomers(
      search: String
      sort_name: String = "name"
      sort_type: String = "ASC"
      pagination_page: Int = 1
      pagination_limit: Int = 10
      after: String
      before: String
      tag_id: ID
      group_id: ID
      audience_id: ID
      instance_id: ID
      contact_days: Int
      blacklisted: Boolean
      consent: String
      field_id: ID
      field_op: String
      field_value: String
    ): CustomerPage!
  }
`;
