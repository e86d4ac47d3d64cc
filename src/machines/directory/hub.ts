import type { EventFrom } from 'xstate';
import type { createCampaigns } from '../campaign/campaign.actors.ts';
import type { createFlows } from '../flow-editing/flow-editing.actors.ts';
import type { createForms } from '../editing/editing.actors.ts';
import type { TicketId } from '../entities/ids.ts';
import type { inboxMachine } from '../inbox/inbox.machine.ts';
import type { createLists } from '../listing/listing.actors.ts';
import type { createMedia } from '../media/media.actors.ts';
import type { createPresence } from '../presence/presence.actors.ts';
import { createConversations } from '../conversation/conversation.actors.ts';
import type { Conversations } from '../conversation/conversation.actors.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './keyed.ts';
import { createNotices } from '../notification/notification.actors.ts';
import { createSends } from '../message-send/message-send.actors.ts';
import type { Sends } from '../message-send/message-send.actors.ts';
import { kindsOf } from './stored.ts';
import type { Snapshots, StoredActor } from './stored.ts';
import { createTransfers } from '../transfer/transfer.actors.ts';
import type { Transfers } from '../transfer/transfer.actors.ts';

/** Registries whose machines the page loads when they are first needed. */
interface Later {
  readonly media: ReturnType<typeof createMedia>;
  readonly presence: ReturnType<typeof createPresence>;
  readonly lists: ReturnType<typeof createLists>;
  readonly forms: ReturnType<typeof createForms>;
  readonly flows: ReturnType<typeof createFlows>;
  readonly campaigns: ReturnType<typeof createCampaigns>;
}

/** Adds them; it loads with their machines. */
export type AddLater = (add: Hub['add']) => void;

export type Hub = ReturnType<typeof createHub>;

/** All registries, restored from `stored`, and what one of them causes in others. */
export function createHub(core: Core, stored: Snapshots) {
  const { inbox } = core;
  const sends: Sends = createSends(core, {
    discarded: (message, failure) =>
      conversations.toConversation(message, { type: 'message.gone', clientId: message.clientId, failure }),
    refusedChanged: () => conversations.unsent.touch(),
    settled: () => releaseWaiting(),
  });
  const transfers: Transfers = createTransfers(core, {
    settled: (ticketId, transferId) => conversations.toTicket(ticketId, { type: 'transfer.settled', transferId }),
    answered: (ticketId) => {
      conversations.releaseTicket(ticketId);
      releaseWaiting();
    },
  });
  const conversations: Conversations = createConversations(core, sends, transfers);
  const notices = createNotices(core, conversations);
  const kinds = kindsOf(stored);
  for (const part of [conversations, sends, transfers, notices]) part.restore(kinds);
  const later: { -readonly [Name in keyof Later]?: Later[Name] } = {};

  /** Those of `later` that are loaded. */
  const loaded = () => Object.values(later);
  const parts = () => [conversations, sends, transfers, notices, ...loaded()];

  /** Adds a part of `later`, unless it is there. */
  function add<Name extends keyof Later>(name: Name, make: (core: Core) => Later[Name]): void {
    if (later[name] !== undefined) return;
    const part = make(core);
    part.restore(kinds);
    later[name] = part;
  }

  /** Whether no message of a ticket's conversation is pending, nor one written in it before its customer was merged. */
  function isSettled(ticketId: TicketId): boolean {
    const key = conversations.keyOf(ticketId);
    return sends.isTicketSettled(ticketId) && (key === undefined || sends.isSettled(key));
  }

  /** Sends the finishes and transfers that wait for nothing any more. `submitted`: the ticket whose dialog is open. */
  function releaseWaiting(submitted?: TicketId): void {
    if (core.viewer() === null) return;
    for (const id of conversations.waitingFinishes())
      if (isSettled(id) && !transfers.hasSubmitted(id)) conversations.toTicket(id, { type: 'sends.settled' });
    if (!core.isOnline()) return;
    for (const id of transfers.waiting())
      if (isSettled(id)) transfers.drafts.send(id, { type: 'transfer.released', hasWaited: id !== submitted });
  }

  /** Sends an event to the inbox; if filters or pins change, all rows are matched again. */
  function toInbox(event: EventFrom<typeof inboxMachine>): void {
    const before = inbox.getSnapshot();
    inbox.send(event);
    const after = inbox.getSnapshot();
    if (after === before) return;
    const { query, pins, views, unheld } = before.context;
    const { context: now } = after;
    conversations.ticketOrder.touch();
    if (now.views !== views) conversations.viewCounts.touch();
    if (now.unheld.unseen !== unheld.unseen) conversations.totalUnseen.touch();
    if (now.query !== query || now.pins !== pins) conversations.refit();
  }

  /** What is stored of all actors, but of the list's rows. */
  function snapshots(): Map<string, StoredActor> {
    const all = new Map<string, StoredActor>();
    for (const [name, actor] of Object.entries(core.single)) {
      const { value, context } = actor.getSnapshot();
      all.set(name, { value, context });
    }
    for (const part of parts()) part.snapshotInto(all);
    return all;
  }

  /** All actors with their names. */
  function* named(): Iterable<NamedActor> {
    yield* Object.entries(core.single);
    for (const part of parts()) yield* part.named();
  }

  return {
    ...core,
    conversations,
    sends,
    transfers,
    notices,
    later,
    loaded,
    add,
    named,
    snapshots,
    releaseWaiting,
    toInbox,
    /** Sends the inbox the number of rows down to the end of its last page. */
    updateHeldCount: () => toInbox({ type: 'list.measured', held: conversations.loadedCount() }),
  };
}
