import * as z from 'zod/mini';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * An entry about one's own account: `login`, `login.failed`, `logout`, `session.reuse`, wrong codes, changed passwords
 * and second factors, …
 */
export const loginAttemptSchema = z.object({
  id: idSchema,
  at: timestampSchema,
  action: z.string(),
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type LoginAttempt = z.infer<typeof loginAttemptSchema>;

export const loginHistoryPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(loginAttemptSchema),
});
export type LoginHistoryPage = z.infer<typeof loginHistoryPageSchema>;

export type LoginHistoryVariables = {
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of the current user's logins, including failed ones, newest first. */
export const loginHistory = operation<LoginHistoryVariables, { loginHistory: LoginHistoryPage }>(
  'loginHistory',
  `query loginHistory($pagination_page: Int, $pagination_limit: Int) { loginHistory(pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { id at action address user_agent } } }`,
  z.object({ loginHistory: loginHistoryPageSchema }),
);

export const loginHistorySdl = /* GraphQL */ `
  type LoginAttempt {
    id: ID!
    at: String!
    action: String!
    address: String
    user_agent: String
  }
  type LoginHistoryPage {
    total_pages: Int!
    total_items: Int!
    items: [LoginAttempt!]!
  }
  extend type Query {
    loginHistory(pagination_page: Int = 1, pagination_limit: Int = 10): LoginHistoryPage!
  }
`;
