import * as z from 'zod/mini';
import { AUDIENCE_NAME_MAX, GROUP_NAME_MAX } from '../facts/audiences.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** Which customers something is for. `tree` is JSON, as `audience-tree.ts` has it. */
export const audienceSchema = z.object({
  id: idSchema,
  name: z.string(),
  tree: z.string(),
  version: z.string(),
  updated_at: timestampSchema,
  /** Groups whose members follow it. */
  group_count: countSchema,
});
export type Audience = z.infer<typeof audienceSchema>;
export const audienceFields = 'id name tree version updated_at group_count';

export const audienceNameSchema = lineSchema(AUDIENCE_NAME_MAX);

/** Size of an audience, and how many of its customers each channel reaches. */
export const audienceCountSchema = z.object({
  total: countSchema,
  /** All customers of the company. */
  base: countSchema,
  /** Neither blocked nor opted out. */
  whatsapp: countSchema,
  sms: countSchema,
  /** Those whom no channel reaches. */
  unreachable: countSchema,
  /** Whether a group that the conditions name is being filled: they find others yet. */
  is_partial: z.boolean(),
});
export type AudienceCount = z.infer<typeof audienceCountSchema>;

/** How many customers match one part of a tree; the root's path is empty, `1.0` is the first part of its second. */
export const audiencePartSchema = z.object({ path: z.string(), count: countSchema });
export type AudiencePart = z.infer<typeof audiencePartSchema>;

/** Whether a customer matches one part of a tree, and their value that decided it. */
export const audienceReasonSchema = z.object({ path: z.string(), holds: z.boolean(), values: z.array(z.string()) });
export type AudienceReason = z.infer<typeof audienceReasonSchema>;

/** Customers, chosen one by one or by an audience. */
export const customerGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Null: members are chosen one by one. */
  audience: z.nullable(z.object({ id: idSchema, name: z.string() })),
  member_count: countSchema,
  version: z.string(),
  /** When the members were last taken from the audience. */
  filled_at: z.nullable(timestampSchema),
  /** Whether they are being taken from it. */
  is_filling: z.boolean(),
  /** Whether that can't be done so far, and is tried again. */
  is_failing: z.boolean(),
});
export type CustomerGroup = z.infer<typeof customerGroupSchema>;
export const customerGroupFields = 'id name audience { id name } member_count version filled_at is_filling is_failing';

/** Names a group; members follow the audience, or are chosen one by one. */
export const customerGroupFormSchema = z.object({
  name: lineSchema(GROUP_NAME_MAX),
  audience_id: z.optional(z.nullable(chosenIdSchema)),
});
export type CustomerGroupForm = z.infer<typeof customerGroupFormSchema>;

export const audienceSdl = /* GraphQL */ `
  type Audience {
    id: ID!
    name: String!
    tree: String!
    version: String!
    updated_at: String!
    group_count: Int!
  }
  type AudienceCount {
    total: Int!
    base: Int!
    whatsapp: Int!
    sms: Int!
    unreachable: Int!
    is_partial: Boolean!
  }
  type AudiencePart {
    path: String!
    count: Int!
  }
  type AudienceReason {
    path: String!
    holds: Boolean!
    values: [String!]!
  }
  type GroupAudience {
    id: ID!
    name: String!
  }
  type CustomerGroup {
    id: ID!
    name: String!
    audience: GroupAudience
    member_count: Int!
    version: String!
    filled_at: String
    is_filling: Boolean!
    is_failing: Boolean!
  }
`;
