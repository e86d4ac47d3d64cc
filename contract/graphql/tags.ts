import * as z from 'zod/mini';
import { tagFields, tagSchema, type Tag } from '../entities/tag.ts';
import { operation } from './operation.ts';

export type TagsVariables = Record<string, never>;

/** The company's tags by name. */
export const tags = operation<TagsVariables, { tags: Tag[] }>(
  'tags',
  `query tags { tags { ${tagFields} } }`,
  z.object({ tags: z.array(tagSchema) }),
);

export const tagsSdl = /* GraphQL */ `
  extend type Query {
    tags: [Tag!]!
  }
`;
