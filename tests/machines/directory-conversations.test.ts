import { afterEach, describe, expect, test } from 'vitest';
import { selectDraft, selectMessages, selectReplyTo } from '../../src/machines/conversation/conversation.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { selectLoadFailure } from '../../src/machines/ticket/ticket.selectors.ts';
import {
  CARLA,
  START,
  aFailure,
  aMessage,
  anOutgoing,
  brunoViewing,
  clientId,
  networkFailure,
  streamAt,
  theTwinOf,
} from '../support/builders.ts';
import { conversationIn } from '../support/conversation.ts';
import { anApp, greeting, listed as ticketsListed, live, opening, replays, ticketOf } from './directory-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const of = { customerId: '101', instanceId: '10' } as const;
const opened: AppEvent = { type: 'ticket.opened', ticketId: '501' };
const retried: AppEvent = { type: 'chat.retried', ticketId: '501' };
const message = aMessage({ id: '1001', ticketId: '501' });
const listed = (request: number, ...items: readonly (typeof message)[]): AppEvent => ({
  type: 'chat.listed',
  ...of,
  request,
  older: false,
  items,
  complete: true,
});

describe('a ticket that is opened', () => {
  test('isn’t known -> it is fetched first, then its conversation', () => {
    const { append, given } = live(brunoViewing);
    append(opened);
    expect([given('ticket.fetch').length, given('chat.fetch').length]).toEqual([1, 0]);
    append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 10 });
    expect(given('chat.fetch')).toMatchObject([{ ...of, request: 1, beforeId: null }]);
    expect(given('history.fetch')).toMatchObject([of]);
    append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 11 });
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('isn’t known and is left before it is -> its conversation isn’t fetched', () => {
    const { append, given } = live(brunoViewing);
    append(opened, { type: 'ticket.left', ticketId: '501' });
    append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 10 });
    expect(given('chat.fetch')).toEqual([]);
  });

  test('shows what the customer’s earlier ticket shows, fetched once', () => {
    const { append, directory, given } = live(brunoViewing, ticketOf(1));
    append(opened, listed(1, message));
    append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: null, stream: streamAt(11) });
    const next = aMessage({ id: '1010', ticketId: '900' });
    const ticket = ticketOf(1, { id: '900', lastMessage: next });
    append({ type: 'message.arrived', message: next, ticket, stream: streamAt(12) });
    append({ type: 'ticket.opened', ticketId: '900' }, listed(2, message, next));
    const shown = ['501', '900'].map((id) => conversationIn(directory, id));
    expect(shown[0]).toBe(shown[1]);
    expect(shown[0] && selectMessages(shown[0]).map((entry) => entry.message.id)).toEqual(['1001', '1010']);
    // Again when the next one began: what was said in it before it was told of wasn't heard.
    expect(given('chat.fetch')).toHaveLength(2);
  });

  test('is somebody else’s from now on -> nothing of it is left in the earlier one', () => {
    const next = ticketOf(1, { id: '900', owner: null, lastMessage: aMessage({ id: '1010', ticketId: '900' }) });
    const { append, directory, given } = live(brunoViewing, ticketOf(1), next);
    append(opened, listed(1, message, aMessage({ id: '1010', ticketId: '900' })));
    const ticket = { ...next, owner: { ...CARLA, image: null } };
    append({ type: 'ticket.transferred', transfer: null, ticket, by: CARLA, stream: streamAt(11) });
    const conversation = conversationIn(directory, '501');
    expect(conversation && selectMessages(conversation).map((entry) => entry.message.id)).toEqual(['1001']);
    expect(conversation?.context.lastMessage?.id).toBe('1001');
    expect(given('ticket.fetch').at(-1)).toEqual({ type: 'ticket.fetch', ticketId: '501' });
  });
});

