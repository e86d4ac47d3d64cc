import type { TicketId, UserId } from '../../machines/entities/ids.ts';
import type { CallParts } from '../calls/parts.ts';
import { withoutUndefined } from '../storage/draft-origin.ts';
import type { LocalStore } from '../storage/local.ts';
import { createPersonalPreferences } from './personal-preferences.ts';
import { noteSchema } from './notes.ts';
import type { TabNote } from './notes.ts';

/**
 * A user's tabs in one browser; their preferences reach other browsers through the server. One of them leads: it stores the log, plays sounds, shows desktop notices, and sends
 * what closed tabs left. Each tab sends its own messages. Without locks every tab works alone.
 */
export interface Tabs {
  /** This tab's id, as the outbox has it. */
  readonly id: string;
  /** -> tab.led when this tab leads, at once or after the earlier tabs closed */
  readonly join: (userId: UserId) => void;
  readonly leave: () => void;
  readonly post: (note: TabNote) => void;
  /** Makes the user's preferences in this browser and at the server agree. */
  readonly sync: () => void;
  /** Announces whether this tab is visible, and what else the others know of it. */
  readonly tellHere: (change?: Partial<Here>) => void;
  readonly leads: () => boolean;
  /** The other open tabs. From then on the leader notices when one of them closes. */
  readonly others: () => Promise<ReadonlySet<string>>;
}

/** What the other tabs know of this one. */
export interface Here {
  /** The tickets on its screen. */
  readonly tickets: readonly TicketId[];
  /** How many messages and actions it hasn't sent yet. */
  readonly unsent: number;
}

/** Tabs whose code is loaded. */
export interface LoadedTabs extends Tabs {
  /** Posts to the tabs of somebody who has left this one. */
  readonly postTo: (userId: UserId, note: TabNote) => void;
}

interface TabsOptions {
  readonly id: string;
  readonly parts: CallParts;
  readonly local: Pick<LocalStore, 'keepPreferences'>;
  /** Called in the leading tab when another closed: its outbox is now this tab's. */
  readonly onTabClosed: () => void;
}

interface Joined {
  readonly userId: UserId;
  readonly name: string;
  readonly channel: BroadcastChannel | null;
  /** Aborts pending lock requests. */
  readonly lockRequests: AbortController;
  /** Releases the locks. */
  readonly release: () => void;
  readonly released: Promise<void>;
  readonly watched: Set<string>;
  /** The other tabs that are visible, with the tickets on their screens. */
  readonly visible: Map<string, readonly TicketId[]>;
  /** How many messages and actions each other tab hasn't sent yet. */
  readonly unsent: Map<string, number>;
  leads: boolean;
}

