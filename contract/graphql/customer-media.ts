import * as z from 'zod/mini';
import { tagTypeSchema } from '../entities/customer-chat.ts';
import { MEDIA_STATES } from '../facts/media.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * `group`: `pictures` (images, videos and stickers) or `documents` (the rest). `before_id` continues after that message.
 * Over all instances without `instance_id`.
 */
export type CustomerMediaVariables = {
  customer_id: string;
  instance_id?: string | null | undefined;
  group: string;
  before_id?: string | null | undefined;
};

/**
 * A file of a customer. The addresses are those of `messageMedia`; null unless `ready`. `instance_name`: where it is
 * from, if the user sees conversations of the customer's on several.
 */
export const customerFileSchema = z.object({
  id: idSchema,
  tag_type: tagTypeSchema,
  document_name: z.nullable(z.string()),
  type: z.union([z.literal(0), z.literal(1)]),
  created_at: timestampSchema,
  state: z.enum(MEDIA_STATES),
  mime_type: z.nullable(z.string()),
  size_bytes: z.nullable(countSchema),
  url: z.nullable(z.string()),
  preview_url: z.nullable(z.string()),
  instance_name: z.nullable(z.string()),
});
export type CustomerFile = z.infer<typeof customerFileSchema>;

const fields = 'id tag_type document_name type created_at state mime_type size_bytes url preview_url instance_name';

/** Files of a customer, newest first, as far as the user can read it. */
export const customerMedia = operation<
  CustomerMediaVariables,
  { customerMedia: { total_items: number; items: CustomerFile[] } }
>(
  'customerMedia',
  `query customerMedia($customer_id: ID!, $instance_id: ID, $group: String!, $before_id: ID) { customerMedia(customer_id: $customer_id, instance_id: $instance_id, group: $group, before_id: $before_id) { total_items items { ${fields} } } }`,
  z.object({ customerMedia: z.object({ total_items: countSchema, items: z.array(customerFileSchema) }) }),
);

export const customerMediaSdl = /* GraphQL */ `
  type CustomerFile {
    id: ID!
    tag_type: String!
    document_name: String
    type: Int!
    created_at: String!
    state: String!
    mime_type: String
    size_bytes: Int
    url: String
    preview_url: String
    instance_name: String
  }
  type CustomerFilePage {
    total_items: Int!
    items: [CustomerFile!]!
  }
  extend type Query {
    customerMedia(customer_id: ID!, instance_id: ID, group: String!, before_id: ID): CustomerFilePage!
  }
`;
