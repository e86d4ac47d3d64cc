import * as z from 'zod/mini';
import { userFields } from '../entities/user.ts';
import { logInResultSchema } from './log-in.ts';
import type { LogInResult } from './log-in.ts';
import { operation } from './operation.ts';

export type ConfirmSecondFactorVariables = { second_factor_token: string; code: string };

/** Completes a login that returned a `second_factor_token`, with a code. */
export const confirmSecondFactor = operation<ConfirmSecondFactorVariables, { confirmSecondFactor: LogInResult }>(
  'confirmSecondFactor',
  `mutation confirmSecondFactor($second_factor_token: String!, $code: String!) { confirmSecondFactor(second_factor_token: $second_factor_token, code: $code) { token second_factor_token second_factor_owed has_permission_routes { route_name } origin_backoffice user { ${userFields} } } }`,
  z.object({ confirmSecondFactor: logInResultSchema }),
);

export const confirmSecondFactorSdl = /* GraphQL */ `
  extend type Mutation {
    confirmSecondFactor(second_factor_token: String!, code: String!): LogInResult!
  }
`;