describe('a customer who was merged into another', () => {
  const merged: AppEvent = {
    type: 'customers.merged',
    fromId: '101',
    fromName: 'Cliente 1',
    intoId: '300',
    intoName: 'Marina',
    stream: streamAt(11),
  };

  test('is looked at -> everything is asked for anew, and the ticket goes on in the other’s conversation', () => {
    const { append, after, directory, given, ticket, unseen, rows } = live(
      brunoViewing,
      ticketOf(1, { unseen: 2 }),
      ticketOf(2),
    );
    append({ type: 'ticket.opened', ticketId: '501' }, listed(1, message));
    append({ type: 'draft.changed', ticketId: '501', text: 'Já vejo', customerName: 'Cliente 1' });
    const asked = after(merged);
    expect(asked.map(({ type }) => type)).toEqual(expect.arrayContaining(['tickets.fetch', 'ticket.fetch']));
    expect(given('tickets.fetch').at(-1)?.purpose).toBe('resync');

    const { customer, ...rest } = ticketOf(1, { unseen: 2 });
    const now = { ...rest, customer: { ...customer, id: '300', name: 'Marina' } };
    const fetched = after({ type: 'ticket.loaded', ticket: now, streamPosition: 11 });
    expect(fetched.filter(({ type }) => type === 'chat.fetch')).toMatchObject([
      { customerId: '300', instanceId: '10' },
    ]);
    expect(ticket('501')?.customer).toMatchObject({ id: '300', name: 'Marina' });
    expect(conversationIn(directory, '501')?.context).toMatchObject({ customerId: '300', draft: '' });
    // The text for the other one isn't lost, and says for whom it was.
    expect(directory.unsent.getSnapshot()).toEqual(['101@10']);
    expect([unseen(), rows()]).toEqual([0, ['501', '502']]);
    // A report from before the merge changes nothing.
    append({ type: 'ticket.loaded', ticket: ticketOf(1), streamPosition: 5 });
    expect(conversationIn(directory, '501')?.context.customerId).toBe('300');
  });

  const [failed, waiting, other] = [clientId(1), clientId(2), clientId(3)];
  const aText = (id: string, customerId = '101') => anOutgoing({ clientId: id, ticketId: '501', ...of, customerId });
  const gone = aFailure({ code: 'NOT_FOUND', key: 'error.notFound' });
  const { customer, ...rest } = ticketOf(1);
  const moved = { ...rest, customer: { ...customer, id: '300', name: 'Marina' } };
  const toldAnew: readonly AppEvent[] = [merged, { type: 'ticket.loaded', ticket: moved, streamPosition: 11 }];

  test('isn’t looked at -> the list has the ticket as the other’s, with the other’s unread messages', () => {
    const { append, given, rows, unseen, app } = live(brunoViewing, ticketOf(1, { unseen: 2 }), ticketOf(2));
    append(merged);
    const { request = 0 } = given('tickets.fetch').at(-1) ?? {};
    append(ticketsListed(request, [{ ...moved, unseen: 3 }, ticketOf(2)], { streamPosition: 11 }));
    expect([unseen(), rows()]).toEqual([1, ['501', '502']]);
    const actors = [...app.snapshots().keys()].filter((name) => /^(?:conversation|unseen):/u.test(name));
    expect(actors.toSorted()).toEqual(['conversation:102@10', 'conversation:300@10', 'unseen:102@10', 'unseen:300@10']);
    append({ type: 'ticket.closed', ticket: { ...moved, finishedAt: START }, by: null, stream: streamAt(12) });
    expect([unseen(), rows()]).toEqual([0, ['502']]);
  });

  test('had a failed message and one on its way -> both are found, and the finish waits for them', () => {
    const { append, directory, given } = live(brunoViewing, ticketOf(1));
    const key = '101@10';
    append({ type: 'ticket.opened', ticketId: '501' }, listed(1, message));
    append({ type: 'message.submitted', message: aText(failed) }, { type: 'outbox.stored', clientId: failed });
    append({ type: 'message.submitted', message: aText(waiting) });
    append({ type: 'ticket.finishRequested', ticketId: '501' });
    expect(directory.unsent.getSnapshot()).toEqual([]);
    append(...toldAnew);
    expect(directory.unsent.getSnapshot()).toEqual([]);
    // The first is refused, while the second isn't over.
    append({ type: 'message.refused', clientId: failed, failure: gone });
    expect(directory.unsent.getSnapshot()).toEqual([key]);
    expect(directory.sendsOf(key).getSnapshot()).toEqual([failed, waiting]);
    // What is sent to the other doesn't end the wait.
    append({ type: 'message.submitted', message: aText(other, '300') }, { type: 'message.discarded', clientId: other });
    expect(given('ticket.finish')).toEqual([]);
    append({ type: 'outbox.stored', clientId: waiting });
    append({ type: 'message.accepted', clientId: waiting, message: theTwinOf(aText(waiting), { id: '1020' }) });
    expect(given('ticket.finish')).toMatchObject([{ ticketId: '501' }]);
    expect([directory.unsent.getSnapshot(), directory.sendsOf(key).getSnapshot()]).toEqual([[key], [failed]]);
    append({ type: 'message.discarded', clientId: failed });
    expect([directory.unsent.getSnapshot(), directory.conversation(key)]).toEqual([[], undefined]);
  });

  test('had them when the page was reloaded -> both are found, and can be discarded once the server refuses them', () => {
    const { append, after, directory, given } = live(brunoViewing, moved);
    const key = '101@10';
    append({
      type: 'outbox.restored',
      messages: [
        { ...aText(failed), failure: gone },
        { ...aText(waiting), failure: null },
      ],
    });
    expect([directory.unsent.getSnapshot(), directory.sendsOf(key).getSnapshot()]).toEqual([[key], [failed, waiting]]);
    append({ type: 'message.resolved', clientId: waiting, message: null });
    expect(given('message.send')).toMatchObject([{ message: { clientId: waiting, customerId: '101' } }]);
    append({ type: 'message.discarded', clientId: failed });
    expect(directory.unsent.getSnapshot()).toEqual([]);
    append({ type: 'message.refused', clientId: waiting, failure: gone });
    expect(directory.unsent.getSnapshot()).toEqual([key]);
    expect(after({ type: 'message.discarded', clientId: waiting })).toEqual([
      { type: 'outbox.remove', clientId: waiting },
    ]);
    expect([directory.unsent.getSnapshot(), directory.conversation(key)]).toEqual([[], undefined]);
  });

  test('had a finish waiting for a message when the page was reloaded -> it goes on waiting for it', () => {
    const { app, append: before, given: asked } = live(brunoViewing, ticketOf(1));
    before({ type: 'ticket.opened', ticketId: '501' }, listed(1, message));
    before({ type: 'message.submitted', message: aText(waiting) });
    before({ type: 'ticket.finishRequested', ticketId: '501' }, ...toldAnew);
    const { append, given } = anApp(
      structuredClone({ position: app.log.position, snapshots: app.snapshots(), tail: [] }),
    );
    append(opening(brunoViewing));
    const actions = asked('outbox.putAction').map(({ action }) => action);
    append({ type: 'outbox.restored', messages: [{ ...aText(waiting), failure: null }], actions });
    expect(given('ticket.finish')).toEqual([]);
    append({ type: 'message.resolved', clientId: waiting, message: theTwinOf(aText(waiting), { id: '1020' }) });
    expect(given('ticket.finish')).toMatchObject([{ ticketId: '501' }]);
  });
});

