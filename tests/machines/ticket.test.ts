import { describe, expect, test } from 'vitest';
import type { Attendance, Customer } from '../../src/machines/entities/entities.ts';
import {
  selectCanFinish,
  selectCanTransfer,
  selectFinishFailure,
  selectIsGone,
  selectIsLeftOut,
  selectLifecycle,
  selectLoadFailure,
  selectTicket,
} from '../../src/machines/ticket/ticket.selectors.ts';
import {
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
  aRelatedMessage,
  aSentMessage,
  aTicket,
  aTransfer,
  networkFailure,
  streamAt,
} from '../support/builders.ts';
import { opened as pageOpened } from './session-support.ts';
import { aTicketActor, known } from './ticket-support.ts';

const opened = logged({ type: 'ticket.opened', ticketId: '500' });
const left = logged({ type: 'ticket.left', ticketId: '500' });
const retried = logged({ type: 'chat.retried', ticketId: '500' });
const notFound = logged({ type: 'ticket.loadFailed', ticketId: '500', failure: aFailure({ code: 'NOT_FOUND' }) });
const finishRequested = logged({ type: 'ticket.finishRequested', ticketId: '500' });
const finishRestored = { type: 'finish.restored', outcomeId: null } as const;
const refusal = aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' });
const finishFailed = logged({ type: 'ticket.finishFailed', ticketId: '500', failure: refusal });
const finished = logged({ type: 'ticket.finished', ticket: aTicket({ finishedAt: START }) });

/** Of each part another one than the usual ticket's. */
const otherParts: Omit<Required<Attendance>, 'id'> = {
  protocol: 'B',
  startedAt: START + 1,
  finishedAt: START,
  finishing: true,
  outcome: 'B',
  notResponded: true,
  owner: null,
  instance: { id: '11', name: 'Suporte' },
  customer: aCustomer({ id: '41' }),
  inFlow: true,
  waitingSince: START,
  ownedSince: START,
  snoozedUntil: START,
  wokenAt: START,
  departmentId: '3',
  words: aRelatedMessage(),
  pendingTransfer: aTransfer(),
};
const otherCustomer: Required<Customer> = {
  id: '41',
  name: 'Outro Nome',
  phone: '5511900000000',
  image: '/face.png',
  blacklisted: true,
  since: START,
  tags: [{ id: '1', name: 'VIP', color: 'teal' }],
  numbers: ['5511900000001'],
};

describe('fields', () => {
  test('are those of the newest news', () => {
    const { send, snapshot } = aTicketActor(known({ protocol: 'A' }, 10));
    send(known({ protocol: 'B' }, 12));
    expect(selectTicket(snapshot())?.protocol).toBe('B');
  });

  test.each(Object.entries(otherParts))('a later %s is taken', (part, other) => {
    const ended = part === 'outcome' ? { finishedAt: START, outcome: 'A' } : {};
    const { send, snapshot } = aTicketActor(known(ended, 10));
    send(known({ ...ended, [part]: other }, 12));
    expect(selectTicket(snapshot())).toHaveProperty(part, other);
  });

  test.each(Object.entries(otherCustomer))("a customer's later %s is taken", (part, other) => {
    const { send, snapshot } = aTicketActor(known({}, 10));
    send(known({ customer: aCustomer({ [part]: other }) }, 12));
    expect(selectTicket(snapshot())?.customer).toHaveProperty(part, other);
  });

  test.each([9, 10])('news of position %i after that of 10 changes nothing', (position) => {
    const ticket = aTicketActor(known({ protocol: 'A' }, 10));
    expect(ticket.ignores(known({ protocol: 'B' }, position))).toBe(true);
  });

  test.each([
    ['ticket.transferred', ticketTransferred(9)],
    ['transfer.removed', transferRemoved(9)],
    ['transfer.arrived', transferArrived(9)],
    ['message.arrived', messageArrived(aMessage(), 9)],
  ])('%s of position 9 leaves the owner as of 10', (_type, older) => {
    const owner = { id: '9', name: 'Dora Lima', image: null };
    const { send, snapshot } = aTicketActor(known({ owner }, 10), older);
    expect(selectTicket(snapshot())?.owner).toEqual(owner);
    send(ticketTransferred(11));
    expect(selectTicket(snapshot())?.owner?.id).toBe(CARLA.id);
  });

  test('a listing and a frame are ordered only by their positions', () => {
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
    const before = selectTicket(snapshot())?.customer;
    send(messageArrived(aMessage(), 11, { customer: aCustomer() }));
    expect(selectTicket(snapshot())?.customer).toBe(before);
  });

  test('after a break the positions of the new stream count, whatever the old ones were', () => {
    const { send, snapshot } = aTicketActor(known({ protocol: 'A' }, 1_000), greeted(false, 5));
    send(known({ protocol: 'old' }, 4));
    expect(selectTicket(snapshot())?.protocol).toBe('A');
    send(known({ protocol: 'B' }, 5));
    expect(selectTicket(snapshot())?.protocol).toBe('B');
  });

  test('what belongs to its conversation isn’t among them: a message leaves them', () => {
    const { send, snapshot } = aTicketActor(known({ lastMessage: null }, 10));
    const before = selectTicket(snapshot());
    expect(before).not.toHaveProperty('lastMessage');
    send(messageArrived(aMessage(), 11));
    expect(selectTicket(snapshot())).toBe(before);
  });
});

