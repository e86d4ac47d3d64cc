import * as z from 'zod/mini';
import { userFields, userSchema, type User } from '../entities/user.ts';
import { operation } from './operation.ts';

export type UpdateUserPasswordVariables = { password: string };

/**
 * Sets one's own password. One's other sessions end; this one continues with the new token. FORBIDDEN
 * `error.password.unproven` unless the current password was entered in this session within five minutes, at the login
 * or by `POST /api/auth/unlock`.
 */
export const updateUserPassword = operation<
  UpdateUserPasswordVariables,
  { updateUserPassword: { token: string; user: User } }
>(
  'updateUserPassword',
  `mutation updateUserPassword($password: String!) { updateUserPassword(password: $password) { token user { ${userFields} } } }`,
  z.object({ updateUserPassword: z.object({ token: z.string(), user: userSchema }) }),
);

export const updateUserPasswordSdl = /* GraphQL */ `
  type PasswordUpdate {
    token: String!
    user: User!
  }
  extend type Mutation {
    updateUserPassword(password: String!): PasswordUpdate!
  }
`;
