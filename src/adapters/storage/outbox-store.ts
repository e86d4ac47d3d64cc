import * as z from 'zod/mini';
import { ERROR_CODES } from '../../../contract/facts/errors.ts';
import { TAG_TYPES } from '../../../contract/facts/tag-type.ts';
import type { EventOf } from '../../machines/log/event.ts';
import type { OutgoingAction, StoredMessage } from '../../machines/log/events-send.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import { draftOriginSchema, withoutUndefined } from './draft-origin.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import type { Database, StoreName } from './database.ts';
import type { Keeping, KeepingOptions } from './keeping.ts';
import type { FileShelf } from './outgoing-files.ts';

/** A note's draft has a field of its own, as older versions would take it for a message's. */
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

/** A stored message. Those of older versions have no place; those of newer ones may have more fields. */
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

const personSchema = z.object({ id: z.string(), name: z.string() });

const transferFields = {
  kind: z.literal('transfer'),
  clientId: z.string(),
  ticketId: z.string(),
  instanceId: z.string(),
  previousOwner: z.nullable(personSchema),
  note: z.string(),
  userId: z.string(),
};
const targetSchema = z.union([
  z.object({ kind: z.enum(['person', 'department']), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('queue') }),
]);

/** A stored ticket action. Older versions take it for an unreadable message. */
const actionSchema = z.object({
  action: z.union([
    z.object({ ...transferFields, target: targetSchema }),
    // Older versions have only transfers to people.
    z.object({ ...transferFields, nextOwner: personSchema }),
    z.object({
      kind: z.literal('finish'),
      clientId: z.string(),
      ticketId: z.string(),
      outcomeId: z.nullable(z.string()),
      userId: z.string(),
    }),
  ]),
  place: z.number(),
  tab: z.string(),
});

const entrySchema = z.union([actionSchema, placedSchema]);
/** Each put reads this field of all entries. */
const inPlaceSchema = z.object({ place: z.number() });

type Placed = z.infer<typeof placedSchema>;
type PlacedAction = z.infer<typeof actionSchema>;

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

interface OutboxStoreOptions extends KeepingOptions {
  /** The files of this page. */
  readonly shelf: FileShelf;
}

export function createOutboxStore({ append, environment, tenant, tabs, shelf }: OutboxStoreOptions): OutboxStore {
  let owner: { readonly userId: UserId; readonly database: Database } | null = null;
  /** The order in which messages were first stored, across pages: a clock may be set back in between. */
  const places = new Map<string, number>();
  let lastPlace = 0;
  /** Places are assigned once those of earlier pages are known. */
  let loading: Promise<unknown> | null = null;
  let loads = 0;
  /** Requests made before the last erasure are dropped. */
  let erasures = 0;
  /** Removed while the outbox was being read, which may still have found them. Any of them may be put again. */
  const removed = new Set<string>();

  /** Messages whose files are on the disk. */
  const withFile = new Set<string>();

  /** Stores an entry in its place, or after all others, including those of other tabs. */
  function putPlaced(outbox: IDBObjectStore, clientId: string, entry: object): void {
    const tab = tabs.id;
    const known = places.get(clientId);
    if (known !== undefined) {
      outbox.put({ ...entry, place: known, tab }, clientId);
      return;
    }
    const others = outbox.getAll();
    others.onsuccess = () => {
      lastPlace = Math.max(lastPlace, ...others.result.map(placeIn)) + 1;
      places.set(clientId, lastPlace);
      outbox.put({ ...entry, place: lastPlace, tab }, clientId);
    };
  }

  function databaseOf(userId: UserId): Database {
    if (owner?.userId === userId) return owner.database;
    const isOther = owner !== null;
    owner?.database.close();
    places.clear();
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
    const reading = readAll(database, 'outbox', entrySchema);
    loading = reading;
    const outbox = await reading;
    const entries = outbox.good.toSorted(bySubmission);
    if (loading === reading) loading = null;
    // Somebody else's outbox is being read by now.
    if (owner?.database !== database) return;
    for (const entry of entries) if (entry.place !== undefined) places.set(idOf(entry), entry.place);
    lastPlace = Math.max(lastPlace, ...places.values());
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
      if (loading !== null) await loading;
      if (erasures !== asked) return;
      await database.together(file === undefined ? ['outbox'] : ['outbox', 'files'], 'readwrite', (storeOf) => {
        if (file !== undefined) storeOf('files').put(file, clientId);
        putPlaced(storeOf('outbox'), clientId, entry);
      });
      if (file !== undefined) withFile.add(clientId);
    } catch (error) {
      append({ type: 'outbox.storeFailed', clientId, reason: reasonOf(error) });
      return;
    }
    append({ type: 'outbox.stored', clientId });
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
      if (loading !== null) await loading;
      places.delete(clientId);
      withFile.delete(clientId);
      shelf.release(clientId);
      const remove = (storeOf: (name: StoreName) => IDBObjectStore) => {
        storeOf('files').delete(clientId);
        storeOf('outbox').delete(clientId);
      };
      // One that is there again after a crash is asked about, and not sent twice.
      await quietly(database?.together(['files', 'outbox'], 'readwrite', remove, 'relaxed'));
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

/** An action as this version knows it. */
function actionOf(action: PlacedAction['action']): OutgoingAction {
  if (!('nextOwner' in action)) return action;
  const { nextOwner, ...rest } = action;
  return { ...rest, target: { kind: 'person', ...nextOwner } };
}

function isAction(entry: Placed | PlacedAction): entry is PlacedAction {
  return 'action' in entry;
}

function idOf(entry: Placed | PlacedAction): string {
  return isAction(entry) ? entry.action.clientId : entry.clientId;
}

/** In the order in which they were submitted; messages of an older version first, by their clock. */
function bySubmission(a: Placed | PlacedAction, b: Placed | PlacedAction): number {
  const byPlace = (a.place ?? 0) - (b.place ?? 0);
  if (byPlace !== 0 || isAction(a) || isAction(b)) return byPlace;
  return a.submittedAt - b.submittedAt || temporaryNumber(a) - temporaryNumber(b);
}

/** An entry's stored place; before all others without one. */
function placeIn(entry: unknown): number {
  return inPlaceSchema.safeParse(entry).data?.place ?? 0;
}

/** The n of `{n}-temp`: orders messages submitted within one millisecond. */
function temporaryNumber(message: Placed): number {
  return Number.parseInt(message.tempId, 10) || 0;
}
