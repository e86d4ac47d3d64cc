import type * as z from 'zod/mini';
import type { EventOf } from '../../machines/log/event.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import { withoutUndefined } from './draft-origin.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import type { Database, StoreName } from './database.ts';
import { inGroups } from './group-commit.ts';
import type { Keeping, KeepingOptions } from './keeping.ts';
import {
  actionOf,
  bySubmission,
  draftSchema,
  entrySchema,
  idOf,
  isAction,
  placesOf,
  unplaced,
} from './outbox-entries.ts';
import type { FileShelf } from './outgoing-files.ts';

/** The readable entries of a store, and its unreadable part; null if all were readable. */
interface Readings<Value> {
  readonly good: readonly Value[];
  readonly failure: Pick<EventOf<'outbox.readFailed'>, 'count' | 'reason'> | null;
}

/** What `keeping.ts` loads after the first screen. */
export interface OutboxStore extends Omit<Keeping, 'files' | 'retry' | 'actionsStored'> {
  /** The file of a message; null if it isn't on the disk. */
  readonly readFile: (clientId: string) => Promise<Blob | null>;
}

/** What is to be written; `asked` is how often the outbox had been erased then. */
interface Change {
  readonly database: Database;
  readonly asked: number;
  readonly clientId: string;
  /** Null: it is removed. */
  readonly entry: object | null;
  readonly file?: Blob | undefined;
}

interface OutboxStoreOptions extends KeepingOptions {
  /** The files of this page. */
  readonly shelf: FileShelf;
}

