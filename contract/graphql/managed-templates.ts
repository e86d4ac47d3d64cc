import * as z from 'zod/mini';
import {
  managedTemplateFields,
  managedTemplateSchema,
  managedTemplateSdl,
  type ManagedTemplate,
  type TemplateForm,
} from '../entities/managed-template.ts';
import { countSchema, idSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type PaginatedTemplatesVariables = {
  /** One of `TEMPLATE_STATES`. */
  status?: string | null | undefined;
  /** Part of a name. */
  search?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

const pageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(managedTemplateSchema),
});
export type TemplatePage = z.infer<typeof pageSchema>;

/** A page of the company's message templates, drafts among them, the last changed first. */
export const paginatedTemplates = operation<PaginatedTemplatesVariables, { paginatedTemplates: TemplatePage }>(
  'paginatedTemplates',
  `query paginatedTemplates($status: String, $search: String, $pagination_page: Int, $pagination_limit: Int) { paginatedTemplates(status: $status, search: $search, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${managedTemplateFields} } } }`,
  z.object({ paginatedTemplates: pageSchema }),
);

export const managedTemplate = operation<{ id: string }, { managedTemplate: ManagedTemplate }>(
  'managedTemplate',
  `query managedTemplate($id: ID!) { managedTemplate(id: $id) { ${managedTemplateFields} } }`,
  z.object({ managedTemplate: managedTemplateSchema }),
);

export const templateAccountSchema = z.object({ id: idSchema, name: z.string() });

/** The accounts that templates can be made for: an instance of each, by the names of all of its instances. */
export const templateAccounts = operation<
  Record<string, never>,
  { templateAccounts: z.infer<typeof templateAccountSchema>[] }
>(
  'templateAccounts',
  'query templateAccounts { templateAccounts { id name } }',
  z.object({ templateAccounts: z.array(templateAccountSchema) }),
);

/**
 * Adds a draft, which the provider hasn't seen yet; a repeated call returns the existing one. Refuses the name of
 * another draft of the account and language. Not found for an instance or file of another company.
 */
export const newTemplate = operation<{ form: TemplateForm }, { newTemplate: ManagedTemplate }>(
  'newTemplate',
  `mutation newTemplate($form: TemplateFormInput!) { newTemplate(form: $form) { ${managedTemplateFields} } }`,
  z.object({ newTemplate: managedTemplateSchema }),
);

export type UpdateTemplateVariables = { id: string; version?: string | null | undefined; form: TemplateForm };

/** Changes a draft; of a template that the provider has, keeps a change until it is submitted. */
export const updateTemplate = operation<UpdateTemplateVariables, { updateTemplate: ManagedTemplate }>(
  'updateTemplate',
  `mutation updateTemplate($id: ID!, $version: String, $form: TemplateFormInput!) { updateTemplate(id: $id, version: $version, form: $form) { ${managedTemplateFields} } }`,
  z.object({ updateTemplate: managedTemplateSchema }),
);

export const managedTemplatesSdl = /* GraphQL */ `
  ${managedTemplateSdl}
  type TemplatePage {
    total_pages: Int!
    total_items: Int!
    items: [ManagedTemplate!]!
  }
  type TemplateAccount {
    id: ID!
    name: String!
  }
  extend type Query {
    paginatedTemplates(
      status: String
      search: String
      pagination_page: Int = 1
      pagination_limit: Int = 10
    ): TemplatePage!
    managedTemplate(id: ID!): ManagedTemplate!
    templateAccounts: [TemplateAccount!]!
  }
  extend type Mutation {
    newTemplate(form: TemplateFormInput!): ManagedTemplate!
    updateTemplate(id: ID!, version: String, form: TemplateFormInput!): ManagedTemplate!
  }
`;
