import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { customerDetailsFields, customerDetailsSchema } from './customer-details.ts';

/** A summary of one of two customers about to be merged. */
export const customerMergeSideSchema = z.object({
  details: customerDetailsSchema,
  tickets: z.number(),
  messages: z.number(),
  /** `owner` null: in the queue. */
  open_tickets: z.array(z.object({ id: idSchema, instance: z.string(), owner: z.nullable(z.string()) })),
});
export type CustomerMergeSide = z.infer<typeof customerMergeSideSchema>;

/** Two customers before they are merged: `into` remains. `problem`: why it can't be done now, as the call's refusal. */
export const customerMergeSchema = z.object({
  into: customerMergeSideSchema,
  from: customerMergeSideSchema,
  problem: z.nullable(z.object({ key: z.string(), instance: z.string(), name: z.string() })),
});
export type CustomerMerge = z.infer<typeof customerMergeSchema>;

const sideFields = `details { ${customerDetailsFields} } tickets messages open_tickets { id instance owner }`;
export const customerMergeFields = `into { ${sideFields} } from { ${sideFields} } problem { key instance name }`;

export const customerMergeTypesSdl = /* GraphQL */ `
  type CustomerMergeTicket {
    id: ID!
    instance: String!
    owner: String
  }
  type CustomerMergeSide {
    details: CustomerDetails!
    tickets: Int!
    messages: Int!
    open_tickets: [CustomerMergeTicket!]!
  }
  type CustomerMergeProblem {
    key: String!
    instance: String!
    name: String!
  }
  type CustomerMerge {
    into: CustomerMergeSide!
    from: CustomerMergeSide!
    problem: CustomerMergeProblem
  }
`;
