import * as z from 'zod/mini';
import { managedUserFields, managedUserSchema } from '../entities/managed-user.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** Columns that a list of users can be sorted by. */
export const USER_SORTS = ['id', 'name', 'email', 'role', 'department', 'situation'] as const;

/** `user_limit` is the tenant's limit of users (null for none), `user_count` how many it has. */
export const managedUserPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  user_count: countSchema,
  user_limit: z.nullable(countSchema),
  items: z.array(managedUserSchema),
});
export type ManagedUserPage = z.infer<typeof managedUserPageSchema>;

export type PaginatedUsersVariables = {
  search?: string | null | undefined;
  sort_name?: string | null | undefined;
  sort_type?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
  role_id?: string | null | undefined;
  user_department_id?: string | null | undefined;
  situation?: string | null | undefined;
  user_id?: string | null | undefined;
};

/** A page of the tenant's users, for those who may manage them. `user_id` returns one. */
export const paginatedUsers = operation<PaginatedUsersVariables, { paginatedUsers: ManagedUserPage }>(
  'paginatedUsers',
  `query paginatedUsers($search: String, $sort_name: String, $sort_type: String, $pagination_page: Int, $pagination_limit: Int, $role_id: ID, $user_department_id: ID, $situation: String, $user_id: ID) { paginatedUsers(search: $search, sort_name: $sort_name, sort_type: $sort_type, pagination_page: $pagination_page, pagination_limit: $pagination_limit, role_id: $role_id, user_department_id: $user_department_id, situation: $situation, user_id: $user_id) { total_pages total_items user_count user_limit items { ${managedUserFields} } } }`,
  z.object({ paginatedUsers: managedUserPageSchema }),
);

export const paginatedUsersSdl = /* GraphQL */ `
  type ManagedUserPage {
    total_pages: Int!
    total_items: Int!
    user_count: Int!
    user_limit: Int
    items: [ManagedUser!]!
  }
  extend type Query {
    paginatedUsers(
      search: String
      sort_name: String = "id"
      sort_type: String = "DESC"
      pagination_page: Int = 1
      pagination_limit: Int = 10
      role_id: ID
      user_department_id: ID
      situation: String
      user_id: ID
    ): ManagedUserPage!
  }
`;
