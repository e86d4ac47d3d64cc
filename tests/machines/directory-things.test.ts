import { afterEach, describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectDraft, selectMessages } from '../../src/machines/conversation/conversation.selectors.ts';
import { selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import {
  BRUNO,
  CARLA,
  START,
  aFailure,
  aMessage,
  aStored,
  aTransfer,
  aUser,
  anOutgoing,
  brunoViewing,
  carlaViewing,
  clientId,
  streamAt,
  theTwinOf,
} from '../support/builders.ts';
import { conversationIn } from '../support/conversation.ts';
import { anApp, greeting, listed, live, opening, replays, ticketOf } from './directory-support.ts';
import { opened } from './session-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

describe('messages on their way', () => {
  const first = anOutgoing({ ticketId: '501', customerId: '101' });
  const second = { ...first, clientId: clientId(2), tempId: '2-temp', text: 'Segunda' };
  const submitted = (message = first): AppEvent => ({ type: 'message.submitted', message });
  const stored = (n: number): AppEvent => ({ type: 'outbox.stored', clientId: clientId(n) });

  test('one after the other in a conversation', () => {
    const { append, after, given, directory } = live(brunoViewing, ticketOf(1));
    append(submitted(), submitted(second), stored(1), stored(2));
    expect(given('message.send').map(({ message }) => message.clientId)).toEqual([clientId(1)]);
    expect(directory.sendsOf('101@10').getSnapshot()).toEqual([clientId(1), clientId(2)]);
    const sent = after({ type: 'message.accepted', clientId: clientId(1), message: theTwinOf(first, { id: '3001' }) });
    expect(sent).toContainEqual({ type: 'message.send', message: second });
    expect(directory.sendsOf('101@10').getSnapshot()).toEqual([clientId(2)]);
  });

  test('shown in every ticket of the conversation until they are at the server, or given up', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    const idsIn = (id: string): string[] => {
      const snapshot = conversationIn(directory, id);
      return snapshot === undefined ? [] : selectMessages(snapshot).map(({ message }) => message.id);
    };
    append({ type: 'ticket.opened', ticketId: '501' }, submitted(), stored(1));
    append({ type: 'message.refused', clientId: clientId(1), failure: aFailure() });
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
    const next = ticketOf(1, { id: '900', pinned: null });
    append({ type: 'customer.arrived', ticket: next, stream: streamAt(12) });
    expect(idsIn('900')).toEqual(['1-temp']);
    append(submitted({ ...second, ticketId: '900' }), stored(2));
    expect([idsIn('501'), idsIn('900')]).toEqual([
      ['1-temp', '2-temp'],
      ['1-temp', '2-temp'],
    ]);
    append({ type: 'message.discarded', clientId: clientId(1) });
    append({
      type: 'message.accepted',
      clientId: clientId(2),
      message: theTwinOf(second, { id: '3002', ticketId: '900' }),
    });
    expect([idsIn('501'), idsIn('900')]).toEqual([['3002'], ['3002']]);
  });

  test('the ticket that the server opened for one comes before its message -> shown once', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1, { finishedAt: START }));
    append(
      { type: 'ticket.opened', ticketId: '501' },
      { type: 'ticket.loaded', ticket: ticketOf(1, { finishedAt: START }), streamPosition: 10 },
    );
    append(submitted(), stored(1));
    const twin = theTwinOf(first, { id: '3001', ticketId: '900' });
    append({ type: 'customer.arrived', ticket: ticketOf(1, { id: '900', lastMessage: twin }), stream: streamAt(11) });
    expect(conversationIn(directory, '501')?.context.optimistic).toEqual([]);
  });

  test('a failed one lets the next go', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    append(submitted(), submitted(second), stored(1), stored(2));
    expect(after({ type: 'message.refused', clientId: clientId(1), failure: aFailure() })).toContainEqual({
      type: 'message.send',
      message: second,
    });
  });

  test('a failed one that is tried again goes behind those that went past it', () => {
    const { append, after, directory } = live(brunoViewing, ticketOf(1));
    append(submitted(), submitted(second), stored(1), stored(2));
    append({ type: 'message.refused', clientId: clientId(1), failure: aFailure() });
    append({ type: 'message.retried', clientId: clientId(1) });
    expect(directory.sendsOf('101@10').getSnapshot()).toEqual([clientId(2), clientId(1)]);
    expect(after(stored(1)).map(({ type }) => type)).not.toContain('message.send');
    const sent = after({ type: 'message.accepted', clientId: clientId(2), message: theTwinOf(second, { id: '3002' }) });
    expect(sent).toContainEqual({ type: 'message.send', message: first });
  });

  test('one that is given up while it waits leaves the next behind the one in front', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    const third = { ...first, clientId: clientId(3), tempId: '3-temp', text: 'Terceira' };
    append(submitted(), submitted(second), submitted(third), stored(1), stored(2), stored(3));
    expect(after({ type: 'message.discarded', clientId: clientId(2) }).map(({ type }) => type)).not.toContain(
      'message.send',
    );
    const sent = after({ type: 'message.accepted', clientId: clientId(1), message: theTwinOf(first, { id: '3001' }) });
    expect(sent).toContainEqual({ type: 'message.send', message: third });
  });

  test('of an earlier page: the server has the second and not the third, which waits for the first all the same', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    const third = { ...first, clientId: clientId(3), tempId: '3-temp', text: 'Terceira' };
    append({ type: 'outbox.restored', messages: [aStored(first), aStored(second), aStored(third)] });
    append({ type: 'message.resolved', clientId: clientId(2), message: theTwinOf(second, { id: '3002' }) });
    const absent = (n: number): AppEvent => ({ type: 'message.resolved', clientId: clientId(n), message: null });
    expect(after(absent(3)).map(({ type }) => type)).not.toContain('message.send');
    append(absent(1));
    const sent = after({ type: 'message.accepted', clientId: clientId(1), message: theTwinOf(first, { id: '3003' }) });
    expect(sent).toContainEqual({ type: 'message.send', message: third });
  });

  test('an uncertain one keeps it waiting', () => {
    const { append, after } = live(brunoViewing, ticketOf(1));
    append(submitted(), submitted(second), stored(1), stored(2));
    expect(after({ type: 'message.answerLost', clientId: clientId(1) }).map(({ type }) => type)).not.toContain(
      'message.send',
    );
  });

  test.each([
    ['reply before push', ['accepted', 'arrived']],
    ['push before reply', ['arrived', 'accepted']],
  ] as const)('%s: once in the conversation', (_name, order) => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' });
    append({
      type: 'chat.listed',
      customerId: '101',
      instanceId: '10',
      request: 1,
      older: false,
      items: [],
      complete: true,
    });
    append(submitted(), stored(1));
    const twin = theTwinOf(first, { id: '3001' });
    const told = {
      accepted: { type: 'message.accepted', clientId: clientId(1), message: twin },
      arrived: {
        type: 'message.arrived',
        message: twin,
        ticket: { ...ticketOf(1), lastMessage: twin, pinned: null },
        stream: streamAt(11),
      },
    } as const;
    for (const which of order) append(told[which]);
    const conversation = conversationIn(directory, '501');
    expect(conversation && selectMessages(conversation).map(({ message }) => message.id)).toEqual(['3001']);
    expect(directory.send(clientId(1))).toBeUndefined();
  });

  test('discarded: it leaves the conversation', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append(submitted(), stored(1), { type: 'message.refused', clientId: clientId(1), failure: aFailure() });
    append({ type: 'message.discarded', clientId: clientId(1) });
    const conversation = conversationIn(directory, '501');
    expect(conversation && selectMessages(conversation)).toEqual([]);
    expect(directory.sendsOf('101@10').getSnapshot()).toEqual([]);
  });

  test('what an earlier page left is there, and shown when its ticket comes', () => {
    const { append, directory, given } = anApp();
    append(opening(brunoViewing));
    append({ type: 'outbox.restored', messages: [aStored(first), aStored(second)] });
    append({ type: 'drafts.restored', drafts: [{ customerId: '101', instanceId: '10', text: 'Meio escrito' }] });
    expect(given('message.resolve').map((command) => command.clientId)).toEqual([clientId(1), clientId(2)]);
    append(...greeting(10), listed(2, [ticketOf(1)]));
    const conversation = conversationIn(directory, '501');
    const kinds = conversation && selectMessages(conversation).map(({ kind }) => kind);
    expect(kinds).toEqual(['optimistic', 'optimistic']);
    expect(conversation && selectDraft(conversation)).toBe('Meio escrito');
  });

  test('a draft is kept for the customer’s next ticket', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'draft.changed', ticketId: '501', text: 'Até ama' });
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: null, stream: streamAt(11) });
    append({ type: 'customer.arrived', ticket: ticketOf(1, { id: '900' }), stream: streamAt(12) });
    const conversation = conversationIn(directory, '900');
    expect(conversation && selectDraft(conversation)).toBe('Até ama');
  });
});

