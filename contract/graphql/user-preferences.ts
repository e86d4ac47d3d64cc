import * as z from 'zod/mini';
import { operation } from './operation.ts';

/* The user's own settings, as JSON of `userPreferencesSchema`. */

/** Null before any were saved. */
export const userPreferences = operation<Record<string, never>, { userPreferences: string | null }>(
  'userPreferences',
  'query userPreferences { userPreferences }',
  z.object({ userPreferences: z.nullable(z.string()) }),
);

/** Kept as they are given: a page merges its changes into what the server has. Announced to the user's other pages by `ListUpdated` of `preferences`. */
export const saveUserPreferences = operation<{ preferences: string }, { saveUserPreferences: boolean }>(
  'saveUserPreferences',
  'mutation saveUserPreferences($preferences: String!) { saveUserPreferences(preferences: $preferences) }',
  z.object({ saveUserPreferences: z.boolean() }),
);

export const userPreferencesSdl = /* GraphQL */ `
  extend type Query {
    userPreferences: String
  }
  extend type Mutation {
    saveUserPreferences(preferences: String!): Boolean!
  }
`;