describe('loading', () => {
  test('one that isn’t known is fetched when it is opened, one that is isn’t', () => {
    expect(aTicketActor(opened).given('ticket.fetch')).toEqual([{ type: 'ticket.fetch', ticketId: '500' }]);
    expect(aTicketActor(known(), opened).commands).toEqual([]);
  });

  test('opened twice: fetched once', () => {
    const ticket = aTicketActor(known(), opened);
    expect(ticket.ignores(opened)).toBe(true);
    ticket.send(left);
    expect(ticket.ignores(left)).toBe(true);
  });

  test('a failed load keeps its reason until the ticket is reported', () => {
    const { send, snapshot } = aTicketActor(notFound);
    expect(selectLoadFailure(snapshot())?.code).toBe('NOT_FOUND');
    send({ type: 'ticket.listed', ticket: aTicket(), streamPosition: 3 });
    expect(selectLoadFailure(snapshot())).toBeNull();
  });

  test('one that isn’t found is fetched again when asked', () => {
    const { given, ignores, send, snapshot } = aTicketActor(opened, notFound);
    expect(selectLoadFailure(snapshot())?.code).toBe('NOT_FOUND');
    send(retried);
    expect(selectLoadFailure(snapshot())).toBeNull();
    expect(given('ticket.fetch')).toHaveLength(2);
    send(known());
    expect(ignores(retried)).toBe(true);
  });

  test('one that isn’t known yet is fetched again on a greeting', () => {
    const { given, send } = aTicketActor(opened, greeted(true, 20));
    send(greeted(false, 21));
    expect(given('ticket.fetch')).toHaveLength(3);
  });

  test('a greeting of a stream that goes on leaves one that is known', () => {
    expect(aTicketActor(known(), opened).ignores(greeted(true, 20))).toBe(true);
  });

  test('after a break one that isn’t on the screen isn’t asked for', () => {
    expect(aTicketActor(known(), opened, left, greeted(false, 40)).commands).toEqual([]);
  });
});

describe('after a break it is asked for anew, and', () => {
  const broken = [known(), opened, greeted(false, 40)] as const;

  test('isn’t ours to see -> no actions on it until it is reported again', () => {
    const { given, send, snapshot } = aTicketActor(...broken);
    expect(given('ticket.fetch')).toHaveLength(1);
    expect(selectCanFinish(snapshot())).toBe(true);
    send(notFound);
    expect([selectIsGone(snapshot()), selectCanFinish(snapshot())]).toEqual([true, false]);
    send(known({}, 41));
    expect([selectIsGone(snapshot()), selectCanFinish(snapshot())]).toEqual([false, true]);
  });

  test('wasn’t visible before it was reported -> it is', () => {
    const { snapshot } = aTicketActor(...broken, messageArrived(aMessage(), 41), notFound);
    expect(selectIsGone(snapshot())).toBe(false);
  });

  test('no answer came -> shown, and fetched again by a retry', () => {
    const { given, send, snapshot } = aTicketActor(
      ...broken,
      logged({ type: 'ticket.loadFailed', ticketId: '500', failure: networkFailure }),
    );
    expect([selectLoadFailure(snapshot()), selectIsGone(snapshot())]).toEqual([networkFailure, false]);
    send(retried);
    expect(given('ticket.fetch')).toHaveLength(2);
    expect(selectLoadFailure(snapshot())).toBeNull();
  });

  test('a call made before it says nothing about an unknown ticket', () => {
    const { ignores, send, snapshot } = aTicketActor(opened, greeted(false, 40));
    expect(ignores(known({}, 39))).toBe(true);
    send(known({}, 40));
    expect(selectTicket(snapshot())).not.toBeNull();
  });

  test('missing in the list -> treated as unlisted until it is reported, also if the connection breaks again', () => {
    const { send, snapshot } = aTicketActor(...broken, { type: 'ticket.leftOut', streamPosition: 41 });
    expect(selectIsLeftOut(snapshot())).toBe(true);
    send(greeted(false, 50));
    expect(selectIsLeftOut(snapshot())).toBe(true);
    send(known({}, 50));
    expect(selectIsLeftOut(snapshot())).toBe(false);
  });
});

