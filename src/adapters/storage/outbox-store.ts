import type * as z from 'zod/mini';
import type { EventOf } from '../../machines/log/event.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import { withoutUndefined } from './draft-origin.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import type { Database, StoreName } from './database.ts';
import type { Keeping, KeepingOptions } from './keeping.ts';
import { actionOf, bySubmission, draftSchema, entrySchema, idOf, isAction, unplaced } from './outbox-entries.ts';
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

/** An entry to be put, in place of an earlier one; or, with null, to be removed. */
interface Change {
  readonly clientId: string;
  readonly entry: object | null;
  /** Its file, if this page has it. */
  readonly file?: Blob | undefined;
}

/** Whose outbox it is. */
interface Owner {
  readonly userId: UserId;
  readonly database: Database;
  /** The places of entries: the order in which they were first stored, across pages and tabs. */
  readonly places: Map<string, number>;
  isErased: boolean;
}

interface OutboxStoreOptions extends KeepingOptions {
  /** The files of this page. */
  readonly shelf: FileShelf;
}

export function createOutboxStore({ append, environment, tenant, tabs, shelf }: OutboxStoreOptions): OutboxStore {
  let owner: Owner | null = null;
  let loads = 0;
  /** Removed while the outbox was being read, which may still have found them. Any of them may be put again. */
  const removed = new Set<string>();

  function ownerOf(userId: UserId): Owner {
    if (owner?.userId === userId) return owner;
    if (owner !== null) {
      owner.database.close();
      shelf.clear();
    }
    removed.clear();
    const database = createDatabase(environment, databaseName(tenant, userId), () => {
      // Another tab logged out: nothing of this session is stored after that.
      next.isErased = true;
      if (owner === next) owner = null;
    });
    const next: Owner = { userId, database, places: new Map(), isErased: false };
    owner = next;
    return next;
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
    const reader = ownerOf(userId);
    const { database, places } = reader;
    const outbox = await readAll(database, 'outbox', entrySchema);
    const entries = outbox.good.toSorted(bySubmission);
    for (const entry of entries) {
      const id = idOf(entry);
      if (entry.place !== undefined && !removed.has(id)) places.set(id, entry.place);
    }
    // Somebody else's outbox is being read by now.
    if (owner !== reader) return;
    const drafts = await readAll(database, 'drafts', draftSchema);
    if (owner !== reader) return;
    const others = await tabs.others();
    if (owner !== reader) return;
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

  /** Asks for everything at once and waits for no answer before it commits: a page may be killed at any time. */
  function write({ database, places }: Owner, { clientId, entry, file }: Change): Promise<void> {
    const touchesFiles = entry === null || file !== undefined;
    // Where the browser has no network it is the only copy, so it must survive a power failure as well.
    const durability = entry === null || environment.page.online() ? 'relaxed' : 'strict';
    const work = (storeOf: (name: StoreName) => IDBObjectStore): void => {
      const outbox = storeOf('outbox');
      if (entry === null) {
        storeOf('files').delete(clientId);
        outbox.delete(clientId);
        places.delete(clientId);
      } else {
        if (file !== undefined) storeOf('files').put(file, clientId);
        outbox.put({ ...entry, place: placeOf(clientId, places), tab: tabs.id }, clientId);
      }
      outbox.transaction.commit();
    };
    return database.together(touchesFiles ? ['outbox', 'files'] : ['outbox'], 'readwrite', work, durability);
  }

  /**
   * Its place, if this page read or wrote it before; or one after all that it knows, by the clock that it shares with the
   * user's other tabs.
   */
  function placeOf(clientId: string, places: Map<string, number>): number {
    const place = places.get(clientId) ?? Math.max(environment.now(), ...[...places.values()].map((last) => last + 1));
    places.set(clientId, place);
    return place;
  }

  async function put(userId: UserId, change: Change): Promise<void> {
    const { clientId } = change;
    const keeper = ownerOf(userId);
    removed.delete(clientId);
    try {
      await write(keeper, change);
    } catch (error) {
      if (!keeper.isErased) append({ type: 'outbox.storeFailed', clientId, reason: reasonOf(error) });
      return;
    }
    if (!keeper.isErased) append({ type: 'outbox.stored', clientId });
  }

  return {
    putOutgoing: (message) => {
      const { clientId, userId, file } = message;
      return put(userId, { clientId, entry: message, file: file && shelf.held(clientId) });
    },
    putAction: (action) => put(action.userId, { clientId: action.clientId, entry: { action } }),
    removeOutgoing: async (clientId) => {
      const remover = owner;
      if (loads > 0) removed.add(clientId);
      shelf.release(clientId);
      if (remover !== null) await quietly(write(remover, { clientId, entry: null }));
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
      const erased = owner;
      if (erased !== null) erased.isErased = true;
      owner = null;
      shelf.clear();
      return quietly(erased?.database.erase());
    },
    close: () => {
      owner?.database.close();
      owner = null;
    },
  };
}
