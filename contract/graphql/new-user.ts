import * as z from 'zod/mini';
import { managedUserFields, managedUserSchema, type ManagedUser } from '../entities/managed-user.ts';
import { operation } from './operation.ts';

export type NewUserVariables = {
  username: string;
  name: string;
  email: string;
  password: string;
  role_id: string;
  user_department_id?: string | null | undefined;
  chosen_instances?: string[] | null | undefined;
  image?: string | null | undefined;
};

/** Adds a user to the tenant; `newUserSchema` holds the limits of its fields. */
export const newUser = operation<NewUserVariables, { newUser: ManagedUser }>(
  'newUser',
  `mutation newUser($username: String!, $name: String!, $email: String!, $password: String!, $role_id: ID!, $user_department_id: ID, $chosen_instances: [ID!], $image: String) { newUser(username: $username, name: $name, email: $email, password: $password, role_id: $role_id, user_department_id: $user_department_id, chosen_instances: $chosen_instances, image: $image) { ${managedUserFields} } }`,
  z.object({ newUser: managedUserSchema }),
);

export const newUserSdl = /* GraphQL */ `
  extend type Mutation {
    newUser(
      username: String!
      name: String!
      email: String!
      password: String!
      role_id: ID!
      user_department_id: ID
      chosen_instances: [ID!]
      image: String
    ): ManagedUser!
  }
`;
