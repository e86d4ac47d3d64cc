import { emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { NOTIFICATION_CLEAR_MS } from '../../../contract/facts/limits.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { timerName } from '../log/timers.ts';
import type { Notice, PlannedNotice } from './notice.ts';

/*
 *   arriving ──▶ shown ── cleared, timed out, answered, opened ───▶ clearing ── 300 ms ──▶ gone
 *      └──────────────────────── nothing to show ────────────────────────────────────────▶ ▲
 *
 * arriving   transient: plays the sound and shows the desktop notification
 * shown      on the screen
 * clearing   being animated out for 300 ms
 * gone       final
 */

type NotificationInput =
  | InternalEventOf<'notice.superseded' | 'notice.outdated' | 'conversations.seen'>
  | Logged<
      EventOf<
        | 'notice.cleared'
        | 'page.visibilityChanged'
        | 'notice.desktopClicked'
        | 'notices.held'
        | 'notices.released'
        | 'notices.readInOtherTab'
        | 'ticket.opened'
        | 'ticket.transferred'
        | 'transfer.removed'
        | 'transfer.confirmed'
        | 'transfer.deleted'
        | 'timer.fired'
      >
    >;

/** The timer after which a notice is cleared. */
export function noticeStayTimer(noticeId: string): string {
  return timerName('notice', noticeId, 'stay');
}

/** The timer of its animation out. */
export function noticeClearTimer(noticeId: string): string {
  return timerName('notice', noticeId, 'clear');
}

const machine = setup({
  types: {
    input: {} as PlannedNotice,
    context: {} as PlannedNotice,
    events: {} as NotificationInput,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'noticeId' in event && event.noticeId === context.notice.id,
    isStayOver: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === noticeStayTimer(context.notice.id),
    isClearOver: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === noticeClearTimer(context.notice.id),
    isOpened: ({ context, event }) => event.type === 'ticket.opened' && event.ticketId === context.notice.ticketId,
    isSeen: ({ context: { notice }, event }) =>
      event.type === 'conversations.seen' &&
      notice.kind === 'message' &&
      notice.ticketId !== null &&
      event.ticketIds.includes(notice.ticketId),
    isReadElsewhere: ({ context, event }) =>
      event.type === 'notices.readInOtherTab' && event.ids.includes(context.notice.id),
    isAnswered: ({ context, event }) =>
      'transfer' in event && event.transfer !== null && event.transfer.id === context.notice.transferId,
  },
  actions: {
    startStay: enqueueActions(({ context: { notice, plan }, enqueue }) => {
      if (plan.staysMs === null) return;
      enqueue.emit({ type: 'timer.start', timer: noticeStayTimer(notice.id), ms: plan.staysMs });
    }),
    stopStay: enqueueActions(({ context: { notice, plan }, enqueue }) => {
      if (plan.staysMs === null) return;
      enqueue.emit({ type: 'timer.cancel', timer: noticeStayTimer(notice.id) });
    }),
    hide: enqueueActions(({ context: { notice, plan }, enqueue }) => {
      if (plan.desktop === 'show') enqueue.emit({ type: 'desktop.hide', noticeId: notice.id });
    }),
    open: emit(({ context }) => ({
      type: 'page.navigate',
      to: `/instances/list/choose-instance?${wayOf(context.notice)}`,
      replace: false,
      returnHere: false,
    })),
  },
});

/** Query parameters for the choice of an instance. */
function wayOf({ kind, ticketId, instanceId }: Notice): string {
  const to = targetOf({ kind, ticketId });
  const isQueue = kind === 'queue' && ticketId === null;
  return String(
    new URLSearchParams({
      to,
      ...(ticketId !== null && instanceId !== undefined && { instance: instanceId }),
      ...(isQueue && { view: 'queue' }),
    }),
  );
}

/** Where a notice leads. */
export function targetOf({ kind, ticketId }: Pick<Notice, 'kind' | 'ticketId'>): string {
  if (ticketId !== null) return `/chat/${ticketId}`;
  return kind === 'queue' ? '/chat' : '/';
}

const onAnswered = { guard: 'isAnswered', target: 'clearing', actions: 'hide' } as const;

export const notificationMachine = machine.createMachine({
  id: 'notification',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    arriving: {
      entry: enqueueActions(({ context: { notice, plan }, enqueue }) => {
        if (plan.sound !== null)
          enqueue.emit({ type: 'sound.play', sound: plan.sound.kind, volume: plan.sound.volume });
        if (plan.desktop === 'unsupported') enqueue.emit({ type: 'console.note', key: 'notice.desktop.unsupported' });
        if (plan.desktop === 'show') {
          enqueue.emit({ type: 'desktop.show', noticeId: notice.id, title: notice.title, body: notice.body });
        }
      }),
      always: [{ guard: ({ context }) => context.plan.show, target: 'shown' }, { target: 'gone' }],
    },
    shown: {
      // While the notice is on the desktop, its time starts only when the page becomes visible.
      entry: enqueueActions(({ context, enqueue }) => {
        if (context.plan.desktop !== 'show') enqueue('startStay');
      }),
      exit: 'stopStay',
      on: {
        'page.visibilityChanged': {
          guard: ({ context, event }) => event.visible && context.plan.desktop === 'show',
          actions: 'startStay',
        },
        'timer.fired': { guard: 'isStayOver', target: 'clearing', actions: 'hide' },
        // Pointed at or focused, it stays.
        'notices.held': { actions: 'stopStay' },
        'notices.released': { actions: 'startStay' },
        'notice.cleared': { guard: 'isOurs', target: 'clearing', actions: 'hide' },
        'notice.desktopClicked': { guard: 'isOurs', target: 'clearing', actions: 'open' },
        'notice.superseded': { guard: 'isOurs', target: 'gone', actions: 'hide' },
        'notice.outdated': { guard: 'isOurs', target: 'clearing', actions: 'hide' },
        'ticket.opened': { guard: 'isOpened', target: 'clearing', actions: 'hide' },
        'conversations.seen': { guard: 'isSeen', target: 'clearing', actions: 'hide' },
        'notices.readInOtherTab': { guard: 'isReadElsewhere', target: 'clearing', actions: 'hide' },
        'ticket.transferred': onAnswered,
        'transfer.removed': onAnswered,
        'transfer.confirmed': onAnswered,
        'transfer.deleted': onAnswered,
      },
    },
    clearing: {
      entry: emit(({ context }) => ({
        type: 'timer.start',
        timer: noticeClearTimer(context.notice.id),
        ms: NOTIFICATION_CLEAR_MS,
      })),
      on: {
        'notice.desktopClicked': { guard: 'isOurs', actions: 'open' },
        'timer.fired': { guard: 'isClearOver', target: 'gone' },
      },
    },
    gone: { type: 'final' },
  },
});

export type NotificationSnapshot = SnapshotFrom<typeof notificationMachine>;
