import { and, assign, emit, enqueueActions, not, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import { HISTORY_SIZE } from '../limits.ts';
import type { Command } from '../log/command.ts';
import { withShortcut } from '../shortcut.ts';
import { unknownConversation } from './conversation.context.ts';
import type { ConversationContext, ConversationInput } from './conversation.context.ts';
import { askAround, askNewer, askNewest, askOlder } from './conversation.fetch.ts';
import { fold, isWrittenHere, restartedAt, withPage } from './conversation.fold.ts';
import type { ConversationEvent } from './conversation.fold.ts';
import { partAwaited } from './conversation.long-texts.ts';
import { trimmed } from './conversation.messages.ts';
import { shownChat, withoutPast, withSought } from './conversation.past.ts';
import { isFollowed } from './conversation.visibility.ts';

/*
 * chat        cold ── opened ──▶ loading ── listed ──▶ ready ── olderRequested ──▶ loadingOlder
 *              ▲                  ▲ │  ▲                │ ▲  ├─ newerRequested ──▶ loadingNewer
 *              │   retried, opened│ │  │ outdated,      │ │  └─ sought, not held ─▶ seeking
 *              │           greeted│ ▼  │ watched        │ └───── listed, listFailed ─────┘
 *              │                 failed└────────────────┤
 *              └── stream broken or outdated, not watched
 *
 * compose     empty ◀── nothing written, nothing quoted ──▶ drafting
 *
 * cold          no messages are held
 * loading       the newest page is being fetched; messages held already stay visible
 * ready         messages are held without gaps from the oldest one on
 * loadingOlder  the same, while the page before it is being fetched
 * seeking       the same, while the surroundings of an old message are being fetched
 * loadingNewer  the past is held and shown, while the page after it is being fetched
 * failed        the newest page failed to load
 * empty         there is no draft
 * drafting      there is a draft, or a message chosen to reply to
 *
 * Old messages that the reader jumped to are the past (conversation.past.ts). It is shown until it meets the newest
 * messages, or the reader goes back to them or sends one. What arrives meanwhile joins the newest ones.
 *
 * A new page doesn't wait for fetches of an earlier one: a conversation that wasn't fully loaded is cold again.
 *
 * A conversation is watched while a ticket of it is on the screen. It is outdated when a newer ticket became visible,
 * or one is no longer visible.
 */

const machine = setup({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    emitted: {} as Command,
  },
  guards: {
    changesContext: ({ context, event }) => fold(context, event) !== context,
    isWatched: ({ context }) => context.watchers.length > 0,
    isNewlySought: ({ context, event }) => event.type === 'chat.sought' && withSought(context, event) !== context,
    isUnwatched: ({ context }) => context.watchers.length === 0,
    isNewWatcher: ({ context, event }) => event.type === 'ticket.opened' && !context.watchers.includes(event.ticketId),
    isWatcher: ({ context, event }) => event.type === 'ticket.left' && context.watchers.includes(event.ticketId),
    isLastWatcher: ({ context, event }) =>
      event.type === 'ticket.left' && context.watchers.length === 1 && context.watchers.includes(event.ticketId),
    isUnfollowed: ({ context }) => !isFollowed(context),
    isAwaited: ({ context, event }) => 'request' in event && event.request === context.awaited?.request,
    isBroken: ({ event }) => event.type === 'socket.greeted' && !event.recovered,
    isOutdated: ({ context }) => context.outdated !== null,
    isHeld: ({ context }) => context.chat !== null,
    hasOlder: ({ context }) => {
      const chat = shownChat(context);
      return chat !== null && !chat.complete && chat.messages.length > 0 && context.chatFailure === null;
    },
    hasNewer: ({ context: { past, newerFailure } }) => Boolean(past) && !newerFailure,
    /** Whether there is something to leave: the past, a message jumped to, or why it isn't shown. */
    isAway: ({ context }) => withoutPast(context) !== context,
    isPending: ({ context: { sought } }) => sought?.pending === true,
    hasNewerFailed: ({ context: { newerFailure } }) => Boolean(newerFailure),
    hasHistory: ({ context }) => context.history !== null,
    isComposing: ({ context: { draft, replyTo } }) => draft !== '' || replyTo !== null,
    isComposed: ({ context: { draft, replyTo } }) => draft === '' && replyTo === null,
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    watch: assign(({ context, event }) =>
      event.type === 'ticket.opened' && !context.watchers.includes(event.ticketId)
        ? { watchers: [...context.watchers, event.ticketId] }
        : {},
    ),
    unwatch: assign(({ context, event }) =>
      event.type === 'ticket.left' ? { watchers: context.watchers.filter((id) => id !== event.ticketId) } : {},
    ),
    /** Off the screen, the newest messages are enough. */
    trim: assign(({ context }) => ({
      ...withoutPast(context),
      awaited: null,
      chat: context.chat && trimmed(context.chat, CONVERSATION_PAGE_SIZE),
      chatFailure: null,
    })),
    seek: assign(({ context, event }) => (event.type === 'chat.sought' ? withSought(context, event) : context)),
    goToLatest: assign(({ context }) => withoutPast(context)),
    forgetTexts: assign({ longTexts: {} }),
    drop: assign(({ context }) => ({
      ...withoutPast(context),
      chat: null,
      longTexts: {},
      awaited: null,
      chatFailure: null,
    })),
    restart: assign(({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered ? restartedAt(context, event.head) : context,
    ),
    /** The ticket that is now the newest visible one brings the last message. */
    fetchNarrowed: enqueueActions(({ context: { outdated, visibility }, enqueue }) => {
      if (outdated === 'narrowed' && visibility.upTo !== null) {
        enqueue.emit({ type: 'ticket.fetch', ticketId: visibility.upTo });
      }
      enqueue.assign({ outdated: null });
    }),
    fetchNewest: enqueueActions(({ context, enqueue }) => {
      const asked = askNewest(context);

      enqueue.assign(asked.context);
      enqueue.emit(asked.command);
    }),
    fetchHistory: emit(({ context: { customerId, instanceId } }) => ({
      type: 'history.fetch',
      customerId,
      instanceId,
      // One more than is shown, as the ticket on the screen may be among them.
      limit: HISTORY_SIZE + 1,
    })),
    fetchOlder: enqueueActions(({ context, enqueue }) => {
      const asked = askOlder(context);
      if (asked === null) return;
      enqueue.assign(asked.context);
      enqueue.emit(asked.command);
    }),
    fetchAround: enqueueActions(({ context, enqueue }) => {
      const asked = askAround(context);
      if (asked === null) return;
      enqueue.assign(asked.context);
      enqueue.emit(asked.command);
    }),
    fetchNewer: enqueueActions(({ context, enqueue }) => {
      const asked = askNewer(context);
      if (asked === null) return;
      enqueue.assign(asked.context);
      enqueue.emit(asked.command);
    }),
    takePage: assign(({ context, event }) => (event.type === 'chat.listed' ? withPage(context, event) : context)),
    keepChatFailure: assign(({ event }) =>
      event.type === 'chat.listFailed' ? { chatFailure: event.failure, awaited: null } : {},
    ),
    keepSoughtFailure: assign(({ context, event }) =>
      event.type === 'chat.listFailed'
        ? {
            sought: null,
            ...(context.sought && !context.sought.isPlace
              ? { soughtFailure: event.failure, soughtInVain: context.sought.messageId }
              : { soughtFailure: null }),
            awaited: null,
          }
        : {},
    ),
    keepNewerFailure: assign(({ context, event }) =>
      event.type === 'chat.listFailed' ? { newerFailure: context.past ? event.failure : null, awaited: null } : {},
    ),
    askForText: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'text.requested') return;
      const { customerId, instanceId } = context;
      const { messageId } = event;
      const next = fold(context, event);
      const from = partAwaited(context, next, messageId);
      enqueue.assign(next);
      if (from !== null) enqueue.emit({ type: 'text.fetch', customerId, instanceId, messageId, from });
    }),
    keepDraft: emit(({ context: { customerId, instanceId, draft, draftOrigin } }) => ({
      type: 'draft.keep',
      customerId,
      instanceId,
      text: draft,
      ...(draftOrigin && { origin: draftOrigin }),
    })),
    keepNoteDraft: emit(({ context: { customerId, instanceId, noteDraft = '' } }) => ({
      type: 'draft.keep',
      customerId,
      instanceId,
      text: noteDraft,
      of: 'note',
    })),
  },
});

