import * as z from 'zod/mini';
import { savedViewFields, savedViewSchema, savedViewSdl } from '../entities/saved-view.ts';
import type { SavedView, SavedViewForm } from '../entities/saved-view.ts';
import { operation } from './operation.ts';

const DECLARED =
  '$name: String!, $view: String!, $sort_name: String!, $instance_id: ID, $department_id: ID, $user_id: ID, $tag_id: ID, $unseen: Boolean!, $not_responded: Boolean!, $blacklisted: Boolean!';
const GIVEN =
  'name: $name, view: $view, sort_name: $sort_name, instance_id: $instance_id, department_id: $department_id, user_id: $user_id, tag_id: $tag_id, unseen: $unseen, not_responded: $not_responded, blacklisted: $blacklisted';

/** The user's saved views of the list, oldest first. */
export const savedViews = operation<Record<string, never>, { savedViews: SavedView[] }>(
  'savedViews',
  `query savedViews { savedViews { ${savedViewFields} } }`,
  z.object({ savedViews: z.array(savedViewSchema) }),
);

/** Saves a view; at most `SAVED_VIEWS_MAX`. */
export const newSavedView = operation<SavedViewForm, { newSavedView: SavedView }>(
  'newSavedView',
  `mutation newSavedView(${DECLARED}) { newSavedView(${GIVEN}) { ${savedViewFields} } }`,
  z.object({ newSavedView: savedViewSchema }),
);

export type UpdateSavedViewVariables = SavedViewForm & { id: string };

/** Changes a saved view. */
export const updateSavedView = operation<UpdateSavedViewVariables, { updateSavedView: SavedView }>(
  'updateSavedView',
  `mutation updateSavedView($id: ID!, ${DECLARED}) { updateSavedView(id: $id, ${GIVEN}) { ${savedViewFields} } }`,
  z.object({ updateSavedView: savedViewSchema }),
);

/** Deletes a saved view. */
export const deleteSavedView = operation<{ id: string }, { deleteSavedView: boolean }>(
  'deleteSavedView',
  'mutation deleteSavedView($id: ID!) { deleteSavedView(id: $id) }',
  z.object({ deleteSavedView: z.boolean() }),
);

export const savedViewsSdl = /* GraphQL */ `
  ${savedViewSdl}
  extend type Query {
    savedViews: [SavedView!]!
  }
  extend type Mutation {
    newSavedView(
      name: String!
      view: String!
      sort_name: String!
      instance_id: ID
      department_id: ID
      user_id: ID
      tag_id: ID
      unseen: Boolean!
      not_responded: Boolean!
      blacklisted: Boolean!
    ): SavedView!
    updateSavedView(
      id: ID!
      name: String!
      view: String!
      sort_name: String!
      instance_id: ID
      department_id: ID
      user_id: ID
      tag_id: ID
      unseen: Boolean!
      not_responded: Boolean!
      blacklisted: Boolean!
    ): SavedView!
    deleteSavedView(id: ID!): Boolean!
  }
`;
