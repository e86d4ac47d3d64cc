import * as z from 'zod/mini';
import { operation } from './operation.ts';

export type RefreshTokenVariables = Record<string, never>;

/** A new access token for the refresh cookie, which is rotated. Refuses with `Unauthorized`. */
export const refreshToken = operation<
  RefreshTokenVariables,
  { refreshToken: { token: string; has_permission_routes: { route_name: string }[] } }
>(
  'refreshToken',
  'mutation refreshToken { refreshToken { token has_permission_routes { route_name } } }',
  z.object({
    refreshToken: z.object({
      token: z.string(),
      has_permission_routes: z.array(z.object({ route_name: z.string() })),
    }),
  }),
);

export const refreshTokenSdl = /* GraphQL */ `
  type RefreshedToken {
    token: String!
    has_permission_routes: [Permission!]!
  }
  extend type Mutation {
    refreshToken: RefreshedToken!
  }
`;