const folded = { guard: 'changesContext', actions: 'fold' } as const;
/** Common to the states in which messages are held or being fetched. */
const whileHeld = {
  always: [
    { guard: and(['isOutdated', 'isWatched']), target: 'loading', reenter: true, actions: 'fetchNarrowed' },
    { guard: 'isOutdated', target: 'cold', actions: ['fetchNarrowed', 'drop'] },
  ],
} as const;
const broken = [
  { guard: and(['isBroken', 'isWatched']), target: 'loading', actions: 'restart' },
  { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
] as const;
const reopened = { target: 'cold', actions: ['fold', 'drop'] } as const;
/** While another page of the conversation on the screen is being fetched. */
const whileFetching = {
  always: { guard: 'isOutdated', target: 'loading', actions: 'fetchNarrowed' },
  on: {
    'app.opened': [{ guard: 'hasHistory', target: 'ready', actions: 'fold' }, reopened],
    'ticket.opened': { guard: 'isNewWatcher', actions: 'watch' },
    'ticket.left': [
      { guard: 'isLastWatcher', target: 'ready', actions: ['unwatch', 'trim', 'forgetTexts'] },
      { guard: 'isWatcher', actions: 'unwatch' },
    ],
    'chat.sought': { target: 'ready', actions: 'seek' },
    'chat.latestRequested': { guard: 'isAway', target: 'ready', actions: 'goToLatest' },
    'chat.listed': { guard: 'isAwaited', target: 'ready', actions: 'takePage' },
    'socket.greeted': { guard: 'isBroken', target: 'loading', actions: 'restart' },
  },
} as const;
const watch = { guard: 'isNewWatcher', actions: 'watch' } as const;
const unwatch = { guard: 'isWatcher', actions: 'unwatch' } as const;

export const conversationMachine = machine.createMachine({
  id: 'conversation',
  type: 'parallel',
  context: ({ input }) => unknownConversation(input),
  on: {
    'app.opened': folded,
    'ticket.listed': folded,
    'message.arrived': folded,
    'message.ackChanged': folded,
    'line.changed': folded,
    'message.accepted': folded,
    'message.resolved': folded,
    'message.gone': folded,
    'reaction.refusalRead': folded,
    'customer.arrived': folded,
    'ticket.closed': folded,
    'ticket.transferred': folded,
    'transfer.arrived': folded,
    'transfer.removed': folded,
    'outbox.restored': folded,
    'drafts.restored': folded,
    'draft.receivedFromTab': folded,
    'reply.chosen': folded,
    'history.listed': folded,
    'history.failed': folded,
    'history.retried': {
      guard: ({ context }) => context.historyFailure !== null,
      actions: [assign({ historyFailure: null }), 'fetchHistory'],
    },
    'text.requested': { guard: 'changesContext', actions: 'askForText' },
    'text.loaded': folded,
    'text.loadFailed': folded,
    'text.folded': folded,
    'draft.changed': { guard: 'changesContext', actions: ['fold', 'keepDraft'] },
    'draft.discarded': [
      {
        guard: ({ context, event }) => event.of === 'note' && fold(context, event) !== context,
        actions: ['fold', 'keepNoteDraft'],
      },
      { guard: 'changesContext', actions: ['fold', 'keepDraft'] },
    ],
    'noteDraft.changed': { guard: 'changesContext', actions: ['fold', 'keepNoteDraft'] },
    // Only of its note.
    'form.saved': { guard: 'changesContext', actions: ['fold', 'keepNoteDraft'] },
    'message.submitted': [
      {
        guard: ({ context, event }) => event.isResend !== true && isWrittenHere(event.message) && context.draft !== '',
        actions: ['fold', 'keepDraft'],
      },
      folded,
    ],
  },
  states: {
    chat: {
      initial: 'cold',
      states: {
        cold: {
          always: { guard: 'isOutdated', actions: 'fetchNarrowed' },
          on: {
            'ticket.opened': { target: 'loading', actions: 'watch' },
            'socket.greeted': { guard: 'isBroken', actions: 'restart' },
          },
        },
        loading: {
          ...whileHeld,
          entry: ['fetchNewest', 'fetchHistory'],
          on: {
            'app.opened': reopened,
            'ticket.opened': watch,
            'ticket.left': [{ guard: 'isLastWatcher', actions: ['unwatch', 'goToLatest', 'forgetTexts'] }, unwatch],
            'chat.sought': { guard: and(['isWatched', 'isNewlySought']), actions: 'seek' },
            'chat.latestRequested': { guard: 'isAway', actions: 'goToLatest' },
            'chat.listed': { guard: 'isAwaited', target: 'ready', actions: 'takePage' },
            'chat.listFailed': { guard: 'isAwaited', target: 'failed', actions: 'keepChatFailure' },
            'socket.greeted': [
              { guard: and(['isBroken', 'isWatched']), target: 'loading', reenter: true, actions: 'restart' },
              { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
            ],
          },
        },
        ready: {
          always: [...whileHeld.always, { guard: 'isPending', target: 'seeking' }],
          on: {
            'chat.sought': { guard: 'isWatched', actions: 'seek' },
            'chat.latestRequested': { guard: 'isAway', actions: 'goToLatest' },
            'chat.newerRequested': { guard: 'hasNewer', target: 'loadingNewer' },
            'app.opened': { guard: not('hasHistory'), ...reopened },
            // After a finished attendance frames may have been missed, as the next one may have been somebody else's.
            'ticket.opened': [
              { guard: and(['isUnwatched', 'isUnfollowed']), target: 'loading', actions: 'watch' },
              watch,
            ],
            'ticket.left': [{ guard: 'isLastWatcher', actions: ['unwatch', 'trim', 'forgetTexts'] }, unwatch],
            'chat.olderRequested': { guard: and(['hasOlder', 'isWatched']), target: 'loadingOlder' },
            'chat.retried': [
              { guard: 'hasNewerFailed', target: 'loadingNewer' },
              { guard: ({ context }) => context.chatFailure !== null, target: 'loadingOlder' },
            ],
            'socket.greeted': broken,
          },
        },
        loadingOlder: {
          ...whileFetching,
          entry: 'fetchOlder',
          on: {
            ...whileFetching.on,
            'chat.listFailed': { guard: 'isAwaited', target: 'ready', actions: 'keepChatFailure' },
          },
        },
        seeking: {
          ...whileFetching,
          entry: 'fetchAround',
          on: {
            ...whileFetching.on,
            'chat.listFailed': { guard: 'isAwaited', target: 'ready', actions: 'keepSoughtFailure' },
          },
        },
        loadingNewer: {
          ...whileFetching,
          entry: 'fetchNewer',
          on: {
            ...whileFetching.on,
            'chat.listFailed': { guard: 'isAwaited', target: 'ready', actions: 'keepNewerFailure' },
          },
        },
        failed: {
          ...whileHeld,
          on: {
            'app.opened': reopened,
            'ticket.opened': { target: 'loading', actions: 'watch' },
            'ticket.left': [{ guard: 'isLastWatcher', actions: ['unwatch', 'goToLatest', 'forgetTexts'] }, unwatch],
            'chat.sought': { guard: 'isWatched', target: 'loading', actions: 'seek' },
            'chat.latestRequested': { guard: 'isAway', actions: 'goToLatest' },
            'chat.retried': { target: 'loading' },
            'socket.greeted': [...broken, { guard: 'isWatched', target: 'loading' }],
          },
        },
      },
    },
    compose: {
      initial: 'empty',
      states: {
        empty: { always: { guard: 'isComposing', target: 'drafting' } },
        drafting: { always: { guard: 'isComposed', target: 'empty' } },
      },
    },
  },
});

export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>;

/** The conversation's machine; events that change only its context take the shortcut. */
export const conversationLogic = withShortcut(conversationMachine, { begin: unknownConversation, fold: foldFacts });

function foldFacts(known: ConversationContext, event: ConversationEvent, value: ConversationSnapshot['value']) {
  switch (event.type) {
    case 'ticket.listed':
    case 'message.arrived':
    case 'message.ackChanged':
    case 'customer.arrived': {
      const context = fold(known, event);
      return context.outdated === known.outdated ? context : null;
    }
    case 'app.opened':
      return value.chat === 'cold' && fold(known, event) === known ? known : null;
    case 'socket.greeted':
      return !event.recovered && known.chat === null && known.watchers.length === 0
        ? restartedAt(known, event.head)
        : null;
    default:
      return null;
  }
}
