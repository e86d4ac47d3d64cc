import * as z from 'zod/mini';
import type { ReportFilter } from '../reports/period.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

const thingSchema = z.object({ id: idSchema, name: z.string() });
const durationSchema = z.nullable(z.number().check(z.nonnegative()));

/** A ticket as a report shows it. Its conversation is visible only in the chat. */
export const reportTicketSchema = z.object({
  id: idSchema,
  protocol: z.string(),
  customer: thingSchema,
  user: z.nullable(thingSchema),
  instance: thingSchema,
  started_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
  /** The outcome's name when it was finished. */
  outcome: z.optional(z.nullable(z.string())),
  waiting_since: z.nullable(timestampSchema),
  first_response_ms: durationSchema,
  handling_ms: durationSchema,
  messages_in: countSchema,
  messages_out: countSchema,
});
export type ReportTicket = z.infer<typeof reportTicketSchema>;

export const reportTicketPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(reportTicketSchema),
});
export type ReportTicketPage = z.infer<typeof reportTicketPageSchema>;

export type ReportTicketsVariables = ReportFilter & {
  /** One of `TICKET_SETS`; those of this moment need no days. */
  tickets: string;
  start_at?: string | null | undefined;
  finish_at?: string | null | undefined;
  /** Only one group of `reportGroups`. */
  group_by?: string | null | undefined;
  group_key?: string | null | undefined;
  /** Only with this outcome, or with none if empty; for `finished` and `handled`. */
  outcome_id?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** The tickets behind a number, latest first; waiting ones by the longest wait. */
export const reportTickets = operation<ReportTicketsVariables, { reportTickets: ReportTicketPage }>(
  'reportTickets',
  `query reportTickets($tickets: String!, $start_at: String, $finish_at: String, $group_by: String, $group_key: String, $outcome_id: ID, $user_ids: [ID!], $department_ids: [ID!], $instance_ids: [ID!], $pagination_page: Int, $pagination_limit: Int) { reportTickets(tickets: $tickets, start_at: $start_at, finish_at: $finish_at, group_by: $group_by, group_key: $group_key, outcome_id: $outcome_id, user_ids: $user_ids, department_ids: $department_ids, instance_ids: $instance_ids, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { id protocol customer { id name } user { id name } instance { id name } started_at finished_at outcome waiting_since first_response_ms handling_ms messages_in messages_out } } }`,
  z.object({ reportTickets: reportTicketPageSchema }),
);

export const reportTicketsSdl = /* GraphQL */ `
  type ReportTicket {
    id: ID!
    protocol: String!
    customer: ReportThing!
    user: ReportThing
    instance: ReportThing!
    started_at: String!
    finished_at: String
    outcome: String
    waiting_since: String
    first_response_ms: Float
    handling_ms: Float
    messages_in: Int!
    messages_out: Int!
  }
  type ReportTicketPage {
    total_pages: Int!
    total_items: Int!
    items: [ReportTicket!]!
  }
  extend type Query {
    reportTickets(
      tickets: String!
      start_at: String
      finish_at: String
      group_by: String
      group_key: String
      outcome_id: ID
      user_ids: [ID!]
      department_ids: [ID!]
      instance_ids: [ID!]
      pagination_page: Int = 1
      pagination_limit: Int = 10
    ): ReportTicketPage!
  }
`;
