import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type RefreshTokenVariables = Record<string, never>;

/** Returns a new access token and its user for the refresh cookie, which is rotated. Refuses with `Unauthorized`. */
export const refreshToken = operation<
  RefreshTokenVariables,
  { refreshToken: { token: string; user_id: string; has_permission_routes: { route_name: string }[] } }
>(
  'refreshToken',
  'mutation refreshToken { refreshToken { token user_id has_permission_routes { route_name } } }',
  z.object({
    refreshToken: z.object({
      token: z.string(),
      user_id: z.string(),
      has_permission_routes: z.array(z.object({ route_name: z.string() })),
    }),
  }),
);

export const refreshTokenSdl = /* GraphQL */ `
  type RefreshedToken {
    token: String!
    user_id: ID!
    has_permission_routes: [Permission!]!
  }
  extend type Mutation {
    refreshToken: RefreshedToken!
  }
`;