describe('read further up', () => {
  const endShown = (isShown: boolean) => logged({ type: 'chat.endShown', ticketId: '500', isShown });

  test('on the screen -> until its end is shown, or it is opened anew', () => {
    const { ignores, send, snapshot } = aTicketActor(known(), opened, endShown(false));
    expect(snapshot().context.readUp).toBe(true);
    expect(ignores(endShown(false))).toBe(true);
    send(endShown(true));
    expect(snapshot().context.readUp).toBe(false);
    send(endShown(false), left, opened);
    expect(snapshot().context.readUp).toBe(false);
  });

  test('not on the screen -> nothing is read', () => {
    expect(aTicketActor(known()).ignores(endShown(false))).toBe(true);
  });
});

describe('lifecycle', () => {
  test('open -> finishing -> finished, the answer first, then the frame', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested);
    expect(selectLifecycle(snapshot())).toBe('finishing');
    expect(given('ticket.finish')).toEqual([]);
    send({ type: 'sends.settled' }, { type: 'sends.settled' });
    expect(given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '500' }]);
    send(finished);
    expect(selectLifecycle(snapshot())).toBe('finished');
    send(ticketClosed(11));
    expect(selectLifecycle(snapshot())).toBe('finished');
  });

  test('finishing with an outcome: it is asked for and kept until it is done; the next finish has its own', () => {
    const chosen = logged({ type: 'ticket.finishRequested', ticketId: '500', outcomeId: '70' } as const);
    const { given, send, snapshot } = aTicketActor(known(), chosen);
    send({ type: 'sends.settled' });
    expect(given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '500', outcomeId: '70' }]);
    const entry = { kind: 'finish', clientId: 'finish:500', ticketId: '500', userId: snapshot().context.viewer.userId };
    expect(given('outbox.putAction')).toEqual([{ type: 'outbox.putAction', action: { ...entry, outcomeId: '70' } }]);
    expect(given('outbox.remove')).toEqual([]);
    send(finishFailed);
    expect(given('outbox.remove')).toEqual([{ type: 'outbox.remove', clientId: 'finish:500' }]);
    send(finishRequested, { type: 'sends.settled' });
    expect(given('ticket.finish').at(-1)).toEqual({ type: 'ticket.finish', ticketId: '500' });
    expect(given('outbox.putAction').at(-1)).toMatchObject({ action: { outcomeId: null } });
    send(logged({ type: 'ticket.finished', ticket: aTicket({ finishedAt: START, outcome: 'Venda feita' }) }));
    expect(given('outbox.remove')).toHaveLength(2);
    expect(selectTicket(snapshot())?.outcome).toBe('Venda feita');
    // A frame from before the finish says nothing of it; who opens it again takes the outcome away.
    send(messageArrived(aMessage(), 11));
    expect(selectTicket(snapshot())?.outcome).toBe('Venda feita');
    send(ticketClosed(12));
    const reopened = { type: 'customer.arrived', ticket: aTicket(), reopened: true, stream: streamAt(13) } as const;
    send(logged(reopened));
    expect(selectTicket(snapshot())).not.toHaveProperty('outcome');
  });

  test('the page is closed -> no longer its own finish, and the outbox keeps it', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested, { type: 'sends.settled' });
    send(pageOpened(null));
    expect(selectLifecycle(snapshot())).toBe('open');
    expect(given('outbox.remove')).toEqual([]);
  });

  test('one that the outbox had and is finished by now -> it is removed there', () => {
    const { given, send } = aTicketActor(known({ finishedAt: START }, 11));
    send(finishRestored);
    expect(given('outbox.remove')).toEqual([{ type: 'outbox.remove', clientId: 'finish:500' }]);
    expect(given('ticket.finish')).toEqual([]);
  });

  test('open -> finishing -> finished, the frame first, then the answer', () => {
    const { ignores, send, snapshot } = aTicketActor(known(), finishRequested);
    send(ticketClosed(11));
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(ignores(finished)).toBe(true);
  });

  test('finishing -> open when it fails: the reason is kept, and the ticket is fetched', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested, finishFailed);
    expect(selectLifecycle(snapshot())).toBe('open');
    expect(selectFinishFailure(snapshot())).toBe(refusal);
    expect(given('ticket.fetch')).toEqual([{ type: 'ticket.fetch', ticketId: '500' }]);
    send(finishRequested);
    expect(selectLifecycle(snapshot())).toBe('finishing');
    expect(selectFinishFailure(snapshot())).toBeNull();
  });

  test('a finish that failed waits for nothing: that somebody else finishes it doesn’t ask for ours again', () => {
    const { given, send, snapshot } = aTicketActor(known(), finishRequested, finishFailed);
    send(known({ finishing: true }, 11), { type: 'sends.settled' });
    expect(selectLifecycle(snapshot())).toBe('finishing');
    expect(given('ticket.finish')).toEqual([]);
  });

  test('finishing -> open -> finished: somebody was quicker', () => {
    const { send, snapshot } = aTicketActor(known(), finishRequested, finishFailed);
    send({ type: 'ticket.listed', ticket: aTicket({ finishedAt: START }), streamPosition: 12 });
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(selectFinishFailure(snapshot())).toBeNull();
  });

  test('open -> finishing -> open as the server reports it', () => {
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

  test('finished absorbs: no news of its messages opens it again, nothing finishes it twice', () => {
    const { given, send, snapshot } = aTicketActor(known(), ticketClosed(11));
    send(
      known({ finishedAt: null, finishing: true }, 10),
      messageArrived(aMessage(), 21),
      finishRequested,
      finishFailed,
    );
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(selectTicket(snapshot())).toMatchObject({ finishedAt: START, finishing: false });
    expect(given('ticket.finish')).toEqual([]);
  });

  test('finished -> open when its finish was undone, by the frame or by a list from after it', () => {
    const { send, snapshot } = aTicketActor(known(), ticketClosed(11));
    const stream = streamAt(12);
    send(logged({ type: 'customer.arrived', ticket: aTicket(), reopened: true, stream } as const));
    expect(selectLifecycle(snapshot())).toBe('open');
    send(ticketClosed(13));
    expect(selectLifecycle(snapshot())).toBe('finished');
    send(known({ finishedAt: null }, 14));
    expect(selectLifecycle(snapshot())).toBe('open');
  });

  test('finished by our own answer: only news from after its frame opens it', () => {
    const { send, snapshot } = aTicketActor(known(), finishRequested);
    send(logged({ type: 'ticket.finished', ticket: aTicket({ finishedAt: START }) } as const));
    send(known({ finishedAt: null }, 14));
    expect(selectLifecycle(snapshot())).toBe('finished');
    send(ticketClosed(15), known({ finishedAt: null }, 16));
    expect(selectLifecycle(snapshot())).toBe('open');
  });

  test('one that isn’t known, whose finish an earlier page left -> finished by its answer alone', () => {
    const { given, send, snapshot } = aTicketActor(finishRestored, { type: 'sends.settled' });
    expect(given('ticket.finish')).toHaveLength(1);
    send(finished);
    expect(selectLifecycle(snapshot())).toBe('finished');
    expect(given('outbox.remove')).toHaveLength(1);
  });
});

