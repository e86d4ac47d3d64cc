import * as z from 'zod/mini';
import { tagFields, tagSchema, type Tag } from '../entities/tag.ts';
import { type TagForm } from '../entities/tag-form.ts';
import { operation } from './operation.ts';

export type UpdateTagVariables = TagForm & { id: string; version?: string | null | undefined };

/** Renames or recolours a tag. */
export const updateTag = operation<UpdateTagVariables, { updateTag: Tag }>(
  'updateTag',
  `mutation updateTag($id: ID!, $version: String, $name: String!, $color: String!) { updateTag(id: $id, version: $version, name: $name, color: $color) { ${tagFields} } }`,
  z.object({ updateTag: tagSchema }),
);

export const updateTagSdl = /* GraphQL */ `
  extend type Mutation {
    updateTag(id: ID!, version: String, name: String!, color: String!): Tag!
  }
`;