export function createTabs({ id, parts, local, onTabClosed }: TabsOptions): LoadedTabs {
  const { append, environment, tenant } = parts;
  const { locks } = environment;
  let joined: Joined | null = null;
  const preferences = createPersonalPreferences(parts, {
    owner: () => joined?.userId ?? null,
    keep: (taken) => {
      local.keepPreferences(taken);
      post({ kind: 'preferences', preferences: taken });
    },
  });
  let here: Here = { tickets: [], unsent: 0 };

  const nameOf = (userId: UserId) => `balcao:${tenant}:${userId}`;

  function join(userId: UserId): void {
    leave();
    const name = nameOf(userId);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const tab: Joined = {
      userId,
      name,
      channel: locks && environment.channel(name),
      lockRequests: new AbortController(),
      release,
      released,
      watched: new Set(),
      visible: new Map(),
      unsent: new Map(),
      leads: false,
    };
    joined = tab;
    if (locks === null) {
      lead(tab);
      return;
    }
    tab.channel?.addEventListener('message', ({ data }) => receive(tab, data));
    requestLock(tab, tabLock(name, id), () => undefined);
    requestLock(tab, `${name}:lead`, () => lead(tab));
    tellHere();
    post({ kind: 'who' });
  }

  function requestLock(tab: Joined, lock: string, onAcquired: () => void): void {
    const { signal } = tab.lockRequests;
    locks
      ?.request(lock, { signal }, () => {
        onAcquired();
        return tab.released;
      })
      // The tab left before it got the lock.
      .catch(() => undefined);
  }

  function lead(tab: Joined): void {
    if (joined !== tab) return;
    tab.leads = true;
    append({ type: 'tab.led' });
  }

  /** Notices when another tab closes, as its lock is released. */
  function watch(tab: Joined, other: string): void {
    if (other === id || tab.watched.has(other) || locks === null) return;
    tab.watched.add(other);
    locks
      .request(tabLock(tab.name, other), { signal: tab.lockRequests.signal }, () => {
        tab.watched.delete(other);
        if (joined !== tab) return;
        setVisible(tab, other, false, []);
        setUnsent(tab, other, 0);
        if (tab.leads) onTabClosed();
      })
      .catch(() => undefined);
  }

  function setVisible(tab: Joined, other: string, visible: boolean, tickets: readonly TicketId[]): void {
    const before = viewedOf(tab);
    if (visible) tab.visible.set(other, tickets);
    else tab.visible.delete(other);
    const after = viewedOf(tab);
    if (JSON.stringify(before) !== JSON.stringify(after)) append({ type: 'tab.otherViewed', ...after });
  }

  function setUnsent(tab: Joined, other: string, unsent: number): void {
    const before = unsentOf(tab);
    tab.unsent.set(other, unsent);
    const count = unsentOf(tab);
    if (count !== before) append({ type: 'tab.othersUnsent', count });
  }

  function receive(tab: Joined, data: unknown): void {
    if (joined !== tab) return;
    const { data: note } = noteSchema.safeParse(data);
    if (note === undefined) {
      append({ type: 'input.rejected', source: 'broadcast', reason: 'no note of a tab', sample: '' });
      return;
    }
    switch (note.kind) {
      case 'here':
        watch(tab, note.tab);
        setVisible(tab, note.tab, note.visible, note.tickets ?? []);
        setUnsent(tab, note.tab, note.unsent ?? 0);
        return;
      case 'who':
        tellHere();
        return;
      case 'draft': {
        const { kind: _, ...draft } = note;
        append({ type: 'draft.receivedFromTab', ...withoutUndefined(draft) });
        return;
      }
      case 'noteDraft': {
        const { kind: _, ...draft } = note;
        append({ type: 'draft.receivedFromTab', ...draft, of: 'note' });
        return;
      }
      case 'preferences':
        append({ type: 'preferences.receivedFromTab', preferences: note.preferences });
        return;
      case 'noticesRead':
        append({ type: 'notices.readInOtherTab', ids: note.ids });
        return;
      case 'loggedOut':
        append({ type: 'logout.inOtherTab' });
    }
  }

  function tellHere(change: Partial<Here> = {}): void {
    here = { ...here, ...change };
    post({ kind: 'here', tab: id, visible: environment.page.visible(), ...here, tickets: [...here.tickets] });
  }

  function post(note: TabNote): void {
    joined?.channel?.postMessage(note);
  }

  function leave(): void {
    const tab = joined;
    joined = null;
    tab?.lockRequests.abort();
    tab?.release();
    tab?.channel?.close();
  }

  return {
    id,
    join,
    leave,
    post: (note) => {
      post(note);
      if (note.kind === 'preferences') preferences.changed(note.preferences);
    },
    sync: () => void preferences.agree(),
    tellHere,
    postTo: (userId, note) => {
      const theirs = { channel: locks && environment.channel(nameOf(userId)) };
      theirs.channel?.postMessage(note);
      theirs.channel?.close();
    },
    leads: () => joined === null || joined.leads,
    others: async () => {
      const tab = joined;
      if (tab === null || locks === null) return new Set();
      const { held = [] } = await locks.query();
      const prefix = tabLock(tab.name, '');
      const ids = held.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name.slice(prefix.length)] : []));
      for (const other of ids) watch(tab, other);
      return new Set(ids.filter((other) => other !== id));
    },
  };
}

/** What the other visible tabs show. */
function viewedOf({ visible }: Joined): { readonly viewed: boolean; readonly tickets: readonly TicketId[] } {
  return { viewed: visible.size > 0, tickets: [...new Set([...visible.values()].flat())].toSorted() };
}

function unsentOf({ unsent }: Joined): number {
  return [...unsent.values()].reduce((sum, count) => sum + count, 0);
}

function tabLock(name: string, id: string): string {
  return `${name}:tab:${id}`;
}
