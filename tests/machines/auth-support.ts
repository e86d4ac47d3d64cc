import type { EventFrom } from 'xstate';
import { authMachine } from '../../src/machines/auth/auth.machine.ts';
import { selectPhase } from '../../src/machines/auth/auth.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { logged } from '../support/builders-events.ts';
import { aFailure, aUser } from '../support/builders.ts';
import { aStoredSession, opened } from './session-support.ts';

export type Sent = EventFrom<typeof authMachine>;

export const stored = aStoredSession();

export function submitted(over: { path?: 'rest' | 'graphql'; to?: string | null; secret?: string } = {}): Sent {
  const { path = 'graphql', to = null, secret = 'password-1' } = over;
  return logged({ type: 'login.submitted', path, email: 'carla@aurora.example', secret, remember: true, to });
}

export function succeeded(generation: number, token = 'token-1') {
  return logged({
    type: 'login.succeeded',
    generation,
    token,
    user: aUser(),
    routes: ['chat', 'users'],
    originBackoffice: true,
  });
}

export const challenged = (generation: number): Sent =>
  logged({ type: 'login.secondFactorRequired', generation, challenge: `challenge-${generation}` });
export const codeSubmitted = (code: string): Sent => logged({ type: 'login.codeSubmitted', code });
export const refused = (generation: number, failure = aFailure({ code: 'UNAUTHENTICATED', key: 'error.x' })): Sent =>
  logged({ type: 'login.refused', generation, failure });
export const expired = (call: string, generation: number): Sent => logged({ type: 'call.expired', call, generation });
export const unauthorized = (generation: number): Sent =>
  logged({ type: 'call.unauthorized', call: 'call-x', generation, status: 'Unauthorized' });
export const refreshed = (generation: number, token: string): Sent =>
  logged({ type: 'token.refreshed', generation, token, routes: ['chat', 'users'] });
export const refreshFailed = (generation: number, reason: 'refused' | 'unreachable'): Sent =>
  logged({ type: 'token.refreshFailed', generation, reason });
export const logoutRequested: Sent = logged({ type: 'logout.requested' });
export const logoutFinished = (generation: number): Sent => logged({ type: 'logout.finished', generation });

export function auth(...events: readonly Sent[]) {
  const held = started(authMachine, {});
  const send = (...more: readonly Sent[]) => {
    for (const event of more) held.actor.send(event);
  };
  send(...events);
  return {
    ...held,
    send,
    snapshot: () => held.actor.getSnapshot(),
    phase: () => selectPhase(held.actor.getSnapshot()),
    types: () => held.commands.map(({ type }) => type),
    /** The commands given by some more events. */
    after: (...more: readonly Sent[]) => {
      const from = held.commands.length;
      send(...more);
      return held.commands.slice(from);
    },
  };
}

/** Logged in at generation 1. */
export const loggedIn = [opened(null), submitted(), succeeded(2)] as const;
