import * as z from 'zod/mini';
import { presenceSchema, type Presence } from '../entities/presence.ts';
import { operation } from './operation.ts';

export type ConnectedVariables = { arrival?: boolean | null };

/**
 * Marks the current user as at work. With `arrival`, which a page says when it connects, somebody who set themselves away
 * by `disconnected` stays away.
 */
export const connected = operation<ConnectedVariables, { connected: Presence }>(
  'connected',
  `mutation connected($arrival: Boolean) { connected(arrival: $arrival) { id isConnected } }`,
  z.object({ connected: presenceSchema }),
);

export const connectedSdl = /* GraphQL */ `
  extend type Mutation {
    connected(arrival: Boolean): Presence!
  }
`;
