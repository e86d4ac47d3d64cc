import * as z from 'zod/mini';
import { reportNumbersFields, reportNumbersSchema } from '../reports/numbers.ts';
import type { ReportFilter } from '../reports/period.ts';
import { operation } from './operation.ts';

const numbersOfDaysSchema = z.object({
  start_at: z.string(),
  finish_at: z.string(),
  numbers: reportNumbersSchema,
});

/**
 * The numbers of a period, and of an equally long one that begins on `compare_start_at`, or just before it by default;
 * if the period is under way, only of the same part of it.
 */
export const comparedNumbersSchema = z.extend(numbersOfDaysSchema, { previous: numbersOfDaysSchema });
export type ComparedNumbers = z.infer<typeof comparedNumbersSchema>;

export type ReportNumbersVariables = ReportFilter & {
  start_at: string;
  finish_at: string;
  compare_start_at?: string | null | undefined;
};

export const reportNumbers = operation<ReportNumbersVariables, { reportNumbers: ComparedNumbers }>(
  'reportNumbers',
  `query reportNumbers($start_at: String!, $finish_at: String!, $compare_start_at: String, $user_ids: [ID!], $department_ids: [ID!], $instance_ids: [ID!]) { reportNumbers(start_at: $start_at, finish_at: $finish_at, compare_start_at: $compare_start_at, user_ids: $user_ids, department_ids: $department_ids, instance_ids: $instance_ids) { start_at finish_at numbers { ${reportNumbersFields} } previous { start_at finish_at numbers { ${reportNumbersFields} } } } }`,
  z.object({ reportNumbers: comparedNumbersSchema }),
);

export const reportNumbersSdl = /* GraphQL */ `
  type NumbersOfDays {
    start_at: String!
    finish_at: String!
    numbers: ReportNumbers!
  }
  type ComparedNumbers {
    start_at: String!
    finish_at: String!
    numbers: ReportNumbers!
    previous: NumbersOfDays!
  }
  extend type Query {
    reportNumbers(
      start_at: String!
      finish_at: String!
      compare_start_at: String
      user_ids: [ID!]
      department_ids: [ID!]
      instance_ids: [ID!]
    ): ComparedNumbers!
  }
`;
