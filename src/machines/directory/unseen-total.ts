import type { ConversationKey, TicketId } from '../entities/ids.ts';

/**
 * How many conversations have something unseen, of those with an open ticket that the viewer sees:
 * those that are held by their own counters, the others by what the server last said of them.
 */
export interface UnseenTotal {
  readonly count: number;
  setOpen(key: ConversationKey, ticketId: TicketId, isOpen: boolean): void;
  setUnseen(key: ConversationKey, hasUnseen: boolean): void;
  /** A frame told of the conversation: what the server said of it before no longer counts. */
  heard(key: ConversationKey, streamPosition: number): void;
  /** The server named all of them, as of a position of the stream. */
  listed(keys: readonly ConversationKey[], streamPosition: number): void;
  clear(): void;
}

export function createUnseenTotal(changed: () => void): UnseenTotal {
  const open = new Map<ConversationKey, Set<TicketId>>();
  const unseen = new Set<ConversationKey>();
  /** Not held, and unseen as far as the server has said. */
  const elsewhere = new Set<ConversationKey>();
  /** Where frames told of conversations since the last list. */
  const heardAt = new Map<ConversationKey, number>();
  let held = 0;

  function counts(key: ConversationKey): boolean {
    return unseen.has(key) && open.has(key);
  }

  function change(key: ConversationKey, apply: () => void): void {
    const before = counts(key);
    apply();
    const after = counts(key);
    if (before === after) return;
    held += after ? 1 : -1;
    changed();
  }

  return {
    get count() {
      return held + elsewhere.size;
    },
    setOpen(key, ticketId, isOpen) {
      const tickets = open.get(key);
      if ((tickets?.has(ticketId) ?? false) === isOpen) return;
      if (isOpen && elsewhere.delete(key)) changed();
      change(key, () => {
        if (isOpen) {
          if (tickets === undefined) open.set(key, new Set([ticketId]));
          else tickets.add(ticketId);
        } else {
          tickets?.delete(ticketId);
          if (tickets?.size === 0) open.delete(key);
        }
      });
    },
    setUnseen(key, hasUnseen) {
      if (unseen.has(key) === hasUnseen) return;
      change(key, () => {
        if (hasUnseen) unseen.add(key);
        else unseen.delete(key);
      });
    },
    heard(key, streamPosition) {
      heardAt.set(key, streamPosition);
      if (elsewhere.delete(key)) changed();
    },
    listed(keys, streamPosition) {
      for (const [key, at] of heardAt) if (at <= streamPosition) heardAt.delete(key);
      elsewhere.clear();
      for (const key of keys) if (!open.has(key) && !heardAt.has(key)) elsewhere.add(key);
      changed();
    },
    clear() {
      open.clear();
      unseen.clear();
      elsewhere.clear();
      heardAt.clear();
      held = 0;
      changed();
    },
  };
}
