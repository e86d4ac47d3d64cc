/** What is kept of one person: unsent messages by client id, drafts by conversation. */
export type StoreName = 'outbox' | 'drafts';

const VERSION = 1;
/** A message that counts as stored has to outlive a crash; a draft is written at every pause and may lose its last word. */
const DURABILITY = { outbox: 'strict', drafts: 'relaxed' } as const;

/** A person's IndexedDB, opened when first needed and again after the browser closed it. */
export interface Database {
  /** Resolves once the value is on the disk; rejects with why it is not. */
  readonly put: (store: StoreName, key: string, value: unknown) => Promise<void>;
  readonly remove: (store: StoreName, key: string) => Promise<void>;
  /** Every value of a store, by key. */
  readonly all: (store: StoreName) => Promise<readonly unknown[]>;
  /** Deletes the whole database. */
  readonly erase: () => Promise<void>;
  readonly close: () => void;
}

/** Storage was refused: private mode, a full disk, or a browser without it. */
export class StorageRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StorageRefused';
  }
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

export function createDatabase(factory: IDBFactory | null, name: string): Database {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      if (factory === null) {
        reject(new StorageRefused('no IndexedDB'));
        return;
      }
      // Some browsers throw here instead of failing the request.
      const request = factory.open(name, VERSION);
      request.onupgradeneeded = () => {
        for (const store of ['outbox', 'drafts'] satisfies StoreName[]) request.result.createObjectStore(store);
      };
      request.onsuccess = () => {
        const database = request.result;
        // Another tab erases it: it must not wait for this one.
        database.onversionchange = () => {
          database.close();
          opening = null;
        };
        database.onclose = () => {
          opening = null;
        };
        resolve(database);
      };
      request.onerror = () => reject(refused(request.error));
    }).catch((error: unknown) => {
      opening = null;
      throw error instanceof Error ? error : new StorageRefused(String(error));
    });
    return opening;
  }

  async function change(store: StoreName, work: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    const transaction = database.transaction(store, 'readwrite', { durability: DURABILITY[store] });
    const end = finished(transaction);
    work(transaction.objectStore(store));
    await end;
  }

  function close(): void {
    void opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    opening = null;
  }

  return {
    put: (store, key, value) => change(store, (objects) => objects.put(value, key)),
    remove: (store, key) => change(store, (objects) => objects.delete(key)),
    all: async (store) => {
      const database = await open();
      const transaction = database.transaction(store, 'readonly');
      const end = finished(transaction);
      const request = transaction.objectStore(store).getAll();
      await end;
      return request.result;
    },
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
