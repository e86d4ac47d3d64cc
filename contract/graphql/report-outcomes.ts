import * as z from 'zod/mini';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';
import type { ReportTicketsVariables } from './report-tickets.ts';

/** How many tickets have an outcome, by its current name; an empty `id` means no outcome. */
export const reportOutcomeSchema = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** Deleted; another outcome may have its name by now. */
  deleted: z.boolean(),
  tickets: countSchema,
});
export type ReportOutcome = z.infer<typeof reportOutcomeSchema>;

export type ReportOutcomesVariables = Omit<
  ReportTicketsVariables,
  'outcome_id' | 'pagination_page' | 'pagination_limit'
>;

/** How many of the finished tickets behind a number have which outcome, the most frequent first; empty if none has one. */
export const reportOutcomes = operation<ReportOutcomesVariables, { reportOutcomes: ReportOutcome[] }>(
  'reportOutcomes',
  'query reportOutcomes($tickets: String!, $start_at: String, $finish_at: String, $group_by: String, $group_key: String, $user_ids: [ID!], $department_ids: [ID!], $instance_ids: [ID!]) { reportOutcomes(tickets: $tickets, start_at: $start_at, finish_at: $finish_at, group_by: $group_by, group_key: $group_key, user_ids: $user_ids, department_ids: $department_ids, instance_ids: $instance_ids) { id name deleted tickets } }',
  z.object({ reportOutcomes: z.array(reportOutcomeSchema) }),
);

export const reportOutcomesSdl = /* GraphQL */ `
  type ReportOutcome {
    id: ID!
    name: String
    deleted: Boolean!
    tickets: Int!
  }
  extend type Query {
    reportOutcomes(
      tickets: String!
      start_at: String
      finish_at: String
      group_by: String
      group_key: String
      user_ids: [ID!]
      department_ids: [ID!]
      instance_ids: [ID!]
    ): [ReportOutcome!]!
  }
`;
