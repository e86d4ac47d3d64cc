import * as z from 'zod/mini';
import { PERSON_NAME, USERNAME } from '../facts/accounts.ts';
import { PASSWORD_MAX_LENGTH, PORTRAIT_MAX } from '../facts/limits.ts';
import { isGoodPassword } from '../facts/password.ts';
import { chosenIdSchema, chosenIdsSchema, emailSchema, lineSchema, versionSchema } from '../fields.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { userDepartmentSchema, roleSummarySchema } from './user.ts';
import { userInstanceFields, userInstanceSchema } from './user-instance.ts';

/** A user as administrators of users see them. `version` is the one that a form loaded. */
export const managedUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role: roleSummarySchema,
  isConnected: z.boolean(),
  /** Whether they have a page open, but set themselves away. */
  isAway: z.optional(z.boolean()),
  isBlocked: z.boolean(),
  hasTwoFactor: z.boolean(),
  created_at: timestampSchema,
  userDepartment: z.nullable(userDepartmentSchema),
  userInstances: z.array(userInstanceSchema),
  version: z.string(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

export const managedUserFields = `id name username email image role { id name display_name } isConnected isAway isBlocked hasTwoFactor created_at userDepartment { id name activated } userInstances { ${userInstanceFields} } version`;

export const managedUserSdl = /* GraphQL */ `
  type ManagedUser {
    id: ID!
    name: String!
    username: String!
    email: String!
    image: String
    role: Role!
    isConnected: Boolean!
    isAway: Boolean!
    isBlocked: Boolean!
    hasTwoFactor: Boolean!
    created_at: String!
    userDepartment: UserDepartment
    userInstances: [UserInstance!]!
    version: String!
  }
`;

/** Lower-case letters, digits, dots, hyphens and underscores; begins and ends with a letter or digit. */
export const usernameSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.minLength(USERNAME.min, { error: 'error.field.tooShort', abort: true }),
    z.maxLength(USERNAME.max, { error: 'error.field.tooLong', abort: true }),
    z.regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])$/, 'error.user.username'),
  );

/**
 * A new password: at least eight characters and a score of 75. The server also refuses common ones
 * (`error.password.common`) and ones made of the user's names (`error.password.personal`, or
 * `error.password.personalOther` when set for another user).
 */
export const newPasswordSchema = z
  .string({ error: 'error.field.required' })
  .check(
    z.minLength(1, { error: 'error.field.required', abort: true }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: 'error.field.tooLong', abort: true }),
    z.refine(isGoodPassword, 'error.password.weak'),
  );

export const passwordChangeSchema = z.object({ password: newPasswordSchema });

/** A picture in base64, with its `data:` prefix. */
const IMAGE_TEXT_MAX = Math.ceil((PORTRAIT_MAX * 4) / 3) + 64;

/** An `https:` address, a `data:` picture (PNG, JPEG or WebP of at most 200 KB), one stored by the server, or null. */
export const userImageSchema = z.nullable(
  z
    .string({ error: 'error.image.invalid' })
    .check(
      z.maxLength(IMAGE_TEXT_MAX, { error: 'error.image.tooLarge', abort: true }),
      z.regex(
        /^(?:https:\/\/[^\s"'<>\\]{1,2000}|data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}|\/api\/user-images\/\d+\/[\w-]+)$/,
        'error.image.invalid',
      ),
    ),
);

const shape = {
  username: usernameSchema,
  name: lineSchema(PERSON_NAME.max, PERSON_NAME.min),
  email: emailSchema,
  role_id: chosenIdSchema,
  user_department_id: z.optional(z.nullable(chosenIdSchema)),
  chosen_instances: z.optional(chosenIdsSchema),
};

/** Creates a user. */
export const newUserSchema = z.object({
  ...shape,
  password: newPasswordSchema,
  image: z.optional(userImageSchema),
});
export type NewUser = z.infer<typeof newUserSchema>;

/** Changes a user; omitted fields stay. Setting a `password` for another user ends their sessions. */
export const userChangeSchema = z.object({
  username: z.optional(shape.username),
  name: z.optional(shape.name),
  email: z.optional(shape.email),
  role_id: z.optional(shape.role_id),
  user_department_id: shape.user_department_id,
  chosen_instances: shape.chosen_instances,
  image: z.optional(userImageSchema),
  password: z.optional(newPasswordSchema),
  version: versionSchema,
});
export type UserChange = z.infer<typeof userChangeSchema>;
