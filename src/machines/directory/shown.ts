import type { ConversationKey, CustomerId, InstanceId } from '../entities/ids.ts';

interface Conversation {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
}

/** Tells what came into view and what left it. */
export interface Shown {
  /** Takes the conversations that somebody looks at now. */
  sync(now: ReadonlyMap<ConversationKey, Conversation>): void;
  has(key: ConversationKey): boolean;
}

export function createShown(told: (key: ConversationKey, conversation: Conversation, isShown: boolean) => void): Shown {
  const held = new Map<ConversationKey, Conversation>();

  return {
    sync(now) {
      for (const [key, conversation] of [...held]) {
        if (now.has(key)) continue;
        held.delete(key);
        told(key, conversation, false);
      }
      for (const [key, conversation] of now) {
        if (held.has(key)) continue;
        held.set(key, conversation);
        told(key, conversation, true);
      }
    },
    has: (key) => held.has(key),
  };
}
