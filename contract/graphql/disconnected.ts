import * as z from 'zod/mini';
import { presenceSchema, type Presence } from '../entities/presence.ts';
import { operation } from './operation.ts';

export type DisconnectedVariables = Record<string, never>;

/**
 * Marks the current user as away: they get no tickets by themselves, and colleagues see it. It lasts over reconnections,
 * until `connected`.
 */
export const disconnected = operation<DisconnectedVariables, { disconnected: Presence }>(
  'disconnected',
  `mutation disconnected { disconnected { id isConnected } }`,
  z.object({ disconnected: presenceSchema }),
);

export const disconnectedSdl = /* GraphQL */ `
  extend type Mutation {
    disconnected: Presence!
  }
`;
