import * as z from 'zod/mini';
import { chosenIdSchema, chosenIdsSchema, emailSchema, tenantNameSchema } from '../fields.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { mailLocaleSchema } from './account-links.ts';
import { restCall } from './call.ts';

/** An invitation that is not accepted yet; `invitedBy` is null for the platform's own. */
export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: z.object({ id: idSchema, display_name: z.string() }),
  invitedBy: z.nullable(z.string()),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** Open invitations, newest first. */
export const invitations = restCall({
  method: 'GET',
  path: '/api/invitations',
  body: z.object({}),
  answer: z.array(invitationSchema),
});

const inviteBodySchema = z.object({
  email: emailSchema,
  role_id: chosenIdSchema,
  user_department_id: z.optional(z.nullable(chosenIdSchema)),
  chosen_instances: z.optional(chosenIdsSchema),
  locale: mailLocaleSchema,
});
export type InviteBody = z.infer<typeof inviteBodySchema>;

/** Invites somebody by mail; invalidates an earlier invitation. */
export const invite = restCall({
  method: 'POST',
  path: '/api/invitations',
  body: inviteBodySchema,
  answer: invitationSchema,
});

/** Withdraws an invitation. */
export const revokeInvitation = restCall({
  method: 'DELETE',
  path: '/api/invitations/:id',
  body: z.object({ id: z.string() }),
  answer: z.object({ ok: z.literal(true) }),
});

/** Invites an administrator of a company, for the back-office. */
export const inviteAdministrator = restCall({
  method: 'POST',
  path: '/api/tenant/invite',
  body: z.object({
    tenantName: tenantNameSchema,
    email: emailSchema,
    locale: mailLocaleSchema,
  }),
  answer: invitationSchema,
});
