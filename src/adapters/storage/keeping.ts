import type { UserId } from '../../machines/entities/ids.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { OutgoingAction, StoredMessage } from '../../machines/log/events-send.ts';
import type { Environment, Page } from '../environment.ts';
import { late } from '../late.ts';
import type { Tabs } from '../tabs/tabs.ts';
import { createDatabase, databaseName } from './database.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createFileShelf } from './outgoing-files.ts';
import type { OutgoingFiles } from './outgoing-files.ts';

/**
 * Unsent messages and drafts of whoever is logged in, in IndexedDB. Nothing here stops the work when storage is refused,
 * or when its code, which loads after the first screen, doesn't load.
 */
export interface Keeping {
  /** -> outbox.stored once it is on the disk, or outbox.storeFailed */
  readonly putOutgoing: (message: StoredMessage) => Promise<void>;
  /** The same for a pending action on a ticket. */
  readonly putAction: (action: OutgoingAction) => Promise<void>;
  /** Resolves once all actions put so far are on the disk, or were refused. False if they were erased meanwhile. */
  readonly actionsStored: () => Promise<boolean>;
  readonly removeOutgoing: (clientId: string) => Promise<void>;
  /**
   * -> outbox.restored with what no living tab sends, empty in a tab that doesn't lead; and drafts.restored. Both are
   * empty when storage is refused. -> outbox.readFailed for what couldn't be read, in the tab that leads.
   */
  readonly load: (userId: UserId) => Promise<void>;
  /** Loads again for the same user. */
  readonly loadAgain: () => Promise<void>;
  /** Loads what couldn't be loaded before, as the code was missing. */
  readonly retry: () => Promise<void>;
  readonly keepDraft: (command: CommandOf<'draft.keep'>) => Promise<void>;
  readonly erase: () => Promise<void>;
  /** The files of messages, stored with them. */
  readonly files: OutgoingFiles;
  readonly close: () => void;
}

export interface KeepingOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'indexedDB' | 'after' | 'console' | 'now'> & {
    readonly page: Pick<Page, 'online'>;
  };
  readonly tenant: string;
  readonly tabs: Pick<Tabs, 'id' | 'leads' | 'others'>;
}

const reason = 'its code did not load';

export function createKeeping(options: KeepingOptions, whenShown: Promise<void> | undefined): Keeping {
  const { append, environment, tenant } = options;
  let store: OutboxStore | null = null;
  let owner: UserId | null = null;
  /** Requests made before the last erasure are dropped. */
  let erasures = 0;
  /** Whether the owner's outbox couldn't be loaded for lack of the code. */
  let isMissed = false;
  let puttingActions: Promise<unknown> = Promise.resolve();

  const shelf = createFileShelf(async (clientId) => (await ready())?.readFile(clientId) ?? null);
  const load = late(async () => {
    await whenShown;
    store = (await import('./outbox-store.ts')).createOutboxStore({ ...options, shelf });
    return store;
  });
  void load().catch(() => undefined);

  /**
   * Null if the code doesn't load, or everything is erased meanwhile. Retried by the next call, which then
   * loads what was missed.
   */
  async function ready(): Promise<OutboxStore | null> {
    const asked = erasures;
    const loaded = await load().catch(() => null);
    if (loaded !== null && isMissed && owner !== null) {
      isMissed = false;
      await loaded.load(owner);
    }
    return erasures === asked ? loaded : null;
  }

  async function put(clientId: string, work: (loaded: OutboxStore) => Promise<void>): Promise<void> {
    const asked = erasures;
    const loaded = await ready();
    if (loaded !== null) await work(loaded);
    else if (erasures === asked) append({ type: 'outbox.storeFailed', clientId, reason });
  }

  return {
    putOutgoing: (message) => put(message.clientId, (loaded) => loaded.putOutgoing(message)),
    putAction: async (action) => {
      const putting = put(action.clientId, (loaded) => loaded.putAction(action));
      puttingActions = Promise.allSettled([puttingActions, putting]).then(() => undefined);
      await putting;
    },
    actionsStored: async () => {
      const asked = erasures;
      await puttingActions;
      return erasures === asked;
    },
    removeOutgoing: async (clientId) => (await ready())?.removeOutgoing(clientId),
    load: async (userId) => {
      owner = userId;
      isMissed = false;
      const loaded = await ready();
      if (loaded !== null) {
        await loaded.load(userId);
        return;
      }
      if (owner !== userId) return;
      isMissed = true;
      append({ type: 'outbox.restored', messages: [] });
      append({ type: 'drafts.restored', drafts: [] });
      append({ type: 'outbox.readFailed', of: 'messages', count: null, reason });
    },
    retry: async () => {
      if (isMissed) await ready();
    },
    loadAgain: async () => (await ready())?.loadAgain(),
    keepDraft: async (command) => (await ready())?.keepDraft(command),
    erase: async () => {
      const erased = owner;
      const isOpen = store !== null && !isMissed;
      erasures += 1;
      owner = null;
      isMissed = false;
      if (isOpen) return store?.erase();
      shelf.clear();
      // Without the code there is nothing open.
      if (erased !== null)
        await createDatabase(environment, databaseName(tenant, erased))
          .erase()
          .catch(() => undefined);
    },
    files: shelf,
    close: () => store?.close(),
  };
}
