import * as z from 'zod/mini';
import { userInstanceFields, userInstanceSchema, type UserInstance } from '../entities/user-instance.ts';
import { operation } from './operation.ts';

export type UserInstancesVariables = { user_id: string };

/** The instances a user serves. Other users' only for an administrator. */
export const userInstances = operation<UserInstancesVariables, { userInstances: UserInstance[] }>(
  'userInstances',
  `query userInstances($user_id: ID!) { userInstances(user_id: $user_id) { ${userInstanceFields} } }`,
  z.object({ userInstances: z.array(userInstanceSchema) }),
);

export const userInstancesSdl = /* GraphQL */ `
  extend type Query {
    userInstances(user_id: ID!): [UserInstance!]!
  }
`;
