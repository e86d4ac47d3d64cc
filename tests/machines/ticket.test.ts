import { describe, expect, test } from 'vitest';
import {
  selectBlacklisted,
  selectCanFinish,
  selectCanTransfer,
  selectCustomer,
  selectFinishFailure,
  selectLifecycle,
  selectLoadFailure,
  selectNotResponded,
  selectPendingTransferId,
  selectPinned,
  selectPreview,
  selectServiceWindowEnd,
  selectSortKey,
  selectTicket,
} from '../../src/machines/ticket/ticket.selectors.ts';
import {
  ackChanged,
  greeted,
  logged,
  messageArrived,
  ticketClosed,
  ticketTransferred,
  transferArrived,
  transferRemoved,
} from '../support/builders-events.ts';
import {
  CARLA,
  START,
  aCustomer,
  aFailure,
  aMessage,
  aSentMessage,
  aTicket,
  aTransfer,
  networkFailure,
  streamAt,
} from '../support/builders.ts';
import { aTicketActor, known } from './ticket-support.ts';

const finishRequested = logged({ type: 'ticket.finishRequested', ticketId: '500' });
const finishFailed = logged({ type: 'ticket.finishFailed', ticketId: '500', failure: networkFailure });
const finished = logged({ type: 'ticket.finished', ticket: aTicket({ finishedAt: START }) });

describe('fields', () => {
  test('are those of the newest news', () => {
    const { send, snapshot } = aTicketActor(known({ protocol: 'A' }, 10));
    send(known({ protocol: 'B' }, 12));
    expect(selectTicket(snapshot())?.protocol).toBe('B');
  });

  test.each([9, 10])('news of position %i after that of 10 changes nothing', (position) => {
    const ticket = aTicketActor(known({ protocol: 'A' }, 10));
    expect(ticket.ignores(known({ protocol: 'B' }, position))).toBe(true);
  });

  test('a listing and a frame are told apart by their positions only', () => {
    const { send, snapshot } = aTicketActor(messageArrived(aMessage(), 20, { protocol: 'B' }));
    send(known({ protocol: 'A' }, 19));
    expect(selectTicket(snapshot())?.protocol).toBe('B');
  });

  test('newer news that says the same leaves the ticket the same reference', () => {
    const { send, snapshot } = aTicketActor(known({}, 10));
    const before = selectTicket(snapshot());
    send(known({}, 12));
    expect(selectTicket(snapshot())).toBe(before);
  });

  test('a message leaves the customer the same reference', () => {
    const { send, snapshot } = aTicketActor(known({}, 10));
    const before = selectCustomer(snapshot());
    send(messageArrived(aMessage(), 11, { customer: aCustomer() }));
    expect(selectCustomer(snapshot())).toBe(before);
  });

  test('after a break the positions of the new stream count, whatever the old ones were', () => {
    const { send, snapshot } = aTicketActor(known({ protocol: 'A' }, 1_000), greeted(false, 5));
    send(known({ protocol: 'old' }, 4));
    expect(selectTicket(snapshot())?.protocol).toBe('A');
    send(known({ protocol: 'B' }, 5));
    expect(selectTicket(snapshot())?.protocol).toBe('B');
  });

  test('a ticket that doesn’t load says why until it is told', () => {
    const failure = aFailure({ code: 'NOT_FOUND', key: 'error.notFound' });
    const { send, snapshot } = aTicketActor(logged({ type: 'ticket.loadFailed', ticketId: '500', failure }));
    expect(selectLoadFailure(snapshot())).toBe(failure);
    send({ type: 'ticket.listed', ticket: aTicket(), streamPosition: 3 });
    expect(selectLoadFailure(snapshot())).toBeNull();
  });
});

