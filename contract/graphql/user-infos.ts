import * as z from 'zod/mini';
import { userFields, userSchema, type User } from '../entities/user.ts';
import { operation } from './operation.ts';

export type UserInfosVariables = Record<string, never>;

/** The current user. */
export const userInfos = operation<UserInfosVariables, { userInfos: User }>(
  'userInfos',
  `query userInfos { userInfos { ${userFields} } }`,
  z.object({ userInfos: userSchema }),
);

export const userInfosSdl = /* GraphQL */ `
  extend type Query {
    userInfos: User!
  }
`;
