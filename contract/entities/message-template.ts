import * as z from 'zod/mini';
import { CARD_HEADERS, HEADER_FILES } from '../facts/templates.ts';
import { idSchema } from '../scalars.ts';

/**
 * A variable of a template. `key` names it in a send (`body.1`, `header.nome`, `button.0`), `name` is the text
 * between its braces, `example` the author's example value.
 */
export const templateVariableSchema = z.object({
  key: z.string(),
  part: z.enum(['header', 'body', 'button', 'card']),
  name: z.string(),
  example: z.nullable(z.string()),
});
export type TemplateVariable = z.infer<typeof templateVariableSchema>;

/**
 * A card of a carousel: a picture or video over a text with its own variables (`card.0.1`) and buttons
 * (`card.0.button.1`). `file_name`: of the example that is sent unless the value `file.0` names another file.
 */
export const carouselCardSchema = z.object({
  header_file: z.enum(CARD_HEADERS),
  file_name: z.nullable(z.string()),
  body: z.nullable(z.string()),
  buttons: z.array(z.string()),
  variables: z.array(templateVariableSchema),
});

/**
 * A message template that the provider approved, and that attendants can send: texts with their variables, and the
 * captions of its buttons. `header_file`: the kind of file in its header, sent along with it. `category` is the
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
  /** Of a carousel; else none. */
  cards: z.array(carouselCardSchema),
});
export type MessageTemplate = z.infer<typeof messageTemplateSchema>;

const variableFields = 'key part name example';
export const messageTemplateFields = `id name language category header header_file body footer buttons variables { ${variableFields} } cards { header_file file_name body buttons variables { ${variableFields} } }`;

/** The value of a variable. */
export type TemplateValue = { readonly key: string; readonly value: string };

export const messageTemplateSdl = /* GraphQL */ `
  type TemplateVariable {
    key: String!
    part: String!
    name: String!
    example: String
  }
  type CarouselCard {
    header_file: String!
    file_name: String
    body: String
    buttons: [String!]!
    variables: [TemplateVariable!]!
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
    cards: [CarouselCard!]!
  }
  input TemplateValue {
    key: String!
    value: String!
  }
`;
