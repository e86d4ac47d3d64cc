import type { ConversationKey } from '../entities/ids.ts';
import type { ViewingColleague, PresenceSnapshot } from './presence.machine.ts';

const nobody: readonly ViewingColleague[] = [];

/** The colleagues who have a conversation open, by name. */
export function selectViewing({ context }: PresenceSnapshot, key: ConversationKey): readonly ViewingColleague[] {
  return context.viewing[key] ?? nobody;
}