describe('the last message', () => {
  test('is the one with the greatest id, in either order', () => {
    const newer = messageArrived(aMessage({ id: '1010', text: 'nova' }), 12);
    const older = messageArrived(aMessage({ id: '1009', text: 'velha' }), 11);
    for (const order of [[older, newer] as const, [newer, older] as const]) {
      const { snapshot } = aTicketActor(known(), ...order);
      expect(selectTicket(snapshot())?.lastMessage?.text).toBe('nova');
    }
  });

  test('places the ticket in the list; without one, its start does', () => {
    const { send, snapshot } = aTicketActor();
    expect(selectSortKey(snapshot())).toBeNull();
    send(known({ startedAt: START }));
    expect(selectSortKey(snapshot())).toEqual({ pinned: false, at: START, id: '500' });
    // One that was long on its way stands where it came.
    send(messageArrived(aMessage({ at: START - 3_600_000, takenAt: START + 5_000 }), 11));
    expect(selectSortKey(snapshot())?.at).toBe(START + 5_000);
  });

  test('is shown below the name, and its ack only rises', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { ignores, send, snapshot } = aTicketActor(known(), messageArrived(message, 11));
    send(ackChanged(message, 12, { ack: 3 }));
    expect(selectPreview(snapshot())).toMatchObject({ kind: 'message', message: { id: '1010', ack: 3 } });
    expect(ignores(ackChanged(message, 13, { ack: 2 }))).toBe(true);
  });

  test('its ack that came before it is kept', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { snapshot } = aTicketActor(known(), ackChanged(message, 12, { ack: 3 }), messageArrived(message, 11));
    expect(selectTicket(snapshot())?.lastMessage?.ack).toBe(3);
  });

  test('an error of delivery stays beside the ack until the phone has it after all', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { ignores, send, snapshot } = aTicketActor(known(), messageArrived(message, 11));
    send(ackChanged(message, 12, { errorCode: '131047', errorKey: 'error.provider.window' }));
    ignores(ackChanged(message, 12, { ack: 1 }));
    expect(selectTicket(snapshot())?.lastMessage).toMatchObject({ ack: 1, errorCode: '131047' });
    send(ackChanged(message, 13, { ack: 2 }));
    expect(selectTicket(snapshot())?.lastMessage).toMatchObject({ ack: 2, errorCode: null });
    ignores(ackChanged(message, 12, { errorCode: '131047', errorKey: 'error.provider.window' }));
  });

  test('a doubt whether it went out gives way to an error for good, and to a tick', () => {
    const message = aSentMessage({ id: '1010', ack: 0 });
    const { ignores, send, snapshot } = aTicketActor(known(), messageArrived(message, 11));
    const doubt = ackChanged(message, 12, { ack: 0, errorCode: 'uncertain', errorKey: 'error.send.uncertain' });
    send(doubt);
    expect(selectTicket(snapshot())?.lastMessage).toMatchObject({ ack: 0, errorCode: 'uncertain' });
    send(ackChanged(message, 13, { ack: 0, errorCode: '131026', errorKey: 'error.whatsapp.unknown' }));
    ignores(doubt);
    expect(selectTicket(snapshot())?.lastMessage).toMatchObject({ ack: 0, errorCode: '131026' });
    send(ackChanged(message, 14, { ack: 1 }));
    expect(selectTicket(snapshot())?.lastMessage).toMatchObject({ ack: 1, errorCode: null });
  });

  test('a received one opens the 24-hour window', () => {
    const { send, snapshot } = aTicketActor(known({ lastReceivedAt: null }));
    expect(selectServiceWindowEnd(snapshot())).toBeNull();
    send(messageArrived(aMessage({ at: START }), 11));
    send(messageArrived(aSentMessage({ id: '1002', at: START + 60_000 }), 12));
    // Nor does what the customer changes or takes back.
    const held = { lastReceivedAt: START };
    send(messageArrived(aMessage({ id: '1003', at: START + 120_000, tag: 'edited' }), 13, held));
    send(messageArrived(aMessage({ id: '1004', at: START + 180_000, tag: 'revoked', unseen: false }), 14, held));
    // Nor a reaction to what isn't there, nor what the provider tells.
    const nothing = { parentId: null, unseen: false };
    send(messageArrived(aMessage({ id: '1005', at: START + 240_000, tag: 'reaction', ...nothing }), 15, held));
    send(messageArrived(aMessage({ id: '1006', at: START + 300_000, tag: 'system', ...nothing }), 16, held));
    expect(selectServiceWindowEnd(snapshot())).toBe(START + 24 * 3_600_000);
  });
});

