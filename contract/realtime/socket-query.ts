import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** Query of `/ws`. `epoch` and `since` are given by a client that resumes. */
export const socketQuerySchema = z.object({
  tenantName: z.string(),
  userId: idSchema,
  ticket: z.string(),
  epoch: z.optional(z.string()),
  since: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
});
export type SocketQuery = z.infer<typeof socketQuerySchema>;
