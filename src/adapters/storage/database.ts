import type { Environment } from '../environment.ts';

/**
 * One user's data: unsent messages and their files by client id, drafts by conversation, and
 * the log: its header, its snapshots by actor name, and its last events in batches.
 */
export type StoreName = 'outbox' | 'files' | 'drafts' | 'log' | 'actors' | 'events';

/** Version of the stores, not of their contents. Version 1 had no log, 2 no files. */
const VERSION = 3;
const STORES: readonly StoreName[] = ['outbox', 'files', 'drafts', 'log', 'actors', 'events'];

/** After this long without opening, the browser counts as refusing (milliseconds). */
const OPEN_MS = 10_000;

/** A person's IndexedDB, opened when first needed and again after the browser closed it. */
export interface Database {
  /** Resolves once the value is on the disk; rejects with why it is not. */
  readonly put: (store: StoreName, key: string, value: unknown) => Promise<void>;
  readonly remove: (store: StoreName, key: string) => Promise<void>;
  /** The value of a key; undefined if there is none. */
  readonly get: (store: StoreName, key: string) => Promise<unknown>;
  /** Every value of a store, by key. */
  readonly all: (store: StoreName) => Promise<readonly unknown[]>;
  /**
   * Reads or changes several stores in one transaction. Once complete, it survives a crash of the browser; a `strict` one
   * survives a power failure too, and takes much longer.
   */
  readonly together: (
    stores: readonly StoreName[],
    mode: 'readonly' | 'readwrite',
    work: (storeOf: (name: StoreName) => IDBObjectStore) => void,
    durability?: 'strict' | 'relaxed',
  ) => Promise<void>;
  /** Deletes the whole database. */
  readonly erase: () => Promise<void>;
  readonly close: () => void;
}

/** Storage was refused: private mode, a full disk, or a browser without it. */
class StorageRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StorageRefused';
  }
}

/** The name of a person's database. */
export function databaseName(tenant: string, userId: string): string {
  return `balcao:${tenant}:${userId}`;
}

/** Why storage refused, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

function refused(error: DOMException | null): StorageRefused {
  return new StorageRefused(error?.name ?? 'UnknownError');
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(refused(transaction.error));
  });
}

export function createDatabase(
  { indexedDB: factory, after }: Pick<Environment, 'indexedDB' | 'after'>,
  name: string,
  /** Called when another tab deletes it: it is then opened again only if asked for. */
  onErased: () => void = () => undefined,
): Database {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      if (factory === null) {
        reject(new StorageRefused('no IndexedDB'));
        return;
      }
      // Some browsers throw here instead of failing the request.
      const request = factory.open(name, VERSION);
      let isLate = false;
      const cancel = after(OPEN_MS, () => {
        isLate = true;
        reject(new StorageRefused('no answer'));
      });
      request.onupgradeneeded = () => {
        const { result } = request;
        for (const store of STORES) if (!result.objectStoreNames.contains(store)) result.createObjectStore(store);
      };
      request.onsuccess = () => {
        cancel();
        const database = request.result;
        if (isLate) {
          database.close();
          return;
        }
        // Another tab is erasing it, and must not wait for this one.
        database.onversionchange = ({ newVersion }) => {
          database.close();
          opening = null;
          if (newVersion === null) onErased();
        };
        database.onclose = () => {
          opening = null;
        };
        resolve(database);
      };
      request.onerror = () => {
        cancel();
        reject(refused(request.error));
      };
    }).catch((error: unknown) => {
      opening = null;
      throw error instanceof Error ? error : new StorageRefused(String(error));
    });
    return opening;
  }

  const together: Database['together'] = async (stores, mode, work, durability = 'relaxed') => {
    const database = await open();
    const transaction = database.transaction(stores, mode, { durability });
    const end = finished(transaction);
    try {
      work((name) => transaction.objectStore(name));
    } catch (error) {
      // Otherwise the requests made before the error would be committed.
      end.catch(() => undefined);
      transaction.abort();
      throw error;
    }
    await end;
  };

  function close(): void {
    void opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    opening = null;
  }

  return {
    // Committed at once: a page that goes away meanwhile would abort what waits for its answer.
    put: (store, key, value) =>
      together([store], 'readwrite', (storeOf) => storeOf(store).put(value, key).transaction?.commit()),
    remove: (store, key) =>
      together([store], 'readwrite', (storeOf) => storeOf(store).delete(key).transaction?.commit()),
    get: async (store, key) => {
      let value: unknown;
      await together([store], 'readonly', (storeOf) => {
        const request = storeOf(store).get(key);
        request.onsuccess = () => (value = request.result);
      });
      return value;
    },
    all: async (store) => {
      let values: readonly unknown[] = [];
      await together([store], 'readonly', (storeOf) => {
        const request = storeOf(store).getAll();
        request.onsuccess = () => (values = request.result);
      });
      return values;
    },
    together,
    erase: async () => {
      close();
      if (factory === null) return;
      await new Promise<void>((resolve, reject) => {
        const request = factory.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(refused(request.error));
      });
    },
    close,
  };
}
