import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { PRESENCE_SILENCE_MS } from '../../../contract/facts/limits.ts';
import { conversationKey } from '../entities/ids.ts';
import type { ConversationKey, CustomerId, InstanceId, TicketId, UserId } from '../entities/ids.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { timerName, timerOwner } from '../log/timers.ts';

/*
 *   said ── our open conversation changed ─▶ pausing
 *     ▲                                       │ ▲
 *     └── time is up ─────────────────────────┘ └── time is up, and it changed meanwhile
 *
 * said     the server knows our open conversation, or is sent it with the next connection
 * pausing  it was sent a moment ago; later changes are sent together, so that going through the list sends few
 *
 * Colleagues' pages are kept in both states, until they close or go silent.
 */

/** Pause between two messages to the server. */
const PAUSE_MS = 500;
/** Without a key for this long, nobody is typing. */
const TYPING_MS = 5_000;

/** A colleague who has a conversation open. */
export interface ViewingColleague {
  readonly userId: UserId;
  readonly name: string;
  readonly typing: boolean;
  readonly isSupport: boolean;
}

interface Page extends ViewingColleague {
  readonly key: ConversationKey;
}

interface Open {
  readonly ticketId: TicketId;
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
}

export interface PresenceContext {
  /** Colleagues' pages, by id. */
  readonly pages: Readonly<Record<string, Page>>;
  /** Who has a conversation open, each once, by conversation. */
  readonly viewing: Readonly<Record<ConversationKey, readonly ViewingColleague[]>>;
  /** The conversation on our screen. */
  readonly open: Open | null;
  readonly visible: boolean;
  readonly typing: boolean;
  /** What we last sent to the server. */
  readonly lastSent: { readonly open: Open | null; readonly typing: boolean };
}

type PresenceMachineEvent = Logged<
  EventOf<
    | 'presence.followed'
    | 'presence.shown'
    | 'presence.hidden'
    | 'presence.arrived'
    | 'page.visibilityChanged'
    | 'draft.changed'
    | 'message.submitted'
    | 'socket.greeted'
    | 'timer.fired'
  >
>;

export const presenceTimers = {
  pause: timerName('presence', 'own', 'pause'),
  typing: timerName('presence', 'own', 'typing'),
  /** Until a page counts as closed. */
  silence: (pageId: string) => timerName('presence', pageId, 'silence'),
};

/** Our open conversation; none while the page is hidden. */
function shownOf({ open, visible, typing }: PresenceContext): PresenceContext['lastSent'] {
  return visible && open !== null ? { open, typing } : { open: null, typing: false };
}

/** Whether it differs from what we last sent. */
function isDue(context: PresenceContext): boolean {
  const { open, typing } = shownOf(context);
  // Read from a snapshot, equal ones are two objects.
  return open?.ticketId !== context.lastSent.open?.ticketId || typing !== context.lastSent.typing;
}

/** The pages without one, or with it as it is now. */
function withPage(context: PresenceContext, pageId: string, page: Page | null): PresenceContext {
  const before = context.pages[pageId];
  if (before === undefined && page === null) return context;
  const { [pageId]: _before, ...rest } = context.pages;
  const pages = page === null ? rest : { ...rest, [pageId]: page };
  const viewing = { ...context.viewing };
  for (const key of new Set([before?.key, page?.key])) {
    if (key === undefined) continue;
    const there = colleaguesIn(pages, key);
    if (there.length > 0) viewing[key] = there;
    else delete viewing[key];
  }
  return { ...context, pages, viewing };
}

