import * as z from 'zod/mini';
import { HEADER_FILES } from '../facts/templates.ts';
import { idSchema } from '../scalars.ts';

/**
 * A variable of a template. `key` names it in a send (`body.1`, `header.nome`, `button.0`), `name` is what stands
 * between its braces, `example` what its author gave as an example.
 */
export const templateVariableSchema = z.object({
  key: z.string(),
  part: z.enum(['header', 'body', 'button']),
  name: z.string(),
  example: z.nullable(z.string()),
});
export type TemplateVariable = z.infer<typeof templateVariableSchema>;

/**
 * A message template that the provider approved, and that attendants can send: texts with their variables, and the
 * captions of its buttons. `header_file`: the kind of file that its header is, which is sent with it. `category` is the
 * provider's: `MARKETING`, `UTILITY`.
 */
export const messageTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  header: z.nullable(z.string()),
  header_file: z.nullable(z.enum(HEADER_FILES)),
  body: z.string(),
  footer: z.nullable(z.string()),
  buttons: z.array(z.string()),
  variables: z.array(templateVariableSchema),
});
export type MessageTemplate = z.infer<typeof messageTemplateSchema>;

export const messageTemplateFields =
  'id name language category header header_file body footer buttons variables { key part name example }';

/** The value of a variable. */
export type TemplateValue = { readonly key: string; readonly value: string };

export const messageTemplateSdl = /* GraphQL */ `
  type TemplateVariable {
    key: String!
    part: String!
    name: String!
    example: String
  }
  type MessageTemplate {
    id: ID!
    name: String!
    language: String!
    category: String!
    header: String
    header_file: String
    body: String!
    footer: String
    buttons: [String!]!
    variables: [TemplateVariable!]!
  }
  input TemplateValue {
    key: String!
    value: String!
  }
`;
