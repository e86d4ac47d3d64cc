import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { userInstanceFields, userInstanceSchema } from './user-instance.ts';

/** A person as others see them: name and picture. */
export const userSummarySchema = z.object({ id: idSchema, name: z.string(), image: z.nullable(z.string()) });
export type UserSummary = z.infer<typeof userSummarySchema>;
export const userSummaryFields = 'id name image';

export const roleSummarySchema = z.object({ id: idSchema, name: z.string(), display_name: z.string() });

export const userDepartmentSchema = z.object({ id: idSchema, name: z.string(), activated: z.boolean() });
export type UserDepartment = z.infer<typeof userDepartmentSchema>;

/**
 * A person who logs in: attendant, administrator or back-office. Those who may not manage users get `username` and
 * `email` as null, and only the `userInstances` they share with the user.
 */
export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  role: roleSummarySchema,
  isConnected: z.boolean(),
  /** Whether they set themselves away; of colleagues only while they have a page open. */
  isAway: z.optional(z.boolean()),
  userDepartment: z.nullable(userDepartmentSchema),
  userInstances: z.array(userInstanceSchema),
});
export type User = z.infer<typeof userSchema>;

export const userFields = `id name username email image role { id name display_name } isConnected isAway userDepartment { id name activated } userInstances { ${userInstanceFields} }`;

export const userSdl = /* GraphQL */ `
  type UserSummary {
    id: ID!
    name: String!
    image: String
  }
  type Role {
    id: ID!
    name: String!
    display_name: String!
  }
  type UserDepartment {
    id: ID!
    name: String!
    activated: Boolean!
  }
  type User {
    id: ID!
    name: String!
    username: String
    email: String
    image: String
    role: Role!
    isConnected: Boolean!
    isAway: Boolean!
    userDepartment: UserDepartment
    userInstances: [UserInstance!]!
  }
`;
