import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';

const auditNameSchema = z.object({ of: z.string(), name: z.string() });
export type AuditName = z.infer<typeof auditNameSchema>;

/**
 * What somebody did. `user` is null for the system; `subject` is `kind:id`; `details` is a JSON object that depends on
 * the action; `names` gives the names of subject and details at that time, by `kind:id`.
 */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestampSchema,
  user: z.nullable(z.object({ id: idSchema, name: z.string(), email: z.string() })),
  action: z.string(),
  subject: z.nullable(z.string()),
  details: z.string(),
  names: z.array(auditNameSchema),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditEntryFields =
  'id at user { id name email } action subject details names { of name } address request_id';

export const auditEntrySdl = /* GraphQL */ `
  type AuditUser {
    id: ID!
    name: String!
    email: String!
  }
  type AuditName {
    of: String!
    name: String!
  }
  type AuditEntry {
    id: ID!
    at: String!
    user: AuditUser
    action: String!
    subject: String
    details: String!
    names: [AuditName!]!
    address: String
    request_id: String
  }
`;
