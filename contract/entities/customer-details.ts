import * as z from 'zod/mini';
import {
  CUSTOMER_FIELDS_MAX,
  CUSTOMER_NAME_MAX,
  CUSTOMER_NOTE_MAX,
  CUSTOMER_NUMBER_MAX,
  CUSTOMER_VALUE_MAX,
} from '../facts/customers.ts';
import { timezoneOf } from '../facts/timezones.ts';
import { chosenIdSchema, emailSchema, lineSchema } from '../fields.ts';
import { idSchema } from '../scalars.ts';
import { customerFields, customerSchema } from './customer.ts';
import { userImageSchema } from './managed-user.ts';
import { customerFieldFields, customerFieldSchema } from './customer-field.ts';

/** The value of a field, as text: `12.5`, `2026-03-01`, `true`, or the text itself. */
export const customerValueSchema = z.object({ field_id: idSchema, value: z.string() });

/** All that the company keeps of a customer. `fields` are the company's, `values` those that are filled in. */
export const customerDetailsSchema = z.object({
  customer: customerSchema,
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Their own; null: by their number's area code. */
  timezone: z.optional(z.nullable(z.string())),
  fields: z.array(customerFieldSchema),
  values: z.array(customerValueSchema),
  /** Numbers of customers merged into them. */
  numbers: z.optional(z.array(z.string())),
  /** Whether the number can be corrected: nobody has written from it. */
  may_correct_number: z.optional(z.boolean()),
  /** Groups that they are in, by name, for whoever may see groups; null for others. */
  groups: z.optional(z.nullable(z.array(z.object({ id: idSchema, name: z.string() })))),
  version: z.string(),
});
export type CustomerDetails = z.infer<typeof customerDetailsSchema>;
export const customerDetailsFields = `customer { ${customerFields} } email note timezone fields { ${customerFieldFields} } values { field_id value } numbers may_correct_number groups { id name } version`;

const noteSchema = z
  .string({ error: 'error.field.invalid' })
  .check(
    z.trim(),
    z.maxLength(CUSTOMER_NOTE_MAX, 'error.field.tooLong'),
    z.regex(/^[^\p{Cs}\0]*$/u, 'error.field.characters'),
  );

/** A time zone, by any name of it; empty: none. */
const timezoneSchema = z.string({ error: 'error.field.invalid' }).check(
  z.trim(),
  z.refine((name) => name === '' || timezoneOf(name) !== undefined, 'error.tenant.timezone'),
  z.overwrite((name) => timezoneOf(name) ?? name),
);

const valueSchema = z.object({
  field_id: chosenIdSchema,
  value: z.nullable(z.string('error.field.invalid').check(z.maxLength(CUSTOMER_VALUE_MAX, 'error.field.tooLong'))),
});

/** A picture as a user's, the stored one, or null; not the address of another server. */
const pictureSchema = z
  .nullable(userImageSchema)
  .check(z.refine((image) => image === null || !image.startsWith('https:'), 'error.image.invalid'));

/** Changes a customer. Omitted fields and values stay; an empty one is removed. The number, in any format, can only be
 * corrected while nobody has written from it. */
export const customerFormSchema = z.object({
  name: lineSchema(CUSTOMER_NAME_MAX),
  phone_number: z.optional(z.nullable(lineSchema(CUSTOMER_NUMBER_MAX))),
  email: z.optional(z.nullable(z.union([z.literal(''), emailSchema], { error: 'error.field.email' }))),
  note: z.optional(z.nullable(noteSchema)),
  timezone: z.optional(z.nullable(timezoneSchema)),
  image: z.optional(pictureSchema),
  values: z.optional(z.array(valueSchema).check(z.maxLength(CUSTOMER_FIELDS_MAX, 'error.field.tooMany'))),
});
export type CustomerForm = z.infer<typeof customerFormSchema>;

/** Adds a customer by their number, in any format with the country's code. */
export const newCustomerFormSchema = z.object({
  ...z.omit(customerFormSchema, { timezone: true }).shape,
  phone_number: lineSchema(CUSTOMER_NUMBER_MAX),
});
export type NewCustomerForm = z.infer<typeof newCustomerFormSchema>;

export const customerDetailsSdl = /* GraphQL */ `
  type CustomerValue {
    field_id: ID!
    value: String!
  }
  type CustomersGroup {
    id: ID!
    name: String!
  }
  input CustomerValueInput {
    field_id: ID!
    value: String
  }
  type CustomerDetails {
    customer: Customer!
    email: String
    note: String
    timezone: String
    fields: [CustomerField!]!
    values: [CustomerValue!]!
    numbers: [String!]
    may_correct_number: Boolean
    groups: [CustomersGroup!]
    version: String!
  }
`;
