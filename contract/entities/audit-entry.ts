import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';

/**
 * What somebody did. `user` is null for the system itself; `subject` is `kind:id`; `details` is JSON,
 * an object that depends on the action.
 */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  user: z.nullable(z.object({ id: idSchema, name: z.string(), email: z.string() })),
  action: z.string(),
  subject: z.nullable(z.string()),
  details: z.string(),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditEntryFields = 'id at user { id name email } action subject details address request_id';

export const auditEntrySdl = /* GraphQL */ `
  type AuditUser {
    id: ID!
    name: String!
    email: String!
  }
  type AuditEntry {
    id: ID!
    at: String!
    user: AuditUser
    action: String!
    subject: String
    details: String!
    address: String
    request_id: String
  }
`;
