import * as z from 'zod/mini';
import { managedUserFields, managedUserSchema, type ManagedUser } from '../entities/managed-user.ts';
import { operation } from './operation.ts';

export type UpdateUserVariables = {
  id: string;
  username?: string | null | undefined;
  name?: string | null | undefined;
  image?: string | null | undefined;
  email?: string | null | undefined;
  role_id?: string | null | undefined;
  user_department_id?: string | null | undefined;
  chosen_instances?: string[] | null | undefined;
  version?: string | null | undefined;
};

/**
 * Changes a user. Omitted fields stay; null removes the image or department. Refused with `error.form.conflict` if
 * `version` is outdated, and one's own e-mail with `error.password.unproven`, like one's own password.
 */
export const updateUser = operation<UpdateUserVariables, { updateUser: ManagedUser }>(
  'updateUser',
  `mutation updateUser($id: ID!, $username: String, $name: String, $image: String, $email: String, $role_id: ID, $user_department_id: ID, $chosen_instances: [ID!], $version: String) { updateUser(id: $id, username: $username, name: $name, image: $image, email: $email, role_id: $role_id, user_department_id: $user_department_id, chosen_instances: $chosen_instances, version: $version) { ${managedUserFields} } }`,
  z.object({ updateUser: managedUserSchema }),
);

export const updateUserSdl = /* GraphQL */ `
  extend type Mutation {
    updateUser(
      id: ID!
      username: String
      name: String
      image: String
      email: String
      role_id: ID
      user_department_id: ID
      chosen_instances: [ID!]
      version: String
    ): ManagedUser!
  }
`;
