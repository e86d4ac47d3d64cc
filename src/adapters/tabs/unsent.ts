import type { OutgoingAction, OutgoingMessage } from '../../machines/log/events-send.ts';

type Item = Pick<OutgoingAction, 'clientId'> | Pick<OutgoingMessage, 'clientId' | 'reactsTo'>;

/**
 * Counts what this tab hasn't sent yet during a session, for the other tabs: a logout there erases it. Reactions don't
 * count.
 */
export function createUnsentCount(tell: (count: number) => void) {
  const ids = new Set<string>();
  let isActive = false;

  function change(work: () => void): void {
    const before = ids.size;
    work();
    if (ids.size !== before) tell(ids.size);
  }

  return {
    add: (...items: readonly Item[]): void =>
      change(() => {
        if (!isActive) return;
        for (const item of items) if (!('reactsTo' in item) || item.reactsTo === undefined) ids.add(item.clientId);
      }),
    remove: (clientId: string): void => change(() => ids.delete(clientId)),
    begin: (): void => {
      isActive = true;
    },
    end: (): void => {
      isActive = false;
      change(() => ids.clear());
    },
  };
}
