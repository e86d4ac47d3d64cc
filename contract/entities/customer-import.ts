import * as z from 'zod/mini';
import { CONSENT_CHANNELS, CUSTOMER_TAGS_MAX, EVIDENCE_MAX } from '../facts/customers.ts';
import { isDay } from '../facts/days.ts';
import {
  ENCODINGS,
  FILE_KINDS,
  IMPORT_COLUMNS_MAX,
  IMPORT_STATUSES,
  IMPORT_TARGETS,
  ON_EXISTING,
} from '../facts/imports.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** A column of the file: its first values, how many rows have one, and its target field (`target` null: ignored). */
export const importColumnSchema = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  filled: countSchema,
  target: z.nullable(z.enum(IMPORT_TARGETS)),
  field_id: z.nullable(idSchema),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

/** Result of the check, in rows. `existing` are in the base; of these, `opted_out` refused consent and stay out. */
export const importCheckSchema = z.object({
  new: countSchema,
  existing: countSchema,
  opted_out: countSchema,
  no_number: countSchema,
  invalid: countSchema,
  service: countSchema,
  twice: countSchema,
  broken: countSchema,
  /** Rows that are imported without a date or another value that can't be parsed. */
  bad_dates: countSchema,
  bad_values: countSchema,
});
export type ImportCheck = z.infer<typeof importCheckSchema>;

/** Source of the consent of added customers; without it they have none. */
export const importConsentSchema = z.object({
  origin: z.string(),
  said_on: z.string(),
  channels: z.array(z.enum(CONSENT_CHANNELS)),
});

/** An import of customers from a file. `passed`: rows processed by the current step. */
export const customerImportSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  /** The catalogue id of why it failed. */
  failure: z.nullable(z.string()),
  kind: z.nullable(z.enum(FILE_KINDS)),
  delimiter: z.nullable(z.string()),
  encoding: z.nullable(z.enum(ENCODINGS)),
  row_count: countSchema,
  passed: countSchema,
  columns: z.array(importColumnSchema),
  /** When a file with these headings was last imported; its mapping is proposed. */
  remembered_at: z.nullable(timestampSchema),
  on_existing: z.enum(ON_EXISTING),
  tag_ids: z.array(idSchema),
  consent: z.nullable(importConsentSchema),
  /** Null before it was checked. */
  check: z.nullable(importCheckSchema),
  added: countSchema,
  changed: countSchema,
  kept: countSchema,
  refused: countSchema,
  /** For an undone import: customers removed, and those kept because they have written since. */
  removed: countSchema,
  stayed: countSchema,
  /** The same file's latest import before this one. */
  earlier: z.nullable(z.object({ name: z.string(), status: z.enum(IMPORT_STATUSES), created_at: timestampSchema })),
  user_name: z.nullable(z.string()),
  created_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
  /** Until when it can be undone; null: it can't. */
  undo_until: z.nullable(timestampSchema),
  /** The group whose members its customers become; null: none. */
  group_id: z.nullable(idSchema),
});
export type CustomerImport = z.infer<typeof customerImportSchema>;

/** Target fields of the columns, in the file's order; omitted ones are ignored. */
export const importMappingSchema = z.object({
  columns: z
    .array(
      z.object({
        column: z.int().check(z.minimum(0), z.maximum(IMPORT_COLUMNS_MAX - 1)),
        target: z.enum(IMPORT_TARGETS, { error: 'error.field.invalid' }),
        field_id: z._default(z.nullable(chosenIdSchema), null),
      }),
    )
    .check(
      z.maxLength(IMPORT_COLUMNS_MAX, 'error.field.tooMany'),
      z.refine((columns) => columns.filter(({ target }) => target === 'phone').length === 1, {
        error: 'error.import.phone',
        abort: true,
      }),
      z.refine((columns) => new Set(columns.map(({ column }) => column)).size === columns.length, {
        error: 'error.import.columnTwice',
      }),
      z.refine(
        (columns) => new Set(columns.map((each) => `${each.target} ${each.field_id ?? ''}`)).size === columns.length,
        { error: 'error.import.targetTwice' },
      ),
      z.refine((columns) => columns.every((each) => (each.target === 'field') === (each.field_id !== null)), {
        error: 'error.field.invalid',
      }),
    ),
});
export type ImportMapping = z.input<typeof importMappingSchema>;

/** Options for importing a checked file. */
export const importStartSchema = z.object({
  on_existing: z.enum(ON_EXISTING, { error: 'error.field.invalid' }),
  tag_ids: z._default(
    z.array(chosenIdSchema).check(
      z.maxLength(CUSTOMER_TAGS_MAX, 'error.field.tooMany'),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
    [],
  ),
  /** All three, or none for an import without consent; the sender declares it. */
  consent_origin: z._default(z.nullable(lineSchema(EVIDENCE_MAX)), null),
  consent_day: z._default(
    z.nullable(z.string().check(z.refine((day) => isDay(day), { error: 'error.department.day' }))),
    null,
  ),
  consent_channels: z._default(
    z.array(z.enum(CONSENT_CHANNELS, { error: 'error.field.invalid' })).check(
      z.maxLength(CONSENT_CHANNELS.length, 'error.field.tooMany'),
      z.overwrite((channels) => [...new Set(channels)]),
    ),
    [],
  ),
  /** Whether to put its customers into a group named after the file. */
  as_group: z._default(z.boolean(), false),
});
export type ImportStart = z.input<typeof importStartSchema>;

const checkFields = Object.keys(importCheckSchema.shape).join(' ');
export const customerImportFields = `id name status failure kind delimiter encoding row_count passed columns { heading samples filled target field_id } remembered_at on_existing tag_ids consent { origin said_on channels } check { ${checkFields} } added changed kept refused removed stayed earlier { name status created_at } user_name created_at finished_at undo_until group_id`;

export const customerImportSdl = /* GraphQL */ `
  type ImportColumn {
    heading: String!
    samples: [String!]!
    filled: Int!
    target: String
    field_id: ID
  }
  type ImportConsent {
    origin: String!
    said_on: String!
    channels: [String!]!
  }
  type ImportCheck {
    new: Int!
    existing: Int!
    opted_out: Int!
    no_number: Int!
    invalid: Int!
    service: Int!
    twice: Int!
    broken: Int!
    bad_dates: Int!
    bad_values: Int!
  }
  type EarlierImport {
    name: String!
    status: String!
    created_at: String!
  }
  type CustomerImport {
    id: ID!
    name: String!
    status: String!
    failure: String
    kind: String
    delimiter: String
    encoding: String
    row_count: Int!
    passed: Int!
    columns: [ImportColumn!]!
    remembered_at: String
    on_existing: String!
    tag_ids: [ID!]!
    consent: ImportConsent
    check: ImportCheck
    added: Int!
    changed: Int!
    kept: Int!
    refused: Int!
    removed: Int!
    stayed: Int!
    earlier: EarlierImport
    user_name: String
    created_at: String!
    finished_at: String
    undo_until: String
    group_id: ID
  }
  input ImportColumnInput {
    column: Int!
    target: String!
    field_id: ID
  }
`;