describe('attention', () => {
  test('answered -> notResponded -> answered as the server reports it', () => {
    const { send, snapshot } = aTicketActor(known({ notResponded: false }));
    expect(snapshot().value.attention).not.toBe('notResponded');
    send(messageArrived(aMessage(), 11, { notResponded: true }));
    expect(snapshot().value.attention).toBe('notResponded');
    send(messageArrived(aSentMessage({ id: '1002' }), 12, { notResponded: false }));
    expect(snapshot().value.attention).not.toBe('notResponded');
  });
});

describe('blacklist', () => {
  const blacklisted = (on: boolean, seq: number) =>
    logged({ type: 'customer.blacklisted', customerId: '100', blacklisted: on, stream: streamAt(seq) });

  test('a blacklist frame marks the customer', () => {
    const { send, snapshot } = aTicketActor(known(), blacklisted(true, 11));
    expect(selectTicket(snapshot())?.customer.blacklisted).toBe(true);
    send(blacklisted(false, 12));
    expect(selectTicket(snapshot())?.customer.blacklisted).toBe(false);
  });

  test('older news of it is ignored, by frame or by listing', () => {
    const ticket = aTicketActor(known(), blacklisted(true, 12));
    expect(ticket.ignores(blacklisted(false, 11))).toBe(true);
    ticket.send(known({ customer: aCustomer({ blacklisted: false, name: 'Joana D.' }) }, 11));
    expect(selectTicket(ticket.snapshot())?.customer.blacklisted).toBe(true);
    expect(selectTicket(ticket.snapshot())?.customer.name).toBe('Joana D.');
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

  test('one transfer at a time, as frames report it', () => {
    const { send, snapshot } = aTicketActor(known(), transferArrived(11));
    expect(selectTicket(snapshot())?.pendingTransfer?.id).toBe(aTransfer().id);
    expect(selectCanTransfer(snapshot())).toBe(false);
    send(transferRemoved(12));
    expect(selectTicket(snapshot())?.pendingTransfer).toBeNull();
    expect(selectCanTransfer(snapshot())).toBe(true);
    send(transferArrived(13, { id: '901' }), ticketTransferred(14, { id: '901' }));
    expect(selectTicket(snapshot())?.owner?.id).toBe(CARLA.id);
    expect(selectCanTransfer(snapshot())).toBe(false);
  });
});
