import { describe, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { inboxMachine } from '../../src/machines/inbox/inbox.machine.ts';
import { selectIsPinned } from '../../src/machines/inbox/inbox.selectors.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import { started } from '../support/builders-actor.ts';
import { logged } from '../support/builders-events.ts';
import { carlaViewing, networkFailure, streamAt } from '../support/builders.ts';
import { sessionEnded, sessionStarted } from './session-support.ts';

type Sent = EventFrom<typeof inboxMachine>;

const JOANA = '100';
const OTHER = '101';

const toggled = (pinned: boolean): Sent => logged({ type: 'customer.pinToggled', customerId: JOANA, pinned });
const failed = (pinned: boolean): Sent =>
  logged({ type: 'customer.pinFailed', customerId: JOANA, pinned, failure: networkFailure });
const told = (pinned: boolean, seq: number): Sent =>
  logged({ type: 'customer.pinned', customerId: JOANA, pinned, stream: streamAt(seq) });

/** The first page of the list, which names everybody who is pinned. */
function listed(streamPosition: number, pinnedCustomers?: readonly string[], request = 1): Sent {
  return logged<EventOf<'tickets.listed'>>({
    type: 'tickets.listed',
    request,
    query: { instanceId: null, status: 'open', scope: 'all', search: '' },
    page: 1,
    limit: 10,
    purpose: 'page',
    totalPages: 1,
    totalItems: 0,
    streamPosition,
    items: [],
    ...(pinnedCustomers === undefined ? {} : { pinnedCustomers }),
  });
}

/** The list was told at position 10, after it these events. */
function pins(atFirst: readonly string[], ...events: readonly Sent[]) {
  const inbox = started(inboxMachine, {});
  const send = (...more: readonly Sent[]) => {
    for (const event of more) inbox.actor.send(event);
  };
  send(sessionStarted(), listed(10, atFirst), ...events);
  return {
    send,
    asked: () => inbox.given('customer.pin').map(({ customerId, pinned }) => [customerId, pinned]),
    isPinned: (id = JOANA) => selectIsPinned(inbox.actor.getSnapshot(), id),
    held: () => inbox.actor.getSnapshot().context.pins,
    ignores: (event: Sent) => {
      const before = inbox.actor.getSnapshot();
      inbox.actor.send(event);
      return inbox.actor.getSnapshot() === before;
    },
    /** The list is asked for anew and answered. */
    listAgain: (streamPosition: number, pinnedCustomers?: readonly string[]) => {
      const { request, query } = inbox.actor.getSnapshot().context;
      send(logged({ type: 'inbox.searched', search: `${query.search}a` }));
      send(listed(streamPosition, pinnedCustomers, request + 1));
    },
  };
}

describe('chosen', () => {
  test.each([
    ['pinned', [], true],
    ['unpinned', [JOANA], false],
  ] as const)('%s -> shown at once, asked for, and settled by the frame', (_, atFirst, pinned) => {
    const { asked, held, isPinned, send } = pins(atFirst, toggled(pinned));
    expect([isPinned(), asked()]).toEqual([pinned, [[JOANA, pinned]]]);
    expect(held().wanted).toEqual({ [JOANA]: pinned });
    send(told(pinned, 11));
    expect([isPinned(), held().wanted]).toEqual([pinned, {}]);
  });

  test('already in that state -> no call', () => {
    const { asked, ignores } = pins([JOANA]);
    expect([ignores(toggled(true)), asked()]).toEqual([true, []]);
  });

  test('one customer leaves the others', () => {
    const { isPinned } = pins([OTHER], toggled(true));
    expect([isPinned(), isPinned(OTHER)]).toEqual([true, true]);
  });

  test('it fails -> taken back, and can be chosen again', () => {
    const { asked, isPinned, send } = pins([], toggled(true), failed(true));
    expect(isPinned()).toBe(false);
    send(toggled(true));
    expect([isPinned(), asked().length]).toEqual([true, 2]);
  });

  test('an earlier choice fails -> the later one stays', () => {
    const { asked, held, isPinned } = pins([JOANA], toggled(false), toggled(true), failed(false));
    expect([isPinned(), held().wanted]).toEqual([true, { [JOANA]: true }]);
    expect(asked()).toEqual([
      [JOANA, false],
      [JOANA, true],
    ]);
  });

  test('the frame of an earlier choice -> the later one stays', () => {
    const { isPinned, send } = pins([], toggled(true), toggled(false), told(true, 11));
    expect(isPinned()).toBe(false);
    send(failed(false));
    expect(isPinned()).toBe(true);
  });

  test('a list confirms it, or was read before it', () => {
    const confirmed = pins([], toggled(true));
    confirmed.listAgain(11, [JOANA]);
    expect([confirmed.isPinned(), confirmed.held().wanted]).toEqual([true, {}]);
    const unconfirmed = pins([], toggled(true));
    unconfirmed.listAgain(11, []);
    expect([unconfirmed.isPinned(), unconfirmed.held().wanted]).toEqual([true, { [JOANA]: true }]);
  });
});

describe('told', () => {
  test('by a frame, as in another tab', () => {
    const { isPinned, send } = pins([], told(true, 11));
    expect(isPinned()).toBe(true);
    send(told(false, 12));
    expect(isPinned()).toBe(false);
  });

  test.each([
    ['than the list', [], told(true, 10)],
    ['than a frame', [told(false, 13)], told(true, 12)],
  ])('older %s -> ignored', (_, before, late) => {
    const { isPinned, send } = pins([], ...before, late);
    expect(isPinned()).toBe(false);
    send(told(true, 14));
    expect(isPinned()).toBe(true);
  });

  test('a list takes the place of the one before and of older frames', () => {
    const { held, isPinned, listAgain } = pins([JOANA], told(true, 11));
    listAgain(12, [OTHER]);
    expect([isPinned(), isPinned(OTHER), held().updated]).toEqual([false, true, {}]);
  });

  test('a list read before a frame doesn’t override the frame', () => {
    const { isPinned, listAgain } = pins([], told(true, 12));
    listAgain(11, [OTHER]);
    expect([isPinned(), isPinned(OTHER)]).toEqual([true, true]);
  });

  test('a list that names nobody at all says nothing of it', () => {
    const { isPinned, listAgain } = pins([JOANA]);
    listAgain(12);
    expect(isPinned()).toBe(true);
  });

  test('an answer to another question -> ignored', () => {
    const { isPinned, send } = pins([], logged({ type: 'inbox.searched', search: 'J' }));
    send(listed(20, [JOANA], 1));
    expect(isPinned()).toBe(false);
  });
});

describe('kept', () => {
  test('while the same person is logged in, also over a break; not for the next one', () => {
    const { isPinned, send } = pins([JOANA], sessionEnded, sessionStarted(carlaViewing, false));
    expect(isPinned()).toBe(true);
    send(sessionEnded, sessionStarted(carlaViewing, true));
    expect(isPinned()).toBe(false);
  });

  test('kept over a break of the stream until the next list, whatever its position', () => {
    const { held, isPinned, send } = pins([JOANA, OTHER], told(false, 12), toggled(true), { type: 'resync.needed' });
    // Whether the choice came to anything was lost.
    expect([isPinned(), isPinned(OTHER), held().wanted]).toEqual([false, true, {}]);
    send(told(true, 2));
    expect(isPinned()).toBe(true);
    send(listed(3, [JOANA], 2));
    expect([isPinned(), isPinned(OTHER)]).toEqual([true, false]);
  });
});
