import * as z from 'zod/mini';
import { userFields, userSchema } from '../entities/user.ts';
import { operation } from './operation.ts';

export type LogInVariables = { email: string; password: string; remember?: boolean | null };

/**
 * `token` is null if e-mail or password is wrong, or if a code is needed: then `second_factor_token` is set, for
 * `confirmSecondFactor`. With `second_factor_owed` the user must first set up a second factor. The refresh token comes
 * as a cookie.
 */
export const logInResultSchema = z.object({
  token: z.nullable(z.string()),
  second_factor_token: z.optional(z.nullable(z.string())),
  second_factor_owed: z.optional(z.boolean()),
  has_permission_routes: z.array(z.object({ route_name: z.string() })),
  origin_backoffice: z.boolean(),
  user: z.nullable(userSchema),
});
export type LogInResult = z.infer<typeof logInResultSchema>;

/**
 * Logs in at the tenant. Wrong e-mail and wrong password get the same answer; NOT_FOUND `error.company.unknown` without
 * the company.
 */
export const logIn = operation<LogInVariables, { logIn: LogInResult }>(
  'logIn',
  `mutation logIn($email: String!, $password: String!, $remember: Boolean) { logIn(email: $email, password: $password, remember: $remember) { token second_factor_token second_factor_owed has_permission_routes { route_name } origin_backoffice user { ${userFields} } } }`,
  z.object({ logIn: logInResultSchema }),
);

export const logInSdl = /* GraphQL */ `
  type Permission {
    route_name: String!
  }
  type LogInResult {
    token: String
    second_factor_token: String
    second_factor_owed: Boolean!
    has_permission_routes: [Permission!]!
    origin_backoffice: Boolean!
    user: User
  }
  extend type Mutation {
    logIn(email: String!, password: String!, remember: Boolean = false): LogInResult!
  }
`;
