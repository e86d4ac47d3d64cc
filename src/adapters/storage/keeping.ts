import * as z from 'zod/mini';
import { ERROR_CODES } from '../../../contract/facts/errors.ts';
import { TAG_TYPES } from '../../../contract/facts/tag-type.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent, EventOf } from '../../machines/log/event.ts';
import type { StoredMessage } from '../../machines/log/events-send.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Environment } from '../environment.ts';
import type { Tabs } from '../tabs/tabs.ts';
import { draftOriginSchema, withoutUndefined } from './draft-origin.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import type { Database, StoreName } from './database.ts';
import { createFileShelf } from './outgoing-files.ts';
import type { OutgoingFiles } from './outgoing-files.ts';

/** A note's text has a name of its own: a page before it would take it for a message's. */
const draftSchema = z.union([
  z.object({
    customerId: z.string(),
    instanceId: z.string(),
    text: z.string(),
    origin: z.optional(draftOriginSchema),
  }),
  z.object({ customerId: z.string(), instanceId: z.string(), note: z.string() }),
]);

const failureSchema = z.object({
  code: z.enum([...ERROR_CODES, 'NETWORK', 'ABANDONED', 'REJECTED_INPUT']),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.record(z.string(), z.string()),
  requestId: z.nullable(z.string()),
});

const fileSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  tag: z.enum(TAG_TYPES),
});

const sharedSchema = z.union([
  z.object({
    place: z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  }),
  z.object({
    contact: z.object({
      name: z.string(),
      organization: z.nullable(z.string()),
      phones: z.array(z.string()),
      emails: z.array(z.string()),
    }),
  }),
  z.object({
    choices: z.object({
      button: z.nullable(z.string()),
      options: z.array(z.object({ title: z.string(), description: z.nullable(z.string()) })),
    }),
  }),
]);

/** A message as it is on the disk; one of an older version has no place, one of a newer may have more. */
const placedSchema = z.looseObject({
  clientId: z.string(),
  tempId: z.string(),
  ticketId: z.string(),
  customerId: z.string(),
  instanceId: z.string(),
  toNumber: z.string(),
  text: z.string(),
  file: z.optional(fileSchema),
  imageUrl: z.optional(z.string()),
  reactsTo: z.optional(z.string()),
  forwards: z.optional(z.object({ id: z.string(), tag: z.enum(TAG_TYPES), documentName: z.nullable(z.string()) })),
  template: z.optional(z.object({ id: z.string(), values: z.record(z.string(), z.string()) })),
  shares: z.optional(sharedSchema),
  replyTo: z.nullable(z.string()),
  userId: z.string(),
  submittedAt: z.number(),
  failure: z.nullable(failureSchema),
  place: z.optional(z.number()),
  /** The tab that sends it. */
  tab: z.optional(z.string()),
});

type Placed = z.infer<typeof placedSchema>;

/** What could be read of a store, and what couldn't; null: everything could. */
interface Readings<Value> {
  readonly good: readonly Value[];
  readonly failure: Pick<EventOf<'outbox.readFailed'>, 'count' | 'reason'> | null;
}

/** Unsent messages and drafts of whoever is logged in, in IndexedDB. Nothing here stops the work when storage is refused. */
export interface Keeping {
  /** -> outbox.stored once it is on the disk, or outbox.storeFailed */
  readonly putOutgoing: (message: StoredMessage) => Promise<void>;
  readonly removeOutgoing: (clientId: string) => Promise<void>;
  /**
   * -> outbox.restored with what no living tab sends, empty in a tab that doesn't lead; and drafts.restored. Both are
   * empty when storage is refused. -> outbox.readFailed for what couldn't be read, in the tab that leads.
   */
  readonly load: (userId: UserId) => Promise<void>;
  /** Loads again for the same user. */
  readonly loadAgain: () => Promise<void>;
  readonly keepDraft: (command: CommandOf<'draft.keep'>) => Promise<void>;
  readonly erase: () => Promise<void>;
  /** The files of messages, stored with them. */
  readonly files: OutgoingFiles;
  readonly close: () => void;
}

export interface KeepingOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'indexedDB' | 'after' | 'console'>;
  readonly tenant: string;
  readonly tabs: Pick<Tabs, 'id' | 'leads' | 'others'>;
}

