import * as z from 'zod/mini';
import { reportNumbersFields, reportNumbersSchema } from '../reports/numbers.ts';
import type { ReportFilter } from '../reports/period.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * `key` is the day, the hour (`0` to `23`), or the id of the department, user or instance; empty for tickets without
 * one. `name` is null if the key has none.
 */
export const reportGroupSchema = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  numbers: reportNumbersSchema,
});
export type ReportGroup = z.infer<typeof reportGroupSchema>;

export const reportGroupPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(reportGroupSchema),
});
export type ReportGroupPage = z.infer<typeof reportGroupPageSchema>;

export type ReportGroupsVariables = ReportFilter & {
  /** One of `GROUPINGS`. */
  group_by: string;
  start_at: string;
  finish_at: string;
  /** First day of the period that these days are compared with: of one under way, only the same part counts. */
  compared_to?: string | null | undefined;
  /** Part of the name. */
  search?: string | null | undefined;
  /** `key`, `name` or the name of a number. */
  sort_name?: string | null | undefined;
  sort_type?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** The numbers of a period by day, hour, department, user or instance; groups without data have zeros. */
export const reportGroups = operation<ReportGroupsVariables, { reportGroups: ReportGroupPage }>(
  'reportGroups',
  `query reportGroups($group_by: String!, $start_at: String!, $finish_at: String!, $compared_to: String, $user_ids: [ID!], $department_ids: [ID!], $instance_ids: [ID!], $search: String, $sort_name: String, $sort_type: String, $pagination_page: Int, $pagination_limit: Int) { reportGroups(group_by: $group_by, start_at: $start_at, finish_at: $finish_at, compared_to: $compared_to, user_ids: $user_ids, department_ids: $department_ids, instance_ids: $instance_ids, search: $search, sort_name: $sort_name, sort_type: $sort_type, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { key name numbers { ${reportNumbersFields} } } } }`,
  z.object({ reportGroups: reportGroupPageSchema }),
);

export const reportGroupsSdl = /* GraphQL */ `
  type ReportGroup {
    key: String!
    name: String
    numbers: ReportNumbers!
  }
  type ReportGroupPage {
    total_pages: Int!
    total_items: Int!
    items: [ReportGroup!]!
  }
  extend type Query {
    reportGroups(
      group_by: String!
      start_at: String!
      finish_at: String!
      compared_to: String
      user_ids: [ID!]
      department_ids: [ID!]
      instance_ids: [ID!]
      search: String
      sort_name: String = "key"
      sort_type: String = "ASC"
      pagination_page: Int = 1
      pagination_limit: Int = 100
    ): ReportGroupPage!
  }
`;
