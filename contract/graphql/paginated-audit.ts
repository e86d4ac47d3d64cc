import * as z from 'zod/mini';
import { auditEntryFields, auditEntrySchema } from '../entities/audit-entry.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export const auditPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(auditEntrySchema),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/**
 * `from` and `to` are timestamps (ISO 8601); `to` is exclusive. `action` may be a prefix (`user.`), or several
 * separated by commas. `search` matches the stored values and their displayed texts.
 */
export type PaginatedAuditVariables = {
  user_id?: string | null | undefined;
  action?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  search?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of audit entries, newest first. */
export const paginatedAudit = operation<PaginatedAuditVariables, { paginatedAudit: AuditPage }>(
  'paginatedAudit',
  `query paginatedAudit($user_id: ID, $action: String, $from: String, $to: String, $search: String, $pagination_page: Int, $pagination_limit: Int) { paginatedAudit(user_id: $user_id, action: $action, from: $from, to: $to, search: $search, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${auditEntryFields} } } }`,
  z.object({ paginatedAudit: auditPageSchema }),
);

export const paginatedAuditSdl = /* GraphQL */ `
  type AuditPage {
    total_pages: Int!
    total_items: Int!
    items: [AuditEntry!]!
  }
  extend type Query {
    paginatedAudit(
      user_id: ID
      action: String
      from: String
      to: String
      search: String
      pagination_page: Int = 1
      pagination_limit: Int = 10
    ): AuditPage!
  }
`;
