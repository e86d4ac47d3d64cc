import * as z from 'zod/mini';
import { tagFields, tagSchema, type Tag } from '../entities/tag.ts';
import { type TagForm } from '../entities/tag-form.ts';
import { operation } from './operation.ts';

export type NewTagVariables = TagForm;

/** Adds a tag. */
export const newTag = operation<NewTagVariables, { newTag: Tag }>(
  'newTag',
  `mutation newTag($name: String!, $color: String!) { newTag(name: $name, color: $color) { ${tagFields} } }`,
  z.object({ newTag: tagSchema }),
);

export const newTagSdl = /* GraphQL */ `
  extend type Mutation {
    newTag(name: String!, color: String!): Tag!
  }
`;
