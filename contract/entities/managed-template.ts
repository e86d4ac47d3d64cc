import * as z from 'zod/mini';
import {
  TEMPLATE_BUTTONS,
  TEMPLATE_BUTTONS_MAX,
  TEMPLATE_CARDS,
  TEMPLATE_CATEGORIES,
  TEMPLATE_HEADERS,
  TEMPLATE_NAME_MAX,
  TEMPLATE_STATES,
} from '../facts/template-form.ts';
import { CARD_HEADERS } from '../facts/templates.ts';
import { chosenIdSchema } from '../fields.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

/** As typed: a draft may be incomplete, but its length is limited. */
const typedSchema = (max: number) =>
  z
    .string({ error: 'error.field.invalid' })
    .check(z.maxLength(max, 'error.field.tooLong'), z.regex(/^[^\p{Cs}\0]*$/u, 'error.field.characters'));
const fileSchema = z.nullable(chosenIdSchema);
const buttonSchema = z.object({
  type: z.enum(TEMPLATE_BUTTONS, { error: 'error.field.invalid' }),
  text: typedSchema(200),
  value: typedSchema(4_000),
  example: typedSchema(4_000),
});
const cardSchema = z.object({
  file_id: fileSchema,
  body: typedSchema(2_000),
  buttons: z.array(buttonSchema).check(z.maxLength(TEMPLATE_BUTTONS_MAX, 'error.field.tooMany')),
});

/**
 * A message template's form: for an instance's account, in a language, with the texts of its parts or, as a
 * carousel, a body and cards. `named`: its variables have names instead of numbers. The provider's rules are
 * checked when it is submitted.
 */
export const templateFormSchema = z.object({
  instance_id: chosenIdSchema,
  name: typedSchema(TEMPLATE_NAME_MAX).check(z.trim(), z.minLength(1, 'error.field.required')),
  language: z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2,4})?$/, 'error.field.invalid')),
  category: z.enum(TEMPLATE_CATEGORIES, { error: 'error.field.invalid' }),
  named: z.boolean(),
  header: z.enum(TEMPLATE_HEADERS, { error: 'error.field.invalid' }),
  header_text: typedSchema(500),
  header_file_id: fileSchema,
  body: typedSchema(5_000),
  footer: typedSchema(500),
  buttons: z.array(buttonSchema).check(z.maxLength(TEMPLATE_BUTTONS_MAX, 'error.field.tooMany')),
  card_header: z.enum(CARD_HEADERS, { error: 'error.field.invalid' }),
  cards: z.array(cardSchema).check(z.maxLength(TEMPLATE_CARDS.max, 'error.field.tooMany')),
  examples: z
    .array(z.object({ key: typedSchema(100), value: typedSchema(1_000) }))
    .check(z.maxLength(100, 'error.field.tooMany')),
});
export type TemplateForm = z.infer<typeof templateFormSchema>;

/**
 * A template as the editor knows it. `reason`: the provider's word for a rejection or pause, `reason_text` what it says
 * besides; `has_draft`: a change that wasn't submitted yet; `is_sendable`: attendants can send it; `account`: the
 * instances whose customers can get it. `form` null: it has parts that only the provider's own editor knows.
 */
export const managedTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.enum(TEMPLATE_STATES),
  reason: z.nullable(z.string()),
  reason_text: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  paused_until: z.nullable(timestampSchema),
  account: z.nullable(z.string()),
  body: z.string(),
  has_draft: z.boolean(),
  is_sendable: z.boolean(),
  version: z.string(),
  updated_at: timestampSchema,
  form: z.nullable(
    z.object({
      ...templateFormSchema.shape,
      instance_id: z.nullable(idSchema),
      name: z.string(),
      category: z.string(),
    }),
  ),
  files: z.array(z.object({ id: idSchema, name: z.string() })),
});
export type ManagedTemplate = z.infer<typeof managedTemplateSchema>;

const BUTTON = 'type text value example';
export const managedTemplateFields = `id name language category status reason reason_text quality paused_until account body has_draft is_sendable version updated_at form { instance_id name language category named header header_text header_file_id body footer buttons { ${BUTTON} } card_header cards { file_id body buttons { ${BUTTON} } } examples { key value } } files { id name }`;

const FORM = (id: string, of: string) => `
    instance_id: ${id}
    name: String!
    language: String!
    category: String!
    named: Boolean!
    header: String!
    header_text: String!
    header_file_id: ID
    body: String!
    footer: String!
    buttons: [TemplateButton${of}!]!
    card_header: String!
    cards: [TemplateCard${of}!]!
    examples: [TemplateExample${of}!]!`;
const PARTS = (word: 'type' | 'input', of: string) => `
  ${word} TemplateButton${of} {
    type: String!
    text: String!
    value: String!
    example: String!
  }
  ${word} TemplateCard${of} {
    file_id: ID
    body: String!
    buttons: [TemplateButton${of}!]!
  }
  ${word} TemplateExample${of} {
    key: String!
    value: String!
  }`;

export const managedTemplateSdl = /* GraphQL */ `${PARTS('type', '')}${PARTS('input', 'Input')}
  type TemplateForm {${FORM('ID', '')}
  }
  input TemplateFormInput {${FORM('ID!', 'Input')}
  }
  type TemplateFile {
    id: ID!
    name: String!
  }
  type ManagedTemplate {
    id: ID!
    name: String!
    language: String!
    category: String!
    status: String!
    reason: String
    reason_text: String
    quality: String
    paused_until: String
    account: String
    body: String!
    has_draft: Boolean!
    is_sendable: Boolean!
    version: String!
    updated_at: String!
    form: TemplateForm
    files: [TemplateFile!]!
  }
`;