describe('lifecycle', () => {
  test('open -> finishing -> finished, the answer first, then the frame', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested);
    expect(selectLifecycle(snapshot())).toBe('finishing');
    expect(given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '500' }]);
    send(finished);
    expect(selectLifecycle(snapshot())).toBe('finished');
    send(ticketClosed(11));
    expect(selectLifecycle(snapshot())).toBe('finished');
  });

  test('open -> finishing -> finished, the frame first, then the answer', () => {
    const { ignores, send, snapshot } = aTicketActor(known(), finishRequested);
    send(ticketClosed(11));
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(ignores(finished)).toBe(true);
  });

  test('finishing -> open when it fails: why is kept, and the server is asked how it stands', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested, finishFailed);
    expect(selectLifecycle(snapshot())).toBe('open');
    expect(selectFinishFailure(snapshot())).toBe(networkFailure);
    expect(given('ticket.fetch')).toEqual([{ type: 'ticket.fetch', ticketId: '500' }]);
    send(finishRequested);
    expect(selectLifecycle(snapshot())).toBe('finishing');
    expect(selectFinishFailure(snapshot())).toBeNull();
  });

  test('finishing -> open -> finished: somebody was quicker', () => {
    const { send, snapshot } = aTicketActor(known(), finishRequested, finishFailed);
    send({ type: 'ticket.listed', ticket: aTicket({ finishedAt: START }), streamPosition: 12 });
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(selectFinishFailure(snapshot())).toBeNull();
  });

  test('open -> finishing -> open as the server tells it', () => {
    const { send, snapshot } = aTicketActor(known(), known({ finishing: true }, 11));
    expect(selectLifecycle(snapshot())).toBe('finishing');
    send(known({ finishing: false }, 12));
    expect(selectLifecycle(snapshot())).toBe('open');
  });

  test('finishing: our own finish isn’t ended by news from before it', () => {
    const { send, snapshot } = aTicketActor(known(), finishRequested);
    send(messageArrived(aMessage(), 11));
    expect(selectLifecycle(snapshot())).toBe('finishing');
  });

  test('open -> finished when somebody else finishes it', () => {
    const { snapshot } = aTicketActor(known(), ticketClosed(11));
    expect(selectLifecycle(snapshot())).toBe('finished');
  });

  test('finished absorbs: nothing opens it again, nothing finishes it twice', () => {
    const { given, send, snapshot } = aTicketActor(known(), ticketClosed(11));
    send(
      known({ finishedAt: null, finishing: true }, 20),
      messageArrived(aMessage(), 21),
      finishRequested,
      finishFailed,
    );
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(selectTicket(snapshot())).toMatchObject({ finishedAt: START, finishing: false });
    expect(given('ticket.finish')).toEqual([]);
  });

  test('one that isn’t known yet can’t be finished', () => {
    const { ignores } = aTicketActor();
    expect(ignores(finishRequested)).toBe(true);
  });
});

describe('attention', () => {
  test('answered -> notResponded -> answered as the server tells it', () => {
    const { send, snapshot } = aTicketActor(known({ notResponded: false }));
    expect(selectNotResponded(snapshot())).toBe(false);
    send(messageArrived(aMessage(), 11, { notResponded: true }));
    expect(selectNotResponded(snapshot())).toBe(true);
    send(messageArrived(aSentMessage({ id: '1002' }), 12, { notResponded: false }));
    expect(selectNotResponded(snapshot())).toBe(false);
  });
});

describe('blacklist', () => {
  const blacklisted = (on: boolean, seq: number) =>
    logged({ type: 'customer.blacklisted', customerId: '100', blacklisted: on, stream: streamAt(seq) });

  test('a blacklist frame marks the customer', () => {
    const { send, snapshot } = aTicketActor(known(), blacklisted(true, 11));
    expect(selectBlacklisted(snapshot())).toBe(true);
    send(blacklisted(false, 12));
    expect(selectBlacklisted(snapshot())).toBe(false);
  });

  test('older news of it is ignored, by frame or by listing', () => {
    const ticket = aTicketActor(known(), blacklisted(true, 12));
    expect(ticket.ignores(blacklisted(false, 11))).toBe(true);
    ticket.send(known({ customer: aCustomer({ blacklisted: false, name: 'Joana D.' }) }, 11));
    expect(selectBlacklisted(ticket.snapshot())).toBe(true);
    expect(selectCustomer(ticket.snapshot())?.name).toBe('Joana D.');
  });
});

