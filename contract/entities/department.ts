import * as z from 'zod/mini';
import { DISTRIBUTIONS, DEPARTMENT_TICKETS_MAX, TRANSFER_MINUTES_MAX } from '../facts/administration.ts';
import { isDay } from '../facts/days.ts';
import { chosenIdsSchema, lineSchema } from '../fields.ts';
import { countSchema, idSchema } from '../scalars.ts';
import { instanceFields, instanceSchema } from './instance.ts';
import { userSummaryFields, userSummarySchema } from './user.ts';

const clockSchema = z
  .string({ error: 'error.field.required' })
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'error.department.clock'));

/**
 * Opening hours of a weekday (0 is Sunday) in the company's time zone. If they close no later than they open, they end
 * on the next day.
 */
export const openingHoursSchema = z.object({
  weekday: z.int('error.field.invalid').check(z.minimum(0, 'error.field.invalid'), z.maximum(6, 'error.field.invalid')),
  opens: clockSchema,
  closes: clockSchema,
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

/** A day on which the department is closed, once or every year. */
export const holidaySchema = z.object({
  day: z.string({ error: 'error.field.required' }).check(z.refine(isDay, 'error.department.day')),
  name: lineSchema(60),
  yearly: z.boolean('error.field.invalid'),
});
export type Holiday = z.infer<typeof holidaySchema>;

/** A department as its administrators see it. Without opening hours it is always open. */
export const departmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  activated: z.boolean(),
  greeting: z.nullable(z.string()),
  off_hours_text: z.nullable(z.string()),
  opening_hours: z.nullable(z.array(openingHoursSchema)),
  holidays: z.array(holidaySchema),
  distribution: z.enum(DISTRIBUTIONS),
  max_open_tickets: z.nullable(countSchema),
  transfer_after_minutes: z.nullable(countSchema),
  members: z.array(userSummarySchema),
  instances: z.array(instanceSchema),
  version: z.string(),
});
export type Department = z.infer<typeof departmentSchema>;

export const departmentFields = `id name activated greeting off_hours_text opening_hours { weekday opens closes } holidays { day name yearly } distribution max_open_tickets transfer_after_minutes members { ${userSummaryFields} } instances { ${instanceFields} } version`;

export const departmentSdl = /* GraphQL */ `
  type OpeningHours {
    weekday: Int!
    opens: String!
    closes: String!
  }
  type Holiday {
    day: String!
    name: String!
    yearly: Boolean!
  }
  input OpeningHoursInput {
    weekday: Int!
    opens: String!
    closes: String!
  }
  input HolidayInput {
    day: String!
    name: String!
    yearly: Boolean!
  }
  type Department {
    id: ID!
    name: String!
    activated: Boolean!
    greeting: String
    off_hours_text: String
    opening_hours: [OpeningHours!]
    holidays: [Holiday!]!
    distribution: String!
    max_open_tickets: Int
    transfer_after_minutes: Int
    members: [UserSummary!]!
    instances: [Instance!]!
    version: String!
  }
`;

/** A text for customers, possibly of several lines; an empty one becomes null. */
const textSchema = z.nullable(
  z
    .string({ error: 'error.field.invalid' })
    .check(z.trim(), z.maxLength(1_000, 'error.field.tooLong'), z.regex(/^[^\p{Cs}\0]*$/u, 'error.field.characters')),
);

function amountSchema(most: number) {
  return z.nullable(
    z.int('error.field.number').check(z.minimum(1, 'error.field.tooSmall'), z.maximum(most, 'error.field.tooLarge')),
  );
}

/** Whether no two spans of a weekday overlap. */
function haveNoOverlap(spans: readonly OpeningHours[]): boolean {
  const ends = ({ opens, closes }: OpeningHours) => (closes <= opens ? `${closes}+` : closes);
  // A time on the next day sorts after every time on this one.
  const isBefore = (end: string, clock: string) => !end.endsWith('+') && end <= clock;
  return spans.every((one, index) =>
    spans.slice(index + 1).every((other) => {
      if (other.weekday !== one.weekday) return true;
      return isBefore(ends(one), other.opens) || isBefore(ends(other), one.opens);
    }),
  );
}

/** Whether no two holidays are on the same day. */
function haveNoDuplicates(holidays: readonly Holiday[]): boolean {
  const yearly = holidays.flatMap(({ day, yearly: isYearly }) => (isYearly ? [day.slice(5)] : []));
  const areOnce = (days: readonly string[]) => new Set(days).size === days.length;
  return areOnce(holidays.map(({ day }) => day)) && areOnce(yearly);
}

/** Creates or changes a department. An omitted field keeps its value, or gets the default in a new one. */
export const departmentFormSchema = z.object({
  name: lineSchema(60, 2),
  activated: z.optional(z.boolean('error.field.invalid')),
  greeting: z.optional(textSchema),
  off_hours_text: z.optional(textSchema),
  opening_hours: z.optional(
    z.nullable(
      z
        .array(openingHoursSchema)
        .check(z.maxLength(50, 'error.field.tooMany'), z.refine(haveNoOverlap, 'error.department.hoursTwice')),
    ),
  ),
  holidays: z.optional(
    z
      .array(holidaySchema)
      .check(z.maxLength(200, 'error.field.tooMany'), z.refine(haveNoDuplicates, 'error.department.holidayTwice')),
  ),
  distribution: z.optional(z.enum(DISTRIBUTIONS, { error: 'error.field.invalid' })),
  max_open_tickets: z.optional(amountSchema(DEPARTMENT_TICKETS_MAX)),
  transfer_after_minutes: z.optional(amountSchema(TRANSFER_MINUTES_MAX)),
  member_ids: z.optional(chosenIdsSchema),
  instance_ids: z.optional(chosenIdsSchema),
});
export type DepartmentForm = z.infer<typeof departmentFormSchema>;
