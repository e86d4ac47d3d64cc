import type { ConversationKey } from '../entities/ids.ts';
import type { Looker, PresenceSnapshot } from './presence.machine.ts';

const nobody: readonly Looker[] = [];

/** The colleagues who have a conversation open, by name. */
export function selectLookers({ context }: PresenceSnapshot, key: ConversationKey): readonly Looker[] {
  return context.lookers[key] ?? nobody;
}
