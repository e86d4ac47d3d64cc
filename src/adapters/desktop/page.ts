import type { AppEvent } from '../../machines/log/event.ts';
import type { Page } from '../environment.ts';
import type { LocalStore } from '../storage/local.ts';

type Lock = Pick<LocalStore, 'lockKey' | 'isLocked'>;

/** Appends page events to the log; returns the removal. */
export function followPage(append: (event: AppEvent) => void, page: Page, lock: Lock): () => void {
  return page.listen({
    closing: () => append({ type: 'page.closing' }),
    // Everything was closed with the page, so restoring it is the same as opening it.
    restored: () => page.reload(),
    networkChanged: (online) => append({ type: 'network.changed', online }),
    storageChanged: (key) => {
      if (key === lock.lockKey) append({ type: lock.isLocked() ? 'screen.locked' : 'screen.unlocked' });
    },
    visibilityChanged: (visible) => append({ type: 'page.visibilityChanged', visible }),
  });
}