test('a quoted message, while another conversation is open and frames are lost -> quoted again once it is held', () => {
  const { append, app, given } = live(brunoViewing, ticketOf(1));
  append(opened, listed(1, message), { type: 'reply.chosen', ticketId: '501', messageId: message.id });
  append({ type: 'draft.changed', ticketId: '501', text: 'Sim' }, { type: 'ticket.left', ticketId: '501' });
  append({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
  append({ type: 'timer.fired', timer: 'socket:main:retry' }, ...greeting(20, { attempt: 2 }), opened);
  append(listed(given('chat.fetch').at(-1)?.request ?? 0, message));
  const snapshot = app.directory.conversation('101@10')?.getSnapshot();
  expect(snapshot && [selectDraft(snapshot), selectReplyTo(snapshot)?.id]).toEqual(['Sim', message.id]);
});

describe('after a break, when the ticket doesn’t come', () => {
  const noTicket: AppEvent = { type: 'ticket.loadFailed', ticketId: '501', failure: networkFailure };

  test.each([
    ['the conversation came', listed(2, message), 0],
    ['nor did the conversation', { type: 'chat.listFailed', ...of, request: 2, failure: networkFailure }, 1],
  ] as const)('%s -> told, and a retry asks for what is missing', (_, ofChat, chats) => {
    const { after, append, directory } = live(brunoViewing, ticketOf(1));
    append(opened, listed(1, message), { type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
    append({ type: 'timer.fired', timer: 'socket:main:retry' }, ...greeting(40, { attempt: 2 }));
    append(noTicket, ofChat);
    const ticket = directory.ticket('501')?.getSnapshot();
    expect(ticket && selectLoadFailure(ticket)).toBe(networkFailure);
    const asked = after(retried);
    expect(asked.filter(({ type }) => type === 'ticket.fetch')).toHaveLength(1);
    expect(asked.filter(({ type }) => type === 'chat.fetch')).toHaveLength(chats);
  });
});

test('an unknown person’s ticket that never loads is forgotten when it is left', () => {
  const { append, directory } = live(brunoViewing);
  append({ type: 'ticket.opened', ticketId: '999' });
  append({ type: 'ticket.loadFailed', ticketId: '999', failure: aFailure({ code: 'NOT_FOUND' }) });
  expect(directory.ticket('999')).toBeDefined();
  append({ type: 'ticket.left', ticketId: '999' });
  expect(directory.ticket('999')).toBeUndefined();
});