describe('pin', () => {
  const toggled = (pinned: boolean) => logged({ type: 'customer.pinToggled', customerId: '100', pinned });
  const pinned = (on: boolean, seq: number) =>
    logged({ type: 'customer.pinned', customerId: '100', pinned: on, stream: streamAt(seq) });
  const pinFailed = (on: boolean) =>
    logged({ type: 'customer.pinFailed', customerId: '100', pinned: on, failure: networkFailure });

  test('shows at once and is confirmed by the frame', () => {
    const { context, given, send, snapshot } = aTicketActor(known({ pinned: false }), toggled(true));
    expect(selectPinned(snapshot())).toBe(true);
    expect(selectSortKey(snapshot())?.pinned).toBe(true);
    expect(given('customer.pin')).toEqual([{ type: 'customer.pin', customerId: '100', pinned: true }]);
    send(pinned(true, 11));
    expect(selectPinned(snapshot())).toBe(true);
    expect(context().pinWanted).toBeNull();
  });

  test('is taken back when it fails', () => {
    const { send, snapshot } = aTicketActor(known({ pinned: false }), toggled(true), pinFailed(true));
    expect(selectPinned(snapshot())).toBe(false);
    send(toggled(true));
    expect(selectPinned(snapshot())).toBe(true);
  });

  test('the failure of an earlier choice leaves the later one', () => {
    const { snapshot } = aTicketActor(known({ pinned: false }), toggled(true), toggled(false), pinFailed(true));
    expect(selectPinned(snapshot())).toBe(false);
  });

  test('choosing what is already so asks for nothing', () => {
    const ticket = aTicketActor(known({ pinned: true }));
    expect(ticket.ignores(toggled(true))).toBe(true);
    expect(ticket.commands).toEqual([]);
  });

  test('frames of the ticket don’t tell it and leave it', () => {
    const { snapshot } = aTicketActor(known({ pinned: true }), messageArrived(aMessage(), 11));
    expect(selectPinned(snapshot())).toBe(true);
  });

  test('a listing from before a pin frame doesn’t undo it', () => {
    const { snapshot } = aTicketActor(known({ pinned: false }, 10), pinned(true, 12), known({ pinned: false }, 11));
    expect(selectPinned(snapshot())).toBe(true);
  });

  test('a listing tells it to a ticket that was known by frames, even of its own position', () => {
    const { snapshot } = aTicketActor(messageArrived(aMessage(), 11), known({ pinned: true }, 11));
    expect(selectPinned(snapshot())).toBe(true);
  });
});

describe('what may be done', () => {
  test('its owner may finish and transfer it, while it is open', () => {
    const { send, snapshot } = aTicketActor(known());
    expect([selectCanFinish(snapshot()), selectCanTransfer(snapshot())]).toEqual([true, true]);
    send(ticketClosed(11));
    expect([selectCanFinish(snapshot()), selectCanTransfer(snapshot())]).toEqual([false, false]);
  });

  test('another attendant may not', () => {
    const { snapshot } = aTicketActor(known({ owner: { ...CARLA, image: null } }));
    expect([selectCanFinish(snapshot()), selectCanTransfer(snapshot())]).toEqual([false, false]);
  });

  test('while nobody has it, whoever sees it may, as the server lets them', () => {
    const { snapshot } = aTicketActor(known({ owner: null }));
    expect([selectCanFinish(snapshot()), selectCanTransfer(snapshot())]).toEqual([true, true]);
  });

  test('one transfer at a time, as the frames tell it', () => {
    const { send, snapshot } = aTicketActor(known(), transferArrived(11));
    expect(selectPendingTransferId(snapshot())).toBe(aTransfer().id);
    expect(selectCanTransfer(snapshot())).toBe(false);
    send(transferRemoved(12));
    expect(selectPendingTransferId(snapshot())).toBeNull();
    expect(selectCanTransfer(snapshot())).toBe(true);
    send(transferArrived(13, { id: '901' }), ticketTransferred(14, { id: '901' }));
    expect(selectTicket(snapshot())?.owner?.id).toBe(CARLA.id);
    expect(selectCanTransfer(snapshot())).toBe(false);
  });
});
