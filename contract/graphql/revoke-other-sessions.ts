import * as z from 'zod/mini';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type RevokeOtherSessionsVariables = Record<string, never>;

/** Ends all of the user's sessions except this one; returns how many. */
export const revokeOtherSessions = operation<RevokeOtherSessionsVariables, { revokeOtherSessions: number }>(
  'revokeOtherSessions',
  `mutation revokeOtherSessions { revokeOtherSessions }`,
  z.object({ revokeOtherSessions: countSchema }),
);

export const revokeOtherSessionsSdl = /* GraphQL */ `
  extend type Mutation {
    revokeOtherSessions: Int!
  }
`;
