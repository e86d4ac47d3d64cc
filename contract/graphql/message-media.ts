import * as z from 'zod/mini';
import { MEDIA_REFUSALS, MEDIA_STATES } from '../facts/media.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type MessageMediaVariables = { id: string };

/**
 * A message's file. `failed`: it may be fetched again. `expired`: the provider no longer has it, or didn't deliver it
 * and may be asked again by `retryMessageMedia` for 30 days. `refused`: it isn't what its kind allows. The addresses
 * are paths of this server that work without a login until `expires_at`; null unless `ready`.
 */
export const messageMediaSchema = z.object({
  id: idSchema,
  state: z.enum(MEDIA_STATES),
  /** Why it is `refused`, as far as that is known; else null. Left out by an older server. */
  refusal: z.optional(z.nullable(z.enum(MEDIA_REFUSALS))),
  /** Of the bytes; null unless `ready`. */
  mime_type: z.nullable(z.string()),
  size_bytes: z.nullable(countSchema),
  /** Pixels; null for what isn't an image. */
  width: z.nullable(countSchema),
  height: z.nullable(countSchema),
  url: z.nullable(z.string()),
  /** A smaller image, of a PDF its first page from the top; null for what has none. */
  preview_url: z.nullable(z.string()),
  expires_at: z.nullable(timestampSchema),
});
export type MessageMedia = z.infer<typeof messageMediaSchema>;

const fields = 'id state refusal mime_type size_bytes width height url preview_url expires_at';

/** The file of a message, with new addresses. A message that the user can't see, or without a file, is not found. */
export const messageMedia = operation<MessageMediaVariables, { messageMedia: MessageMedia }>(
  'messageMedia',
  `query messageMedia($id: ID!) { messageMedia(id: $id) { ${fields} } }`,
  z.object({ messageMedia: messageMediaSchema }),
);

/**
 * Fetches a file from the provider now if it failed, was expired, or waits for another attempt; else the same as
 * `messageMedia`.
 */
export const retryMessageMedia = operation<MessageMediaVariables, { retryMessageMedia: MessageMedia }>(
  'retryMessageMedia',
  `mutation retryMessageMedia($id: ID!) { retryMessageMedia(id: $id) { ${fields} } }`,
  z.object({ retryMessageMedia: messageMediaSchema }),
);

export const messageMediaSdl = /* GraphQL */ `
  type MessageMedia {
    id: ID!
    state: String!
    refusal: String
    mime_type: String
    size_bytes: Int
    width: Int
    height: Int
    url: String
    preview_url: String
    expires_at: String
  }
  extend type Query {
    messageMedia(id: ID!): MessageMedia!
  }
  extend type Mutation {
    retryMessageMedia(id: ID!): MessageMedia!
  }
`;
