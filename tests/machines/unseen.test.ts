import { describe, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { unseenMachine } from '../../src/machines/unseen/unseen.machine.ts';
import { selectHasUnseen, selectResetFailed, selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { started } from '../support/builders-actor.ts';
import {
  conversationHidden,
  conversationShown,
  greeted,
  logged,
  messageArrived,
  resetAnswered,
  ticketListed,
  ticketTransferred,
  wasReset,
} from '../support/builders-events.ts';
import {
  CARLA,
  START,
  aMessage,
  aRelatedMessage,
  aSentMessage,
  aTicket,
  networkFailure,
  streamAt,
  brunoViewing,
} from '../support/builders.ts';

type Sent = EventFrom<typeof unseenMachine>;

function counter(...events: readonly Sent[]) {
  const unseen = started(unseenMachine, { input: { customerId: '100', instanceId: '10', viewer: brunoViewing } });
  const send = (...more: readonly Sent[]) => {
    for (const event of more) unseen.actor.send(event);
  };
  send(...events);
  return {
    ...unseen,
    send,
    number: () => selectUnseenCount(unseen.actor.getSnapshot()),
    state: () => unseen.actor.getSnapshot().value,
    resets: () => unseen.given('unseen.reset').map(({ upToId }) => upToId),
  };
}

/** A listing that counts `unseen` up to the message `lastId`. */
function listed(unseen: number, lastId: string | null, position: number) {
  const lastMessage = lastId === null ? null : aMessage({ id: lastId });
  return ticketListed(aTicket({ unseen, lastMessage }), position);
}

/** A received message; its frame's ticket tells nothing of the count. */
function received(id: string, seq: number, ticket: Partial<Ticket> = {}) {
  return messageArrived(aMessage({ id }), seq, ticket);
}

const resetFailed = logged({
  type: 'unseen.resetFailed',
  customerId: '100',
  instanceId: '10',
  failure: networkFailure,
});

describe('the number', () => {
  test('starts at 0', () => {
    const { number, state } = counter();
    expect([state(), number()]).toEqual(['seen', 0]);
  });

  test('is the server’s count', () => {
    const { actor, number, state } = counter(listed(3, '1003', 10));
    expect([state(), number()]).toEqual(['unseen', 3]);
    expect(selectHasUnseen(actor.getSnapshot())).toBe(true);
  });

  test('rises by one for each received unseen message after it', () => {
    const { number, send } = counter(listed(3, '1003', 10));
    send(received('1004', 11), received('1005', 12));
    expect(number()).toBe(5);
  });

  test('the same message twice counts once', () => {
    const { actor, number } = counter(listed(0, null, 10), received('1004', 11));
    const before = actor.getSnapshot();
    actor.send(received('1004', 11));
    expect(actor.getSnapshot()).toBe(before);
    expect(number()).toBe(1);
  });

  test('a message that the listing counted already doesn’t count again', () => {
    const { number, send } = counter(listed(3, '1003', 10));
    send(received('1003', 10));
    expect(number()).toBe(3);
  });

  test('a listing read after its position has the message in its count: by its id it isn’t counted twice', () => {
    const { number, send } = counter(listed(4, '1004', 10));
    send(received('1004', 11));
    expect(number()).toBe(4);
    send(received('1005', 12));
    expect(number()).toBe(5);
  });

  test('sent, seen and reaction messages don’t count', () => {
    const { number, send, state } = counter(listed(0, '1003', 10));
    send(
      messageArrived(aSentMessage({ id: '1004', unseen: true }), 11),
      messageArrived(aMessage({ id: '1005', unseen: false }), 12),
      messageArrived(aMessage({ id: '1006', tag: 'reaction', parentId: aRelatedMessage().id, unseen: false }), 13),
    );
    expect([state(), number()]).toEqual(['seen', 0]);
  });

  test('an older listing is ignored, a newer one replaces the set', () => {
    const { number, send } = counter(listed(3, '1003', 10), received('1004', 11));
    send(listed(1, '1001', 8));
    expect(number()).toBe(4);
    send(listed(1, '1004', 12));
    expect(number()).toBe(1);
  });

  test('of two reports at one position the one that reached further wins, in either order', () => {
    const nearer = listed(3, '1003', 10);
    const further = listed(4, '1004', 10);
    for (const order of [
      [nearer, further],
      [further, nearer],
    ]) {
      const { number, send } = counter(...order);
      send(received('1004', 11));
      expect(number()).toBe(4);
    }
  });

  test('a conversation first heard of by a frame takes the count of its ticket', () => {
    const { number, send } = counter(received('1009', 20, { unseen: 7 }));
    expect(number()).toBe(7);
    send(received('1008', 19, { unseen: 6 }), received('1010', 21, { unseen: 8 }));
    expect(number()).toBe(8);
  });

  test('if the ticket isn’t reported after the message, both count', () => {
    const { number, send } = counter(received('1009', 20, { unseen: 2, lastMessage: aMessage({ id: '1008' }) }));
    expect(number()).toBe(3);
    send(received('1010', 21));
    expect(number()).toBe(4);
  });

  test('a new ticket’s frame brings its count', () => {
    const frame = logged({
      type: 'customer.arrived' as const,
      ticket: aTicket({ unseen: 1, lastMessage: aMessage({ id: '1001' }) }),
      stream: streamAt(5),
    });
    const { number, send } = counter(frame);
    send(received('1001', 6), frame);
    expect(number()).toBe(1);
  });
});

describe('seen by somebody else', () => {
  test('unseen -> seen when another device resets it', () => {
    const { number, send, state } = counter(listed(3, '1003', 10));
    send(wasReset('1003', 0, 11));
    expect([state(), number()]).toEqual(['seen', 0]);
  });

  test('what came after the reset stays', () => {
    const { number, send } = counter(listed(3, '1003', 10), received('1004', 11), received('1005', 13));
    send(wasReset('1003', 1, 12));
    expect(number()).toBe(2);
  });

  test('what was reset never counts again', () => {
    const { actor, number } = counter(listed(3, '1003', 10), wasReset('1004', 0, 12));
    const before = actor.getSnapshot();
    actor.send(received('1004', 11));
    actor.send(listed(4, '1004', 11));
    expect(number()).toBe(0);
    expect(actor.getSnapshot()).toBe(before);
  });

  test('a reset of everything bears no message', () => {
    const { number, send } = counter(listed(3, '1003', 10), wasReset(null, 0, 11));
    expect(number()).toBe(0);
    send(received('1004', 12));
    expect(number()).toBe(1);
  });
});

describe('opened', () => {
  test('unseen -> resetting -> seen: 0 at once, and a reset up to the newest is sent', () => {
    const { number, resets, send, state } = counter(listed(3, '1003', 10), received('1004', 11), conversationShown);
    expect([state(), number(), resets()]).toEqual(['resetting', 0, ['1004']]);
    send(resetAnswered('1004', 0, 12));
    expect([state(), number(), resets()]).toEqual(['seen', 0, ['1004']]);
  });

  test('with nothing unseen nothing is asked', () => {
    const { resets, state } = counter(listed(0, '1003', 10), conversationShown);
    expect([state(), resets()]).toEqual(['seen', []]);
  });

  test('seen -> resetting when the count comes after it was opened', () => {
    const { resets, send, state } = counter(conversationShown);
    send(listed(3, '1003', 10));
    expect([state(), resets()]).toEqual(['resetting', ['1003']]);
  });

  test('seen -> resetting for each message that arrives while it is shown', () => {
    const { number, resets, send, state } = counter(listed(0, '1003', 10), conversationShown);
    send(received('1004', 11));
    expect([state(), number()]).toEqual(['resetting', 0]);
    send(resetAnswered('1004', 0, 12), received('1005', 13), resetAnswered('1005', 0, 14));
    expect([state(), number(), resets()]).toEqual(['seen', 0, ['1004', '1005']]);
  });

  test('seen -> unseen for a message that arrives once it is left', () => {
    const { number, resets, send, state } = counter(listed(0, '1003', 10), conversationShown, conversationHidden);
    send(received('1004', 11));
    expect([state(), number(), resets()]).toEqual(['unseen', 1, []]);
  });
});

describe('a reset that races with a receive', () => {
  const resetting = () => counter(listed(3, '1003', 10), conversationShown);

  test('left meanwhile: the message stays counted, before and after the answer', () => {
    const { number, resets, send, state } = resetting();
    send(conversationHidden, received('1004', 11));
    expect([state(), number()]).toEqual(['resetting', 1]);
    send(resetAnswered('1003', 1, 12));
    expect([state(), number(), resets()]).toEqual(['unseen', 1, ['1003']]);
  });

  test('the answer overtakes the frame: the message counts once', () => {
    const { number, send, state } = resetting();
    send(conversationHidden, resetAnswered('1003', 1, 12), received('1004', 11));
    expect([state(), number()]).toEqual(['unseen', 1]);
  });

  test('still shown: a further reset once the answer is there', () => {
    const { number, resets, send, state } = resetting();
    send(received('1004', 11));
    expect([state(), number(), resets()]).toEqual(['resetting', 0, ['1003']]);
    send(resetAnswered('1003', 1, 12));
    expect([state(), number(), resets()]).toEqual(['resetting', 0, ['1003', '1004']]);
    send(resetAnswered('1004', 0, 13));
    expect([state(), number()]).toEqual(['seen', 0]);
  });

  test('still shown, the frame comes last: no reset of what isn’t known, then one for the frame', () => {
    const { resets, send, state } = resetting();
    send(resetAnswered('1003', 1, 12));
    expect([state(), resets()]).toEqual(['unseen', ['1003']]);
    send(received('1004', 11));
    expect([state(), resets()]).toEqual(['resetting', ['1003', '1004']]);
  });

  test('the frame of our own reset comes before the answer: nothing is asked twice', () => {
    const { resets, send, state } = resetting();
    send(wasReset('1003', 0, 11));
    expect(state()).toBe('resetting');
    send(resetAnswered('1003', 0, 11));
    expect([state(), resets()]).toEqual(['seen', ['1003']]);
  });

  test('a listing from before the reset is ignored', () => {
    const { number, send, state } = resetting();
    send(resetAnswered('1003', 0, 12), listed(3, '1003', 11));
    expect([state(), number()]).toEqual(['seen', 0]);
  });

  test('opened twice while it is under way: asked once', () => {
    const { resets, send } = resetting();
    send(conversationHidden, conversationShown, conversationShown);
    expect(resets()).toEqual(['1003']);
  });
});

describe('a reset that fails', () => {
  const failed = () => counter(listed(3, '1003', 10), conversationShown, resetFailed);

  test('resetting -> unseen: the number is back, nothing is asked by itself', () => {
    const { number, resets, state } = failed();
    expect([state(), number(), resets()]).toEqual(['unseen', 3, ['1003']]);
  });

  test.each([
    ['the socket greets', greeted(true, 11)],
    ['it is opened again', conversationShown],
    ['a message arrives', received('1004', 11)],
  ])('%s -> resetting', (_, cause) => {
    const { resets, send, state } = failed();
    send(cause);
    expect(state()).toBe('resetting');
    expect(resets()).toHaveLength(2);
  });

  test('it is said to have failed: not before, nor out of view, nor while it is asked for again', () => {
    const { actor, send } = counter(listed(3, '1003', 10), conversationShown);
    const isFailed = () => selectResetFailed(actor.getSnapshot());
    expect(isFailed()).toBe(false);
    send(resetFailed);
    expect(isFailed()).toBe(true);
    send(conversationHidden);
    expect(isFailed()).toBe(false);
    send(conversationShown);
    expect(isFailed()).toBe(false);
  });

  test('the answer leaves some unread: it did not fail', () => {
    const { actor, send, state } = counter(listed(3, '1003', 10), conversationShown);
    const of = { customerId: '100', instanceId: '10', unseen: 2, upToId: '1003' } as const;
    send(logged({ type: 'unseen.resetAnswered', ...of, streamPosition: 11 }));
    expect([state(), selectResetFailed(actor.getSnapshot())]).toEqual(['unseen', false]);
  });

  test('marked as unread while in view: it did not fail', () => {
    const { actor, send } = counter(listed(3, '1003', 10), conversationShown, resetFailed);
    const of = { customerId: '100', instanceId: '10', unseen: 3, upToId: '1003' } as const;
    send(logged({ type: 'unseen.wasReset', ...of, marked: true, stream: streamAt(11) }));
    expect(selectResetFailed(actor.getSnapshot())).toBe(false);
  });

  test('the socket greets once it is left: nothing is asked', () => {
    const { resets, send, state } = failed();
    send(conversationHidden, greeted(true, 11));
    expect([state(), resets()]).toEqual(['unseen', ['1003']]);
  });
});

describe('a broken stream', () => {
  test('the number stays until it is reported again, whatever the positions of the new stream', () => {
    const { number, send } = counter(listed(3, '1003', 1_000), received('1004', 1_001), greeted(false, 5));
    expect(number()).toBe(4);
    send(listed(2, '1004', 4));
    expect(number()).toBe(4);
    send(listed(2, '1004', 5), received('1005', 6));
    expect(number()).toBe(3);
  });

  test('a stream that goes on changes nothing', () => {
    const { actor, send } = counter(listed(3, '1003', 10));
    const before = actor.getSnapshot();
    send(greeted(true, 12));
    expect(actor.getSnapshot()).toBe(before);
  });
});

test('a report without news keeps the snapshot’s reference', () => {
  const { actor, send } = counter(listed(3, '1003', 10), conversationHidden);
  const before = actor.getSnapshot();
  send(
    conversationHidden,
    listed(3, '1003', 10),
    received('1003', 9),
    messageArrived(aSentMessage({ id: '1002', at: START }), 8),
    wasReset('1001', 2, 7),
    resetAnswered('1001', 2, 7),
    resetFailed,
  );
  expect(actor.getSnapshot()).toBe(before);
});

describe('a later ticket is visible no more', () => {
  const later = (id: string) => aMessage({ id, ticketId: '501' });
  const own = aMessage({ id: '1001' });
  const counted = (unseen: number, lastMessage: Message, position: number) =>
    ticketListed(aTicket({ unseen, lastMessage }), position);
  const toCarla = (seq: number) => ticketTransferred(seq, { ticketId: '501' });

  test('nothing is counted until the server reports a count', () => {
    const { number, send } = counter(counted(3, later('1005'), 10), toCarla(12));
    expect(number()).toBe(0);
    send(counted(3, later('1005'), 11));
    expect(number()).toBe(0);
    send(counted(1, own, 12));
    expect(number()).toBe(1);
  });

  test('reported again since -> the server’s count wins', () => {
    expect(counter(counted(1, own, 15), toCarla(12)).number()).toBe(1);
  });

  test('what is written in it from then on isn’t counted', () => {
    const owner = { ...CARLA, image: null };
    const { number } = counter(counted(1, own, 10), toCarla(12), messageArrived(later('1006'), 13, { owner }));
    expect(number()).toBe(0);
  });

  test('less is read than before -> a reset names no message that isn’t read', () => {
    const { resets } = counter(counted(2, later('1005'), 10), counted(1, own, 20), conversationShown);
    expect(resets()).toEqual(['1001']);
  });
});
