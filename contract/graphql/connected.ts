import * as z from 'zod/mini';
import { presenceSchema, type Presence } from '../entities/presence.ts';
import { operation } from './operation.ts';

export type ConnectedVariables = Record<string, never>;

/** Marks the current user as at work. */
export const connected = operation<ConnectedVariables, { connected: Presence }>(
  'connected',
  `mutation connected { connected { id isConnected } }`,
  z.object({ connected: presenceSchema }),
);

export const connectedSdl = /* GraphQL */ `
  extend type Mutation {
    connected: Presence!
  }
`;
