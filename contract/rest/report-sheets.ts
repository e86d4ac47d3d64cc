import * as z from 'zod/mini';
import { GROUPINGS, TICKET_SETS, REPORT_CHOSEN_MAX, GROUP_KEY_MAX } from '../facts/metrics.ts';
import { optionalDaySchema, periodChecks, periodShape } from '../reports/period.ts';
import { restCall } from './call.ts';
import { sheetShape } from './sheets.ts';

const idsSchema = z.optional(
  z.nullable(z.array(z.string()).check(z.maxLength(REPORT_CHOSEN_MAX, 'error.field.tooMany'))),
);
const chosenShape = { user_ids: idsSchema, department_ids: idsSchema, instance_ids: idsSchema };

export const groupsSheetBodySchema = z
  .object({ ...periodShape, ...chosenShape, ...sheetShape, group_by: z.enum(GROUPINGS) })
  .check(...periodChecks);
export type GroupsSheetBody = z.infer<typeof groupsSheetBodySchema>;

export const ticketsSheetBodySchema = z.object({
  ...chosenShape,
  ...sheetShape,
  tickets: z.enum(TICKET_SETS),
  /** Ticket sets of this moment need no days. */
  start_at: optionalDaySchema,
  finish_at: optionalDaySchema,
  group_by: z.optional(z.nullable(z.enum(GROUPINGS))),
  group_key: z.optional(z.nullable(z.string().check(z.maxLength(GROUP_KEY_MAX)))),
  /** As of `reportTickets`. */
  outcome_id: z.optional(z.nullable(z.string())),
});
export type TicketsSheetBody = z.infer<typeof ticketsSheetBodySchema>;

/** The numbers of a period by day, hour, department, user or instance, with the total last; durations in seconds. */
export const groupsSheet = restCall({
  method: 'POST',
  path: '/api/report/groups/sheet',
  body: groupsSheetBodySchema,
  answer: z.string(),
});

/** The tickets behind a number, latest first; streamed. Times are in the company's time zone. */
export const ticketsSheet = restCall({
  method: 'POST',
  path: '/api/report/tickets/sheet',
  body: ticketsSheetBodySchema,
  answer: z.string(),
});