describe('transfers', () => {
  const transfer = aTransfer({ ticketId: '501' });
  const pending = ticketOf(1, { pendingTransfer: transfer });

  test('drafted, created, confirmed', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'transfer.drafted', ticketId: '501' });
    append({ type: 'transfer.candidatesListed', ticketId: '501', users: [aUser()] });
    append({
      type: 'transfer.submitted',
      ticketId: '501',
      clientId: 'client-9',
      target: { kind: 'person', ...CARLA },
      previousOwner: BRUNO,
    });
    append({ type: 'transfer.created', ticketId: '501', transfer });
    expect(directory.pendingTransfers.getSnapshot()).toEqual(['900']);
    expect(directory.transfersOf('501').getSnapshot()).toEqual(['900']);
    append({ type: 'transfer.confirmed', transfer: { ...transfer, confirmedAt: START } });
    expect(directory.pendingTransfers.getSnapshot()).toEqual([]);
    expect(directory.transfer('900')).toBeUndefined();
  });

  test('a settled transfer stays settled, whatever late reports say', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'transfer.arrived', transfer, ticket: pending, by: BRUNO, addressed: false, stream: streamAt(11) });
    append({ type: 'transfer.removed', transfer, ticket: ticketOf(1), by: CARLA, stream: streamAt(12) });
    append({ type: 'transfer.created', ticketId: '501', transfer });
    expect(directory.pendingTransfers.getSnapshot()).toEqual([]);
    expect(directory.transfer('900')).toBeUndefined();
  });

  test('the answer to a new offer comes before the frame that the last one is gone -> only the new one waits', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'transfer.arrived', transfer, ticket: pending, by: BRUNO, addressed: false, stream: streamAt(11) });
    append({ type: 'transfer.created', ticketId: '501', transfer: aTransfer({ id: '901', ticketId: '501' }) });
    expect(directory.pendingTransfers.getSnapshot()).toEqual(['901']);
    append({ type: 'transfer.removed', transfer, ticket: ticketOf(1), by: CARLA, stream: streamAt(12) });
    expect(directory.pendingTransfers.getSnapshot()).toEqual(['901']);
  });

  test('a ticket that comes back by a message brings the offer that waits with it', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    const offered = ticketOf(2, { pendingTransfer: aTransfer({ id: '901', ticketId: '502' }) });
    const message = aMessage({ ticketId: '502' });
    append({ type: 'message.arrived', message, ticket: { ...offered, lastMessage: message }, stream: streamAt(11) });
    expect(directory.pendingTransfers.getSnapshot()).toEqual(['901']);
    append({ type: 'transfer.confirmRequested', transferId: '901' });
    append({
      type: 'ticket.transferred',
      transfer: aTransfer({ id: '901', ticketId: '502' }),
      ticket: ticketOf(2),
      by: CARLA,
      stream: streamAt(12),
    });
    expect(directory.pendingTransfers.getSnapshot()).toEqual([]);
  });

  test('the offer of a ticket that we finished is heard of afterwards -> it isn’t offered', () => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    append({ type: 'ticket.opened', ticketId: '501' });
    append({ type: 'ticket.finishRequested', ticketId: '501' });
    append({ type: 'ticket.finished', ticket: ticketOf(1, { finishedAt: START }) });
    append({ type: 'transfer.arrived', transfer, ticket: pending, by: CARLA, addressed: false, stream: streamAt(11) });
    expect(directory.pendingTransfers.getSnapshot()).toEqual([]);
    expect(directory.transfer('900')).toBeUndefined();
  });

  test('one of the list waits for an answer', () => {
    const { directory } = live(brunoViewing, pending);
    expect(directory.pendingTransfers.getSnapshot()).toEqual(['900']);
  });

  test('one that is over is removed; a view that shows it has its last state', () => {
    const { append, directory } = live(brunoViewing, pending);
    const actor = directory.transfer('900');
    append({ type: 'transfer.removed', transfer, ticket: ticketOf(1), by: CARLA, stream: streamAt(11) });
    expect(actor && selectTransferState(actor.getSnapshot())).toBe('deleted');
    expect(directory.pendingTransfers.getSnapshot()).toEqual([]);
    expect(directory.transfer('900')).toBeUndefined();
  });
});

