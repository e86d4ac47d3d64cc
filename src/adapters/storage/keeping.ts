import { ERROR_CODES } from '../../../contract/errors.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { StoredMessage } from '../../machines/log/events-chat.ts';
import type { CustomerId, InstanceId, UserId } from '../../machines/entities/ids.ts';
import type { Environment } from '../environment.ts';
import { createDatabase } from './database.ts';
import type { Database, StoreName } from './database.ts';
import { isNumber, isText, mapOf, oneOf, orMissing, orNull, recordOf } from './shape.ts';
import type { Check } from './shape.ts';

interface Draft {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly text: string;
}

const isDraft: Check<Draft> = recordOf({ customerId: isText, instanceId: isText, text: isText });

const isTextOrNumber: Check<string | number> = (value) => isText(value) || isNumber(value);

const isFailure: Check<Failure> = recordOf({
  code: oneOf(...ERROR_CODES, 'NETWORK', 'ABANDONED', 'REJECTED_INPUT'),
  key: isText,
  params: mapOf(isTextOrNumber),
  fields: mapOf(isText),
  requestId: orNull(isText),
});

/** A message as it is on the disk; one of an older version has no place. */
type Placed = StoredMessage & { readonly place?: number | undefined };

const isStored: Check<Placed> = recordOf({
  clientId: isText,
  tempId: isText,
  ticketId: isText,
  customerId: isText,
  instanceId: isText,
  toNumber: isText,
  text: isText,
  replyTo: orNull(isText),
  userId: isText,
  submittedAt: isNumber,
  failure: orNull(isFailure),
  place: orMissing(isNumber),
});

/** Unsent messages and drafts of whoever is logged in, in IndexedDB. Nothing here stops the work when storage is refused. */
export interface Keeping {
  /** -> outbox.stored once it is on the disk, or outbox.storeFailed */
  readonly putOutgoing: (message: StoredMessage) => Promise<void>;
  readonly removeOutgoing: (clientId: string) => Promise<void>;
  /** -> outbox.restored and drafts.restored, empty when storage is refused */
  readonly load: (userId: UserId) => Promise<void>;
  readonly keepDraft: (command: CommandOf<'draft.keep'>) => Promise<void>;
  readonly erase: () => Promise<void>;
  readonly close: () => void;
}

export interface KeepingOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'indexedDB' | 'console'>;
  readonly tenant: string;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

export function createKeeping({ append, environment, tenant }: KeepingOptions): Keeping {
  let owner: { readonly userId: UserId; readonly database: Database } | null = null;
  /** In which order messages were first kept, across pages: a clock may be set back between two. */
  const places = new Map<string, number>();
  let lastPlace = 0;
  /** A place is given when those of earlier pages are known. */
  let loading: Promise<unknown> | null = null;

  function placeOf(clientId: string): number {
    const place = places.get(clientId) ?? lastPlace + 1;
    lastPlace = Math.max(lastPlace, place);
    places.set(clientId, place);
    return place;
  }

  function databaseOf(userId: UserId): Database {
    if (owner?.userId === userId) return owner.database;
    owner?.database.close();
    places.clear();
    owner = { userId, database: createDatabase(environment.indexedDB, `balcao:${tenant}:${userId}`) };
    return owner.database;
  }

  function reject(reason: string): void {
    append({ type: 'input.rejected', source: 'storage', reason, sample: '' });
  }

  async function readAll<Value>(database: Database, store: StoreName, check: Check<Value>): Promise<readonly Value[]> {
    let values: readonly unknown[];
    try {
      values = await database.all(store);
    } catch (error) {
      reject(`${store}: ${reasonOf(error)}`);
      return [];
    }
    const good = values.filter(check);
    if (good.length < values.length) reject(`${store}: ${values.length - good.length} not as they were written`);
    return good;
  }

  /** What is lost by a failure here is only told to the browser's log. */
  async function quietly(work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
    } catch (error) {
      environment.console.warn('IndexedDB', reasonOf(error));
    }
  }

  return {
    putOutgoing: async (message) => {
      const { clientId } = message;
      try {
        const database = databaseOf(message.userId);
        if (loading !== null) await loading;
        await database.put('outbox', clientId, { ...message, place: placeOf(clientId) });
      } catch (error) {
        append({ type: 'outbox.storeFailed', clientId, reason: reasonOf(error) });
        return;
      }
      append({ type: 'outbox.stored', clientId });
    },
    removeOutgoing: async (clientId) => {
      const database = owner?.database;
      if (loading !== null) await loading;
      places.delete(clientId);
      await quietly(database?.remove('outbox', clientId));
    },
    load: async (userId) => {
      const database = databaseOf(userId);
      const reading = readAll(database, 'outbox', isStored);
      loading = reading;
      const messages = (await reading).toSorted(bySubmission);
      if (loading === reading) loading = null;
      // Somebody else's are being read by now.
      if (owner?.database !== database) return;
      for (const { clientId, place } of messages) if (place !== undefined) places.set(clientId, place);
      lastPlace = Math.max(lastPlace, ...places.values());
      const drafts = await readAll(database, 'drafts', isDraft);
      if (owner?.database !== database) return;
      append({ type: 'outbox.restored', messages: messages.map(unplaced) });
      append({ type: 'drafts.restored', drafts });
    },
    keepDraft: ({ customerId, instanceId, text }) => {
      const key = `${customerId}@${instanceId}`;
      const draft: Draft = { customerId, instanceId, text };
      return quietly(text === '' ? owner?.database.remove('drafts', key) : owner?.database.put('drafts', key, draft));
    },
    erase: () => {
      const { database } = owner ?? {};
      owner = null;
      return quietly(database?.erase());
    },
    close: () => {
      owner?.database.close();
      owner = null;
    },
  };
}

function unplaced(message: Placed): StoredMessage {
  const { place: _, ...rest } = message;
  return rest;
}

/** In the order in which they were submitted; those of an older version first, by their clock. */
function bySubmission(a: Placed, b: Placed): number {
  return (a.place ?? 0) - (b.place ?? 0) || a.submittedAt - b.submittedAt || temporaryNumber(a) - temporaryNumber(b);
}

/** The n of `{n}-temp`: tells apart what was submitted within one millisecond. */
function temporaryNumber(message: StoredMessage): number {
  return Number.parseInt(message.tempId, 10) || 0;
}
