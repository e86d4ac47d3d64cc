import * as z from 'zod/mini';
import { CUSTOMER_FIELD_TYPES, FIELD_OPTIONS_MAX, FIELD_POSITION_MAX } from '../facts/customers.ts';
import { lineSchema } from '../fields.ts';
import { countSchema, idSchema } from '../scalars.ts';

/** A field that a company keeps of its customers. `options` are those of a choice. */
export const customerFieldSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.enum(CUSTOMER_FIELD_TYPES),
  options: z.array(z.string()),
  position: countSchema,
  version: z.string(),
});
export type CustomerField = z.infer<typeof customerFieldSchema>;
export const customerFieldFields = 'id name type options position version';

function haveNoDuplicates(options: readonly string[]): boolean {
  return new Set(options.map((option) => option.toLowerCase())).size === options.length;
}

/** Creates or changes a field; its type can't change once it has values. */
export const customerFieldFormSchema = z
  .object({
    name: lineSchema(60),
    type: z.enum(CUSTOMER_FIELD_TYPES, { error: 'error.field.invalid' }),
    options: z.optional(
      z
        .array(lineSchema(80), { error: 'error.field.invalid' })
        .check(
          z.maxLength(FIELD_OPTIONS_MAX, 'error.field.tooMany'),
          z.refine(haveNoDuplicates, 'error.customerField.optionTwice'),
        ),
    ),
    position: z.optional(
      z
        .int('error.field.number')
        .check(z.minimum(0, 'error.field.tooSmall'), z.maximum(FIELD_POSITION_MAX, 'error.field.tooLarge')),
    ),
  })
  .check(
    z.refine(({ type, options = [] }) => type !== 'choice' || options.length > 0, {
      error: 'error.customerField.options',
      path: ['options'],
    }),
  );
export type CustomerFieldForm = z.infer<typeof customerFieldFormSchema>;

export const customerFieldSdl = /* GraphQL */ `
  type CustomerField {
    id: ID!
    name: String!
    type: String!
    options: [String!]!
    position: Int!
    version: String!
  }
`;