export function createOutboxStore({ append, environment, tenant, tabs, shelf }: OutboxStoreOptions): OutboxStore {
  let owner: { readonly userId: UserId; readonly database: Database } | null = null;
  let loads = 0;
  /** Requests made before the last erasure are dropped. */
  let erasures = 0;
  /** Removed while the outbox was being read, which may still have found them. Any of them may be put again. */
  const removed = new Set<string>();

  /** Messages whose files are on the disk. */
  const withFile = new Set<string>();

  function databaseOf(userId: UserId): Database {
    if (owner?.userId === userId) return owner.database;
    const isOther = owner !== null;
    owner?.database.close();
    removed.clear();
    withFile.clear();
    if (isOther) shelf.clear();
    const database = createDatabase(environment, databaseName(tenant, userId), () => {
      // Another tab logged out: nothing of this session is stored after that.
      erasures += 1;
      if (owner?.database === database) owner = null;
    });
    owner = { userId, database };
    return database;
  }

  async function readAll<Value>(
    database: Database,
    store: StoreName,
    schema: z.ZodMiniType<Value>,
  ): Promise<Readings<Value>> {
    let values: readonly unknown[];
    try {
      values = await database.all(store);
    } catch (error) {
      return { good: [], failure: { count: null, reason: reasonOf(error) } };
    }
    const good = values.flatMap((value) => {
      const { data } = schema.safeParse(value);
      return data === undefined ? [] : [data];
    });
    const count = values.length - good.length;
    return { good, failure: count === 0 ? null : { count, reason: 'not as it was written' } };
  }

  /** A failure here only goes to the browser's console. */
  async function quietly(work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
    } catch (error) {
      environment.console.warn('IndexedDB', reasonOf(error));
    }
  }

  async function load(userId: UserId): Promise<void> {
    loads += 1;
    try {
      await restore(userId);
    } finally {
      loads -= 1;
      if (loads === 0) removed.clear();
    }
  }

  async function restore(userId: UserId): Promise<void> {
    const database = databaseOf(userId);
    const writing = writes.settled();
    if (writing !== null) {
      await writing;
      if (owner?.database !== database) return;
    }
    const outbox = await readAll(database, 'outbox', entrySchema);
    const entries = outbox.good.toSorted(bySubmission);
    // Somebody else's outbox is being read by now.
    if (owner?.database !== database) return;
    const drafts = await readAll(database, 'drafts', draftSchema);
    if (owner?.database !== database) return;
    const others = await tabs.others();
    if (owner?.database !== database) return;
    // Each open tab sends its own messages; the leader sends those of closed tabs.
    const own = entries.filter(
      (entry) => tabs.leads() && !removed.has(idOf(entry)) && (entry.tab === undefined || !others.has(entry.tab)),
    );
    const messages = own.flatMap((entry) => (isAction(entry) ? [] : unplaced(entry)));
    const actions = own.flatMap((entry) => (isAction(entry) ? actionOf(entry.action) : []));
    append({ type: 'outbox.restored', messages, ...(actions.length > 0 && { actions }) });
    append({
      type: 'drafts.restored',
      drafts: drafts.good.map((draft) =>
        'note' in draft
          ? { customerId: draft.customerId, instanceId: draft.instanceId, text: draft.note, of: 'note' as const }
          : withoutUndefined(draft),
      ),
    });
    // Only the leading tab reports it.
    if (!tabs.leads()) return;
    if (outbox.failure !== null) append({ type: 'outbox.readFailed', of: 'messages', ...outbox.failure });
    if (drafts.failure !== null) append({ type: 'outbox.readFailed', of: 'drafts', ...drafts.failure });
  }

  const writes = inGroups<Change>(async (changes) => {
    const wanted = changes.filter(({ asked }) => asked === erasures);
    for (const [database, group] of Map.groupBy(wanted, (change) => change.database)) await writeTo(database, group);
  });

  /** Each entry keeps its place, or comes after all others, including those of other tabs. */
  async function writeTo(database: Database, changes: readonly Change[]): Promise<void> {
    const isPutting = changes.some(({ entry }) => entry !== null);
    const work = (storeOf: (name: StoreName) => IDBObjectStore): void => {
      const [outbox, files] = [storeOf('outbox'), storeOf('files')];
      const apply = (places: Map<unknown, number>): void => {
        for (const { clientId, entry, file } of changes) {
          if (entry === null) {
            files.delete(clientId);
            outbox.delete(clientId);
            continue;
          }
          if (file !== undefined) files.put(file, clientId);
          const place = places.get(clientId) ?? Math.max(0, ...places.values()) + 1;
          places.set(clientId, place);
          outbox.put({ ...entry, place, tab: tabs.id }, clientId);
        }
      };
      if (!isPutting) {
        apply(new Map());
        return;
      }
      const ids = outbox.getAllKeys();
      const entries = outbox.getAll();
      entries.onsuccess = () => apply(placesOf(ids.result, entries.result));
    };
    // A removed one that is there again after a crash is asked about, and not sent twice.
    await database.together(['outbox', 'files'], 'readwrite', work, isPutting ? 'strict' : 'relaxed');
    for (const { clientId, entry, file } of changes) {
      if (entry === null) withFile.delete(clientId);
      else if (file !== undefined) withFile.add(clientId);
    }
  }

  /** With the file, if there is one: an entry without its file could never be sent. */
  async function put(
    { clientId, userId }: { readonly clientId: string; readonly userId: UserId },
    entry: object,
    file?: Blob,
  ): Promise<void> {
    const asked = erasures;
    try {
      const database = databaseOf(userId);
      removed.delete(clientId);
      await writes.add({ database, asked, clientId, entry, file });
    } catch (error) {
      append({ type: 'outbox.storeFailed', clientId, reason: reasonOf(error) });
      return;
    }
    if (erasures === asked) append({ type: 'outbox.stored', clientId });
  }

  return {
    putOutgoing: (message) => {
      const { clientId } = message;
      const file = message.file === undefined || withFile.has(clientId) ? undefined : shelf.held(clientId);
      return put(message, message, file);
    },
    putAction: (action) => put(action, { action }),
    removeOutgoing: async (clientId) => {
      const database = owner?.database;
      if (loads > 0) removed.add(clientId);
      withFile.delete(clientId);
      shelf.release(clientId);
      if (database !== undefined) await quietly(writes.add({ database, asked: erasures, clientId, entry: null }));
    },
    readFile: async (clientId) => {
      try {
        const file = await owner?.database.get('files', clientId);
        return file instanceof Blob ? file : null;
      } catch (error) {
        environment.console.warn('IndexedDB', reasonOf(error));
        return null;
      }
    },
    load,
    loadAgain: async () => {
      if (owner !== null) await load(owner.userId);
    },
    keepDraft: ({ customerId, instanceId, text, of, origin }) => {
      const isNote = of === 'note';
      const key = `${customerId}@${instanceId}${isNote ? ':note' : ''}`;
      const draft: z.infer<typeof draftSchema> = {
        customerId,
        instanceId,
        ...(isNote ? { note: text } : { text, origin }),
      };
      return quietly(text === '' ? owner?.database.remove('drafts', key) : owner?.database.put('drafts', key, draft));
    },
    erase: () => {
      const { database } = owner ?? {};
      erasures += 1;
      owner = null;
      shelf.clear();
      return quietly(database?.erase());
    },
    close: () => {
      owner?.database.close();
      owner = null;
    },
  };
}
