import * as z from 'zod/mini';
import { userFields, userSchema, type User } from '../entities/user.ts';
import { operation } from './operation.ts';

export type UsersVariables = Record<string, never>;

/** The tenant's users, by name. Everyone gets names and pictures; `userSchema` says who gets more. */
export const users = operation<UsersVariables, { users: User[] }>(
  'users',
  `query users { users { ${userFields} } }`,
  z.object({ users: z.array(userSchema) }),
);

export const usersSdl = /* GraphQL */ `
  extend type Query {
    users: [User!]!
  }
`;
