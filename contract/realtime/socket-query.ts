import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/** Query of `/ws`. A client that resumes sends `epoch` and `since`. */
export const socketQuerySchema = z.object({
  tenantName: z.string(),
  userId: idSchema,
  ticket: z.string(),
  epoch: z.optional(z.string()),
  since: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  /** Contract version of the page. Pages of any version are accepted. */
  contract: z.optional(z.string()),
});
export type SocketQuery = z.infer<typeof socketQuerySchema>;
