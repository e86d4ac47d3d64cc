import * as z from 'zod/mini';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * How much of the month's messages the company has sent. `month` is `2026-11` in its time zone; `percent` the highest
 * threshold reached, 0 for none.
 */
export const messageLimitSchema = z.object({
  month: z.string(),
  sent: countSchema,
  limit: countSchema,
  percent: countSchema,
});
export type MessageLimit = z.infer<typeof messageLimitSchema>;

/** For the company's administrators; null without a limit. */
export const messageLimit = operation<Record<string, never>, { messageLimit: MessageLimit | null }>(
  'messageLimit',
  'query messageLimit { messageLimit { month sent limit percent } }',
  z.object({ messageLimit: z.nullable(messageLimitSchema) }),
);

export const messageLimitSdl = /* GraphQL */ `
  type MessageLimit {
    month: String!
    sent: Int!
    limit: Int!
    percent: Int!
  }
  extend type Query {
    messageLimit: MessageLimit
  }
`;
