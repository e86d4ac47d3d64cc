import * as z from 'zod/mini';
import { customerImportFields, customerImportSchema } from '../entities/customer-import.ts';
import type { CustomerImport, ImportMapping, ImportStart } from '../entities/customer-import.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

const importPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  items: z.array(customerImportSchema),
});
export type ImportPage = z.infer<typeof importPageSchema>;

export type CustomerImportsVariables = {
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};

/** A page of the company's imports, the newest first. */
export const customerImports = operation<CustomerImportsVariables, { customerImports: ImportPage }>(
  'customerImports',
  `query customerImports($pagination_page: Int, $pagination_limit: Int) { customerImports(pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${customerImportFields} } } }`,
  z.object({ customerImports: importPageSchema }),
);

export const customerImport = operation<{ id: string }, { customerImport: CustomerImport }>(
  'customerImport',
  `query customerImport($id: ID!) { customerImport(id: $id) { ${customerImportFields} } }`,
  z.object({ customerImport: customerImportSchema }),
);

/** Maps the columns; then every row is checked. */
export const mapCustomerImport = operation<ImportMapping & { id: string }, { mapCustomerImport: CustomerImport }>(
  'mapCustomerImport',
  `mutation mapCustomerImport($id: ID!, $columns: [ImportColumnInput!]!) { mapCustomerImport(id: $id, columns: $columns) { ${customerImportFields} } }`,
  z.object({ mapCustomerImport: customerImportSchema }),
);

/** Starts importing the rows. */
export const startCustomerImport = operation<ImportStart & { id: string }, { startCustomerImport: CustomerImport }>(
  'startCustomerImport',
  `mutation startCustomerImport($id: ID!, $on_existing: String!, $tag_ids: [ID!], $consent_origin: String, $consent_day: String, $consent_channels: [String!], $as_group: Boolean) { startCustomerImport(id: $id, on_existing: $on_existing, tag_ids: $tag_ids, consent_origin: $consent_origin, consent_day: $consent_day, consent_channels: $consent_channels, as_group: $as_group) { ${customerImportFields} } }`,
  z.object({ startCustomerImport: customerImportSchema }),
);

export const pauseCustomerImport = operation<{ id: string }, { pauseCustomerImport: CustomerImport }>(
  'pauseCustomerImport',
  `mutation pauseCustomerImport($id: ID!) { pauseCustomerImport(id: $id) { ${customerImportFields} } }`,
  z.object({ pauseCustomerImport: customerImportSchema }),
);

export const resumeCustomerImport = operation<{ id: string }, { resumeCustomerImport: CustomerImport }>(
  'resumeCustomerImport',
  `mutation resumeCustomerImport($id: ID!) { resumeCustomerImport(id: $id) { ${customerImportFields} } }`,
  z.object({ resumeCustomerImport: customerImportSchema }),
);

/** Cancels it; rows already imported stay, and can be undone. */
export const cancelCustomerImport = operation<{ id: string }, { cancelCustomerImport: CustomerImport }>(
  'cancelCustomerImport',
  `mutation cancelCustomerImport($id: ID!) { cancelCustomerImport(id: $id) { ${customerImportFields} } }`,
  z.object({ cancelCustomerImport: customerImportSchema }),
);

/** Undoes its additions and changes, within `IMPORT_UNDO_DAYS`; customers who have written since stay. */
export const undoCustomerImport = operation<{ id: string }, { undoCustomerImport: CustomerImport }>(
  'undoCustomerImport',
  `mutation undoCustomerImport($id: ID!) { undoCustomerImport(id: $id) { ${customerImportFields} } }`,
  z.object({ undoCustomerImport: customerImportSchema }),
);

export const customerImportsSdl = /* GraphQL */ `
  type ImportPage {
    total_pages: Int!
    total_items: Int!
    items: [CustomerImport!]!
  }
  extend type Query {
    customerImports(pagination_page: Int = 1, pagination_limit: Int = 10): ImportPage!
    customerImport(id: ID!): CustomerImport!
  }
  extend type Mutation {
    mapCustomerImport(id: ID!, columns: [ImportColumnInput!]!): CustomerImport!
    startCustomerImport(
      id: ID!
      on_existing: String!
      tag_ids: [ID!]
      consent_origin: String
      consent_day: String
      consent_channels: [String!]
      as_group: Boolean = false
    ): CustomerImport!
    pauseCustomerImport(id: ID!): CustomerImport!
    resumeCustomerImport(id: ID!): CustomerImport!
    cancelCustomerImport(id: ID!): CustomerImport!
    undoCustomerImport(id: ID!): CustomerImport!
  }
`;
