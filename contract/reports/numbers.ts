import * as z from 'zod/mini';
import { countSchema, timestampSchema } from '../scalars.ts';

/** Milliseconds; null if there is nothing to average. */
const durationSchema = z.nullable(z.number().check(z.nonnegative()));

/** The numbers of a period, defined in `METRICS`. */
export const reportNumbersSchema = z.object({
  opened: countSchema,
  finished: countSchema,
  first_responses: countSchema,
  first_response_median_ms: durationSchema,
  first_response_average_ms: durationSchema,
  handled: countSchema,
  handling_average_ms: durationSchema,
  answers: countSchema,
  waiting_average_ms: durationSchema,
  messages_in: countSchema,
  messages_out: countSchema,
});
export type ReportNumbers = z.infer<typeof reportNumbersSchema>;

export const reportNumbersFields =
  'opened finished first_responses first_response_median_ms first_response_average_ms handled handling_average_ms answers waiting_average_ms messages_in messages_out';

/** The numbers of this moment. */
export const liveNumbersSchema = z.object({
  open: countSchema,
  waiting: countSchema,
  unanswered: countSchema,
  longest_waiting_since: z.nullable(timestampSchema),
});
export type LiveNumbers = z.infer<typeof liveNumbersSchema>;

export const liveNumbersFields = 'open waiting unanswered longest_waiting_since';

export const reportSdl = /* GraphQL */ `
  type ReportNumbers {
    opened: Int!
    finished: Int!
    first_responses: Int!
    first_response_median_ms: Float
    first_response_average_ms: Float
    handled: Int!
    handling_average_ms: Float
    answers: Int!
    waiting_average_ms: Float
    messages_in: Int!
    messages_out: Int!
  }
  type LiveNumbers {
    open: Int!
    waiting: Int!
    unanswered: Int!
    longest_waiting_since: String
  }
  type ReportThing {
    id: ID!
    name: String!
  }
`;
