import * as z from 'zod/mini';
import { liveNumbersFields, liveNumbersSchema } from '../reports/numbers.ts';
import type { ReportFilter } from '../reports/period.ts';
import { countSchema, timestampSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** `at` is the server's time, from which waiting times are counted; `online_users` is how many are attending now. */
export const liveReportSchema = z.object({
  at: timestampSchema,
  online_users: countSchema,
  numbers: liveNumbersSchema,
  items: z.array(z.object({ key: z.string(), name: z.nullable(z.string()), numbers: liveNumbersSchema })),
});
export type LiveReport = z.infer<typeof liveReportSchema>;

export type ReportLiveVariables = ReportFilter & {
  /** `department`, `user` or `instance`. */
  group_by?: string | null | undefined;
};

/** The numbers of this moment, in total and by department, user or instance; only groups with an open ticket. */
export const reportLive = operation<ReportLiveVariables, { reportLive: LiveReport }>(
  'reportLive',
  `query reportLive($group_by: String, $user_ids: [ID!], $department_ids: [ID!], $instance_ids: [ID!]) { reportLive(group_by: $group_by, user_ids: $user_ids, department_ids: $department_ids, instance_ids: $instance_ids) { at online_users numbers { ${liveNumbersFields} } items { key name numbers { ${liveNumbersFields} } } } }`,
  z.object({ reportLive: liveReportSchema }),
);

export const reportLiveSdl = /* GraphQL */ `
  type LiveGroup {
    key: String!
    name: String
    numbers: LiveNumbers!
  }
  type LiveReport {
    at: String!
    online_users: Int!
    numbers: LiveNumbers!
    items: [LiveGroup!]!
  }
  extend type Query {
    reportLive(group_by: String = "instance", user_ids: [ID!], department_ids: [ID!], instance_ids: [ID!]): LiveReport!
  }
`;
