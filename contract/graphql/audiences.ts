import * as z from 'zod/mini';
import {
  audienceCountSchema,
  audienceFields,
  audiencePartSchema,
  audienceReasonSchema,
  audienceSchema,
} from '../entities/audience.ts';
import type { Audience, AudienceCount, AudiencePart, AudienceReason } from '../entities/audience.ts';
import { customerFields } from '../entities/customer.ts';
import { operation } from './operation.ts';
import { listedCustomerSchema } from './paginated-customers.ts';
import type { ListedCustomer } from './paginated-customers.ts';

/* Target audiences: which customers something is for. A `tree` is JSON, as `audience-tree.ts` has it. */

/** The company's audiences by name. */
export const audiences = operation<Record<string, never>, { audiences: Audience[] }>(
  'audiences',
  `query audiences { audiences { ${audienceFields} } }`,
  z.object({ audiences: z.array(audienceSchema) }),
);

export type NewAudienceVariables = { name: string; tree: string };

/** Adds an audience. Refuses a taken name by field, a tree's conditions by `tree.` and their path. */
export const newAudience = operation<NewAudienceVariables, { newAudience: Audience }>(
  'newAudience',
  `mutation newAudience($name: String!, $tree: String!) { newAudience(name: $name, tree: $tree) { ${audienceFields} } }`,
  z.object({ newAudience: audienceSchema }),
);

export type UpdateAudienceVariables = NewAudienceVariables & { id: string; version?: string | null | undefined };

/** Changes an audience; the groups that follow it are filled anew. Refuses as `newAudience` does, and an outdated version. */
export const updateAudience = operation<UpdateAudienceVariables, { updateAudience: Audience }>(
  'updateAudience',
  `mutation updateAudience($id: ID!, $version: String, $name: String!, $tree: String!) { updateAudience(id: $id, version: $version, name: $name, tree: $tree) { ${audienceFields} } }`,
  z.object({ updateAudience: audienceSchema }),
);

/** Deletes an audience that no group follows. */
export const deleteAudience = operation<{ id: string }, { deleteAudience: boolean }>(
  'deleteAudience',
  'mutation deleteAudience($id: ID!) { deleteAudience(id: $id) }',
  z.object({ deleteAudience: z.boolean() }),
);

/** How many customers the conditions hold for. */
export const audienceCount = operation<{ tree: string }, { audienceCount: AudienceCount }>(
  'audienceCount',
  'query audienceCount($tree: String!) { audienceCount(tree: $tree) { total base whatsapp sms unreachable is_partial } }',
  z.object({ audienceCount: audienceCountSchema }),
);

/** How many customers are in an audience now; for whoever can send to it, too. */
export const audienceReach = operation<{ id: string }, { audienceReach: AudienceCount }>(
  'audienceReach',
  'query audienceReach($id: ID!) { audienceReach(id: $id) { total base whatsapp sms unreachable is_partial } }',
  z.object({ audienceReach: audienceCountSchema }),
);

/** The same as `audienceCount` for each condition and group separately. */
export const audienceParts = operation<{ tree: string }, { audienceParts: AudiencePart[] }>(
  'audienceParts',
  'query audienceParts($tree: String!) { audienceParts(tree: $tree) { path count } }',
  z.object({ audienceParts: z.array(audiencePartSchema) }),
);

/** Some of the customers; others with another `place`, a number from 0 to 1. */
export const audienceSample = operation<
  { tree: string; place?: number | null | undefined },
  { audienceSample: ListedCustomer[] }
>(
  'audienceSample',
  `query audienceSample($tree: String!, $place: Float) { audienceSample(tree: $tree, place: $place) { ${customerFields} email last_contact_at } }`,
  z.object({ audienceSample: z.array(listedCustomerSchema) }),
);

/** The first few customers of the base with a name or number, to ask of each why they are in or out. */
export const audienceCustomers = operation<{ search: string }, { audienceCustomers: ListedCustomer[] }>(
  'audienceCustomers',
  `query audienceCustomers($search: String!) { audienceCustomers(search: $search) { ${customerFields} email last_contact_at } }`,
  z.object({ audienceCustomers: z.array(listedCustomerSchema) }),
);

/** Why a customer is in or out: for each condition and group, whether it holds, and the value that decided it. */
export const audienceWhy = operation<{ tree: string; customer_id: string }, { audienceWhy: AudienceReason[] }>(
  'audienceWhy',
  'query audienceWhy($tree: String!, $customer_id: ID!) { audienceWhy(tree: $tree, customer_id: $customer_id) { path holds values } }',
  z.object({ audienceWhy: z.array(audienceReasonSchema) }),
);

export const audiencesSdl = /* GraphQL */ `
  extend type Query {
    audiences: [Audience!]!
    audienceCount(tree: String!): AudienceCount!
    audienceReach(id: ID!): AudienceCount!
    audienceParts(tree: String!): [AudiencePart!]!
    audienceSample(tree: String!, place: Float = 0): [ListedCustomer!]!
    audienceCustomers(search: String!): [ListedCustomer!]!
    audienceWhy(tree: String!, customer_id: ID!): [AudienceReason!]!
  }
  extend type Mutation {
    newAudience(name: String!, tree: String!): Audience!
    updateAudience(id: ID!, version: String, name: String!, tree: String!): Audience!
    deleteAudience(id: ID!): Boolean!
  }
`;