export function createKeeping({ append, environment, tenant, tabs }: KeepingOptions): Keeping {
  let owner: { readonly userId: UserId; readonly database: Database } | null = null;
  /** In which order messages were first kept, across pages: a clock may be set back between two. */
  const places = new Map<string, number>();
  let lastPlace = 0;
  /** A place is given when those of earlier pages are known. */
  let loading: Promise<unknown> | null = null;
  /** Removed while the outbox was being read, which may have found them still there. */
  const removed = new Set<string>();

  /** Messages whose files are on the disk. */
  const withFile = new Set<string>();

  const shelf = createFileShelf(async (clientId) => {
    try {
      const file = await owner?.database.get('files', clientId);
      return file instanceof Blob ? file : null;
    } catch (error) {
      environment.console.warn('IndexedDB', reasonOf(error));
      return null;
    }
  });

  function placeOf(clientId: string): number {
    const place = places.get(clientId) ?? lastPlace + 1;
    lastPlace = Math.max(lastPlace, place);
    places.set(clientId, place);
    return place;
  }

  function databaseOf(userId: UserId): Database {
    if (owner?.userId === userId) return owner.database;
    const isOther = owner !== null;
    owner?.database.close();
    places.clear();
    removed.clear();
    withFile.clear();
    if (isOther) shelf.clear();
    owner = { userId, database: createDatabase(environment, databaseName(tenant, userId)) };
    return owner.database;
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

  /** What is lost by a failure here is only told to the browser's log. */
  async function quietly(work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
    } catch (error) {
      environment.console.warn('IndexedDB', reasonOf(error));
    }
  }

  async function load(userId: UserId): Promise<void> {
    const database = databaseOf(userId);
    const reading = readAll(database, 'outbox', placedSchema);
    loading = reading;
    const outbox = await reading;
    const messages = outbox.good.toSorted(bySubmission);
    if (loading === reading) loading = null;
    // Somebody else's are being read by now.
    if (owner?.database !== database) return;
    for (const { clientId, place } of messages) if (place !== undefined) places.set(clientId, place);
    lastPlace = Math.max(lastPlace, ...places.values());
    const drafts = await readAll(database, 'drafts', draftSchema);
    if (owner?.database !== database) return;
    const others = await tabs.others();
    if (owner?.database !== database) return;
    // What another tab has under way it sends itself; what was left behind the leader sends.
    const own = messages.filter(
      ({ clientId, tab }) => tabs.leads() && !removed.has(clientId) && (tab === undefined || !others.has(tab)),
    );
    append({ type: 'outbox.restored', messages: own.map(unplaced) });
    append({
      type: 'drafts.restored',
      drafts: drafts.good.map((draft) =>
        'note' in draft
          ? { customerId: draft.customerId, instanceId: draft.instanceId, text: draft.note, of: 'note' as const }
          : withoutUndefined(draft),
      ),
    });
    // One tab says it for all.
    if (!tabs.leads()) return;
    if (outbox.failure !== null) append({ type: 'outbox.readFailed', of: 'messages', ...outbox.failure });
    if (drafts.failure !== null) append({ type: 'outbox.readFailed', of: 'drafts', ...drafts.failure });
  }

  return {
    putOutgoing: async (message) => {
      const { clientId } = message;
      try {
        const database = databaseOf(message.userId);
        removed.delete(clientId);
        if (loading !== null) await loading;
        const entry = { ...message, place: placeOf(clientId), tab: tabs.id };
        const file = message.file === undefined || withFile.has(clientId) ? undefined : shelf.held(clientId);
        if (file === undefined) await database.put('outbox', clientId, entry);
        else {
          // Both or none: an entry without its file could never be sent.
          await database.together(['files', 'outbox'], 'readwrite', (storeOf) => {
            storeOf('files').put(file, clientId);
            storeOf('outbox').put(entry, clientId);
          });
          withFile.add(clientId);
        }
      } catch (error) {
        append({ type: 'outbox.storeFailed', clientId, reason: reasonOf(error) });
        return;
      }
      append({ type: 'outbox.stored', clientId });
    },
    removeOutgoing: async (clientId) => {
      const database = owner?.database;
      removed.add(clientId);
      if (loading !== null) await loading;
      places.delete(clientId);
      withFile.delete(clientId);
      shelf.release(clientId);
      await quietly(
        database?.together(['files', 'outbox'], 'readwrite', (storeOf) => {
          storeOf('files').delete(clientId);
          storeOf('outbox').delete(clientId);
        }),
      );
    },
    files: shelf,
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

function unplaced(message: Placed): StoredMessage {
  const { place: _place, tab: _tab, file, imageUrl, reactsTo, forwards, template, shares, ...rest } = message;
  return {
    ...rest,
    ...(file !== undefined && { file }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(reactsTo !== undefined && { reactsTo }),
    ...(forwards !== undefined && { forwards }),
    ...(template !== undefined && { template }),
    ...(shares !== undefined && { shares }),
  };
}

/** In the order in which they were submitted; those of an older version first, by their clock. */
function bySubmission(a: Placed, b: Placed): number {
  return (a.place ?? 0) - (b.place ?? 0) || a.submittedAt - b.submittedAt || temporaryNumber(a) - temporaryNumber(b);
}

/** The n of `{n}-temp`: tells apart what was submitted within one millisecond. */
function temporaryNumber(message: Placed): number {
  return Number.parseInt(message.tempId, 10) || 0;
}