describe('notices', () => {
  test('a transfer’s offer goes when it is answered', () => {
    const { append, directory } = live(carlaViewing);
    const transfer = aTransfer({ ticketId: '501' });
    append({
      type: 'transfer.arrived',
      transfer,
      ticket: ticketOf(1, { pendingTransfer: transfer }),
      by: BRUNO,
      addressed: true,
      stream: streamAt(11),
    });
    expect(directory.notices.getSnapshot()).toEqual(['transfer:900:pending']);
    append({ type: 'transfer.deleted', transfer: { ...transfer, deletedAt: START } });
    append({ type: 'timer.fired', timer: 'notice:transfer:900:pending:clear' });
    expect(directory.notices.getSnapshot()).toEqual([]);
  });

  test('one notice per conversation, the newest; none is raised twice', () => {
    const { append, directory, given } = live(brunoViewing, ticketOf(1));
    const notice = (seq: number, noticeId: string): AppEvent => ({
      type: 'notice.arrived',
      noticeId,
      title: 'Cliente 1',
      text: 'Oi',
      attendant: BRUNO,
      ticketId: '501',
      customerId: '101',
      customerName: 'Cliente 1',
      instanceId: '10',
      stream: streamAt(seq),
    });
    append({ type: 'tab.led' }, notice(11, '1'), notice(12, '2'));
    expect(directory.notices.getSnapshot()).toEqual(['chat:2']);
    append(notice(13, '1'));
    expect(directory.notices.getSnapshot()).toEqual(['chat:2']);
    expect(given('sound.play')).toHaveLength(2);
  });

  test.each([
    ['closed', []],
    ['opened anew', [{ type: 'transfer.drafted', ticketId: '501' }]],
  ] satisfies [string, AppEvent[]][])('an offer that fails after its dialog was %s', (_, more) => {
    const { append, directory } = live(brunoViewing, ticketOf(1));
    const failure = aFailure();
    append({ type: 'transfer.drafted', ticketId: '501' });
    append({ type: 'transfer.candidatesListed', ticketId: '501', users: [] });
    append({
      type: 'transfer.submitted',
      ticketId: '501',
      clientId: 'client-9',
      target: { kind: 'person', ...CARLA },
      previousOwner: BRUNO,
    });
    append({ type: 'transfer.dismissed', ticketId: '501' }, ...more);
    append({ type: 'transfer.createFailed', ticketId: '501', failure });
    expect(directory.notices.getSnapshot()).toEqual([expect.stringMatching(/^failed:create:/)]);
  });

  test('a login is notified if it was ours', () => {
    const { append, directory } = anApp();
    const { position: _position, loggedAt: _loggedAt, ...start } = opened(null);
    const success = {
      type: 'login.succeeded',
      token: 't',
      user: aUser(),
      routes: [],
      originBackoffice: false,
    } as const;
    append(start, { ...success, generation: 1 });
    expect(directory.notices.getSnapshot()).toEqual([]);
    append({ type: 'login.submitted', path: 'rest', email: 'c@x', secret: 's', remember: false, to: null });
    append({ ...success, generation: 2 });
    expect(directory.notices.getSnapshot()).toEqual(['login:2']);
  });
});

test('a send’s state is there for its view', () => {
  const { append, directory } = live(brunoViewing, ticketOf(1));
  append({ type: 'message.submitted', message: anOutgoing({ ticketId: '501', customerId: '101' }) });
  const actor = directory.send(clientId(1));
  expect(actor && selectSendState(actor.getSnapshot())).toBe('queued');
});
