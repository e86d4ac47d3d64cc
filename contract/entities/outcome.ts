import * as z from 'zod/mini';
import { lineSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';

/** How an attendance can end, as the company calls it. */
export const outcomeSchema = z.object({ id: idSchema, name: z.string(), version: z.string() });
export type Outcome = z.infer<typeof outcomeSchema>;
export const outcomeFields = 'id name version';

/** Creates or renames an outcome. */
export const outcomeFormSchema = z.object({ name: lineSchema(60) });
export type OutcomeForm = z.infer<typeof outcomeFormSchema>;

export const outcomeSdl = /* GraphQL */ `
  type Outcome {
    id: ID!
    name: String!
    version: String!
  }
`;
