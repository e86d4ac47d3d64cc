import { describe, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import type { NoticePlan } from '../../src/machines/notification/notice.ts';
import { messageText } from '../../src/machines/notification/notice.ts';
import {
  noticeClearTimer,
  noticeStayTimer,
  notificationMachine,
} from '../../src/machines/notification/notification.machine.ts';
import { selectIsClearing, selectNotice } from '../../src/machines/notification/notification.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { logged, ticketTransferred, transferRemoved } from '../support/builders-events.ts';
import { START, aTransfer } from '../support/builders.ts';

type Sent = EventFrom<typeof notificationMachine>;

const ID = 'transfer:900:pending';
const stay = noticeStayTimer(ID);
const clear = noticeClearTimer(ID);

function notice(plan: Partial<NoticePlan> = {}, ...events: readonly Sent[]) {
  const held = started(notificationMachine, {
    input: {
      notice: {
        id: ID,
        kind: 'transfer',
        tone: 'info',
        title: messageText('notice.transfer.offered.title'),
        body: messageText('notice.transfer.offered.automatic'),
        topic: null,
        ticketId: '500',
        transferId: '900',
      },
      plan: { show: true, sound: null, desktop: 'none', staysMs: 6000, ...plan },
    },
  });
  for (const event of events) held.actor.send(event);
  return {
    ...held,
    snapshot: () => held.actor.getSnapshot(),
    value: () => held.actor.getSnapshot().value,
    after: (...more: readonly Sent[]) => {
      const from = held.commands.length;
      for (const event of more) held.actor.send(event);
      return held.commands.slice(from);
    },
  };
}

const cleared: Sent = logged({ type: 'notice.cleared', noticeId: ID });
const clicked: Sent = logged({ type: 'notice.desktopClicked', noticeId: ID });
const superseded: Sent = { type: 'notice.superseded', noticeId: ID };
const visible = (yes: boolean): Sent => logged({ type: 'page.visibilityChanged', visible: yes });
const fired = (timer: string): Sent => logged({ type: 'timer.fired', timer });
const ticketOpened = (ticketId: string): Sent => logged({ type: 'ticket.opened', ticketId });
const confirmed: Sent = logged({ type: 'transfer.confirmed', transfer: aTransfer({ confirmedAt: START }) });
const deleted: Sent = logged({ type: 'transfer.deleted', transfer: aTransfer({ deletedAt: START }) });

const start = (timer: string, ms: number) => ({ type: 'timer.start', timer, ms });
const hide = { type: 'desktop.hide', noticeId: ID };

describe('arriving', () => {
  test('-> shown, for some seconds', () => {
    const { commands, value, snapshot } = notice();
    expect(value()).toBe('shown');
    expect(commands).toEqual([start(stay, 6000)]);
    expect(selectNotice(snapshot()).id).toBe(ID);
  });

  test('-> shown until it is answered', () => {
    expect(notice({ staysMs: null }).commands).toEqual([]);
  });

  test('-> gone when there is nothing to show; it is heard all the same', () => {
    const { commands, snapshot } = notice({ show: false, sound: { kind: 'transfer', volume: 0.5 } });
    expect(snapshot().status).toBe('done');
    expect(commands).toEqual([{ type: 'sound.play', sound: 'transfer', volume: 0.5 }]);
  });

  test('goes to the desktop, where it waits until the page is looked at', () => {
    const { commands, after } = notice({ desktop: 'show' });
    expect(commands).toEqual([expect.objectContaining({ type: 'desktop.show', noticeId: ID })]);
    expect(after(visible(true))).toEqual([start(stay, 6000)]);
  });

  test('an unsupported desktop is noted', () => {
    expect(notice({ desktop: 'unsupported', staysMs: null }).commands).toEqual([
      { type: 'console.note', key: 'notice.desktop.unsupported' },
    ]);
  });
});

describe('shown -> clearing -> gone', () => {
  test.each([
    ['it is cleared', cleared],
    ['its time is over', fired(stay)],
    ['its conversation is opened', ticketOpened('500')],
    ['its transfer is confirmed', confirmed],
    ['its transfer is deleted', deleted],
    ['its transfer was confirmed elsewhere', ticketTransferred(5)],
    ['its transfer was deleted elsewhere', transferRemoved(5)],
  ])('%s', (_name, event) => {
    const { after, value, snapshot } = notice();
    expect(after(event)).toEqual([{ type: 'timer.cancel', timer: stay }, start(clear, 300)]);
    expect([value(), selectIsClearing(snapshot())]).toEqual(['clearing', true]);
    after(fired(clear));
    expect([value(), snapshot().status]).toEqual(['gone', 'done']);
  });

  test('one on the desktop is taken from there', () => {
    const { after } = notice({ desktop: 'show', staysMs: null });
    expect(after(cleared)).toEqual([hide, start(clear, 300)]);
  });

  test('a click on the desktop opens its conversation', () => {
    const { given, after, value } = notice({ desktop: 'show', staysMs: null });
    after(clicked);
    expect(given('page.navigate')).toEqual([
      {
        type: 'page.navigate',
        to: '/instances/list/choose-instance?to=%2Fchat%2F500',
        replace: false,
        returnHere: false,
      },
    ]);
    expect(value()).toBe('clearing');
  });

  test('so does one that comes while it goes', () => {
    const { given, after } = notice({}, cleared);
    after(clicked);
    expect(given('page.navigate')).toHaveLength(1);
  });
});

test('shown -> gone when a newer one takes its place', () => {
  const { after, value } = notice({ desktop: 'show', staysMs: null });
  expect(after(superseded)).toEqual([hide]);
  expect(value()).toBe('gone');
});

describe('what changes nothing', () => {
  const cases: readonly (readonly [string, Partial<NoticePlan>, readonly Sent[], Sent])[] = [
    ['another notice is cleared', {}, [], logged({ type: 'notice.cleared', noticeId: 'other' })],
    ['another notice is clicked', {}, [], logged({ type: 'notice.desktopClicked', noticeId: 'other' })],
    ['another notice is superseded', {}, [], { type: 'notice.superseded', noticeId: 'other' }],
    ['another timer', {}, [], fired(noticeStayTimer('other'))],
    ['another conversation is opened', {}, [], ticketOpened('501')],
    ['another transfer is answered', {}, [], ticketTransferred(5, { id: '901' })],
    ['cleared twice', {}, [cleared], cleared],
    ['its stay is over while it goes', {}, [cleared], fired(stay)],
    ['the page is looked at', {}, [], visible(true)],
    ['the page is hidden', { desktop: 'show' }, [], visible(false)],
  ];

  test.each(cases)('%s', (_name, plan, before, event) => {
    const { snapshot, after } = notice(plan, ...before);
    const held = snapshot();
    expect(after(event)).toEqual([]);
    expect(snapshot()).toBe(held);
  });
});
