import type { ConversationKey, TicketId } from '../entities/ids.ts';

/** How many conversations have something unseen, of those with an open ticket that the viewer sees. */
export interface UnseenTotal {
  readonly count: number;
  setOpen(key: ConversationKey, ticketId: TicketId, isOpen: boolean): void;
  setUnseen(key: ConversationKey, hasUnseen: boolean): void;
  clear(): void;
}

export function createUnseenTotal(changed: () => void): UnseenTotal {
  const open = new Map<ConversationKey, Set<TicketId>>();
  const unseen = new Set<ConversationKey>();
  let count = 0;

  function counts(key: ConversationKey): boolean {
    return unseen.has(key) && open.has(key);
  }

  function change(key: ConversationKey, apply: () => void): void {
    const before = counts(key);
    apply();
    const after = counts(key);
    if (before === after) return;
    count += after ? 1 : -1;
    changed();
  }

  return {
    get count() {
      return count;
    },
    setOpen(key, ticketId, isOpen) {
      const tickets = open.get(key);
      if ((tickets?.has(ticketId) ?? false) === isOpen) return;
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
    clear() {
      open.clear();
      unseen.clear();
      if (count === 0) return;
      count = 0;
      changed();
    },
  };
}
