import * as z from 'zod/mini';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

export type RevokeOtherSessionsVariables = Record<string, never>;

/** Ends all of one’s own sessions but this one; answers how many there were. */
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