/** Someone with several pages counts once, and as typing if they type in one of them. */
function colleaguesIn(pages: PresenceContext['pages'], wanted: ConversationKey): readonly ViewingColleague[] {
  const byUser = new Map<UserId, ViewingColleague>();
  for (const { key, ...colleague } of Object.values(pages)) {
    if (key !== wanted) continue;
    const typing = colleague.typing || byUser.get(colleague.userId)?.typing === true;
    byUser.set(colleague.userId, { ...colleague, typing });
  }
  return [...byUser.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

function withTyping(context: PresenceContext, typing: boolean): PresenceContext {
  return typing === context.typing ? context : { ...context, typing };
}

/** The context after an event. */
function fold(context: PresenceContext, event: PresenceMachineEvent): PresenceContext {
  switch (event.type) {
    case 'presence.followed':
    case 'page.visibilityChanged':
      return event.visible === context.visible ? context : { ...context, visible: event.visible };
    case 'presence.shown': {
      const { ticketId, customerId, instanceId } = event;
      if (context.open?.ticketId === ticketId) return context;
      return { ...context, open: { ticketId, customerId, instanceId }, typing: false };
    }
    case 'presence.hidden':
      return context.open?.ticketId === event.ticketId ? { ...context, open: null, typing: false } : context;
    case 'draft.changed':
      return context.open?.ticketId === event.ticketId ? withTyping(context, event.text.trim() !== '') : context;
    case 'message.submitted':
      return context.open?.ticketId === event.message.ticketId ? withTyping(context, false) : context;
    case 'presence.arrived': {
      const { pageId, person, open, typing, isSupport } = event;
      if (open === null) return withPage(context, pageId, null);
      const key = conversationKey(open.customerId, open.instanceId);
      return withPage(context, pageId, { userId: person.id, name: person.name, typing, isSupport, key });
    }
    case 'timer.fired':
      if (event.timer === presenceTimers.typing) return withTyping(context, false);
      return withPage(context, timerOwner(event.timer).key, null);
    // A new connection: the server sends everybody's presence again.
    case 'socket.greeted':
      return { ...context, pages: {}, viewing: {} };
  }
}

const machine = setup({
  types: {
    context: {} as PresenceContext,
    events: {} as PresenceMachineEvent,
    emitted: {} as Command,
  },
  guards: {
    isDue: ({ context, event }) => isDue(fold(context, event)),
    isKey: ({ context, event }) =>
      event.type === 'draft.changed' && event.ticketId === context.open?.ticketId && event.text.trim() !== '',
    changes: ({ context, event }) => fold(context, event) !== context,
    isPause: ({ event }) => isPause(event),
    isPauseAndDue: ({ context, event }) => isPause(event) && isDue(context),
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    tell: enqueueActions(({ context, enqueue }) => {
      const lastSent = shownOf(context);
      enqueue.assign({ lastSent });
      enqueue.emit({
        type: 'presence.tell',
        customerId: lastSent.open?.customerId ?? null,
        instanceId: lastSent.open?.instanceId ?? null,
        typing: lastSent.typing,
      });
      enqueue.emit({ type: 'timer.start', timer: presenceTimers.pause, ms: PAUSE_MS });
    }),
    awaitKey: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'draft.changed' && event.ticketId === context.open?.ticketId && context.typing)
        enqueue.emit({ type: 'timer.start', timer: presenceTimers.typing, ms: TYPING_MS });
    }),
    awaitNews: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'presence.arrived') return;
      const timer = presenceTimers.silence(event.pageId);
      if (event.open === null) enqueue.emit({ type: 'timer.cancel', timer });
      else enqueue.emit({ type: 'timer.start', timer, ms: PRESENCE_SILENCE_MS });
    }),
  },
});

const own = [
  { guard: 'isDue', target: '#presence.pausing', actions: ['fold', 'tell'] },
  { guard: 'changes', actions: 'fold' },
] as const;
const wait = { guard: 'changes', actions: 'fold' } as const;
const keyDown = { guard: 'isKey', actions: ['fold', 'awaitKey'] } as const;

export const presenceMachine = machine.createMachine({
  id: 'presence',
  context: {
    pages: {},
    viewing: {},
    open: null,
    visible: true,
    typing: false,
    lastSent: { open: null, typing: false },
  },
  initial: 'said',
  on: {
    'presence.arrived': { actions: ['fold', 'awaitNews'] },
    // The server sends others' presence only after our first message, so it is sent even if nothing is open.
    'presence.followed': { target: '#presence.pausing', actions: ['fold', 'tell'] },
    'socket.greeted': { target: '#presence.pausing', actions: ['fold', 'tell'] },
  },
  states: {
    said: {
      on: {
        'presence.shown': own,
        'presence.hidden': own,
        'page.visibilityChanged': own,
        'draft.changed': [
          { guard: 'isDue', target: '#presence.pausing', actions: ['fold', 'tell', 'awaitKey'] },
          keyDown,
          wait,
        ],
        'message.submitted': own,
        'timer.fired': own,
      },
    },
    pausing: {
      on: {
        'presence.shown': wait,
        'presence.hidden': wait,
        'page.visibilityChanged': wait,
        'draft.changed': [keyDown, wait],
        'message.submitted': wait,
        'timer.fired': [
          { guard: 'isPauseAndDue', target: 'pausing', reenter: true, actions: 'tell' },
          { guard: 'isPause', target: 'said' },
          wait,
        ],
      },
    },
  },
});

function isPause(event: PresenceMachineEvent): boolean {
  return event.type === 'timer.fired' && event.timer === presenceTimers.pause;
}

export type PresenceSnapshot = SnapshotFrom<typeof presenceMachine>;
