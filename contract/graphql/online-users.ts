import * as z from 'zod/mini';
import { userFields, userSchema, type User } from '../entities/user.ts';
import { operation } from './operation.ts';

export type OnlineUsersVariables = {
  user_id?: string | null;
  instance_id?: string | null;
  away?: boolean | null;
};

/**
 * Connected users who serve the instance, without `user_id`: those a ticket can be transferred to. With `away` also those
 * who are away (`isConnected` false).
 */
export const onlineUsers = operation<OnlineUsersVariables, { onlineUsers: User[] }>(
  'onlineUsers',
  `query onlineUsers($user_id: ID, $instance_id: ID, $away: Boolean) { onlineUsers(user_id: $user_id, instance_id: $instance_id, away: $away) { ${userFields} } }`,
  z.object({ onlineUsers: z.array(userSchema) }),
);

export const onlineUsersSdl = /* GraphQL */ `
  extend type Query {
    onlineUsers(user_id: ID, instance_id: ID, away: Boolean): [User!]!
  }
`;
