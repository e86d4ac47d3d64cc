import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/machines/entities/entities.ts';
import { unseenMachine } from '../../src/machines/unseen/unseen.machine.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { started } from '../support/builders-actor.ts';
import { chatListed, conversationShown, greeted, ticketListed } from '../support/builders-events.ts';
import { aMessage, aRelatedMessage, aTicket, START } from '../support/builders.ts';
import { aTicketActor, chatRetried, known, left, messagesOf, opened } from './ticket-support.ts';
import type { Sent } from './ticket-support.ts';

/*
 * Ticket 500 is Bruno's and finished; ticket 501 of the same customer comes into his sight and goes
 * out of it.
 */

const own = aMessage({ id: '1001' });
const later = (id: string, changes: Partial<Message> = {}): Message =>
  aMessage({ id, ticketId: '501', at: START + 60_000, ...changes });
const heard = (message: Message, streamPosition: number): Sent => ({
  type: 'conversation.heard',
  message,
  lastMessage: message,
  lastReceivedAt: message.at,
  streamPosition,
});
const narrowed = (streamPosition: number) => ({ type: 'conversation.narrowed', upTo: '500', streamPosition }) as const;
const widened = (lastMessage: Message, streamPosition: number): Sent => ({
  type: 'conversation.widened',
  upTo: '501',
  isOwn: false,
  lastMessage,
  lastReceivedAt: lastMessage.at,
  streamPosition,
});
const finished = { finishedAt: START, lastMessage: own, lastReceivedAt: START };

/** The finished ticket, on the screen with its conversation. */
const onScreen = (...events: readonly Sent[]) =>
  aTicketActor(known(finished), opened, chatListed(1, [own], { complete: true }), ...events);
const lastOf = (ticket: ReturnType<typeof aTicketActor>) => ticket.context().ticket?.lastMessage?.id;

describe('a later ticket goes out of sight', () => {
  test('its messages and reactions go, the rest is asked for anew', () => {
    const reaction = later('1003', { tag: 'reaction', parentId: '1001', text: '👍' });
    const ticket = onScreen(heard(later('1002'), 11), heard(reaction, 12));
    expect(ticket.ids()).toEqual(['1001', '1002']);
    ticket.send(narrowed(13));
    expect(ticket.ids()).toEqual(['1001']);
    expect(ticket.message('1001')?.reactions).toEqual([]);
    expect(ticket.context().ticket).toMatchObject({ lastMessage: { id: '1001' }, lastReceivedAt: START });
    expect([ticket.chatState(), ticket.given('ticket.fetch').length, ticket.given('chat.fetch').length]).toEqual([
      'loading',
      1,
      2,
    ]);
    expect(ticket.ignores(narrowed(13))).toBe(true);
  });

  test('not looked at: its conversation goes, and comes again when it is opened', () => {
    const ticket = onScreen(heard(later('1002'), 11), left, narrowed(12));
    expect([ticket.chatState(), lastOf(ticket), ticket.given('chat.fetch').length]).toEqual(['cold', '1001', 1]);
    ticket.send(opened);
    expect(ticket.given('chat.fetch')).toHaveLength(2);
  });

  test('what was asked before and is answered after brings nothing back', () => {
    const ticket = onScreen(heard(later('1002'), 11), narrowed(12));
    ticket.send(chatListed(1, [own, later('1002')]), known({ ...finished, lastMessage: later('1002') }, 11));
    expect([ticket.ids(), lastOf(ticket)]).toEqual([['1001'], '1001']);
    ticket.send(heard(later('1002'), 11));
    expect([ticket.ids(), lastOf(ticket)]).toEqual([['1001'], '1001']);
  });

  test('told by a list before its frame comes -> the last message is the list’s', () => {
    const ticket = onScreen(heard(later('1002'), 11), known(finished, 15));
    expect(lastOf(ticket)).toBe('1001');
    ticket.send(heard(later('1003'), 13));
    expect([ticket.ids(), lastOf(ticket)]).toEqual([['1001', '1002'], '1001']);
    ticket.send(narrowed(14));
    expect(ticket.ids()).toEqual(['1001']);
  });

  test('a list from before the last message says nothing of it', () => {
    const ticket = onScreen(heard(later('1002'), 15), known(finished, 12));
    expect(lastOf(ticket)).toBe('1002');
  });

  test('unheard of, as the stream broke -> what the newest page lacks isn’t read any more', () => {
    const reacted = { ...own, reactions: [aRelatedMessage({ id: '1003', text: '👍' })] };
    const reaction = later('1003', { tag: 'reaction', parentId: '1001', text: '👍' });
    const ticket = aTicketActor(known(finished), opened, chatListed(1, [reacted, later('1002'), reaction]));
    ticket.send(greeted(false, 30), heard(later('1004'), 31), chatListed(2, [own], { complete: true }));
    expect(ticket.ids()).toEqual(['1001', '1004']);
    expect(ticket.message('1001')?.reactions).toEqual([]);
  });
});

describe('a later ticket comes into sight', () => {
  test('its last message is this one’s too, and what was said before is asked for', () => {
    const ticket = onScreen(widened(later('1009'), 11));
    expect([lastOf(ticket), ticket.chatState(), ticket.given('chat.fetch').length]).toEqual(['1009', 'loading', 2]);
    ticket.send(chatListed(2, [own, ...messagesOf(1008), later('1009')]));
    expect(ticket.ids()).toEqual(['1001', '1008', '1009']);
    expect(ticket.ignores(widened(later('1009'), 11))).toBe(true);
  });

  test('not looked at: its conversation goes, and comes again when it is opened', () => {
    const ticket = onScreen(left, widened(later('1009'), 11));
    expect([ticket.chatState(), lastOf(ticket)]).toEqual(['cold', '1009']);
    expect(ticket.ignores(chatRetried)).toBe(true);
  });
});

describe('the counter of what is unseen', () => {
  const counted = (unseen: number, lastMessage: Message, position: number) =>
    ticketListed(aTicket({ unseen, lastMessage }), position);
  const counter = () => {
    const unseen = started(unseenMachine, { input: { customerId: '100', instanceId: '10' } });
    return { ...unseen, number: () => selectUnseenCount(unseen.actor.getSnapshot()) };
  };

  test('a later ticket goes out of sight -> nothing, until the server tells what is left', () => {
    const { actor, number } = counter();
    actor.send(counted(3, later('1005'), 10));
    actor.send(narrowed(12));
    expect(number()).toBe(0);
    actor.send(counted(3, later('1005'), 11));
    expect(number()).toBe(0);
    actor.send(counted(1, own, 12));
    expect(number()).toBe(1);
  });

  test('told anew since -> the server’s count stands', () => {
    const { actor, number } = counter();
    actor.send(counted(1, own, 15));
    actor.send(narrowed(12));
    expect(number()).toBe(1);
  });

  test('less is read than before -> a reset names no message that isn’t read', () => {
    const { actor, given } = counter();
    actor.send(counted(2, later('1005'), 10));
    actor.send(counted(1, own, 20));
    actor.send(conversationShown);
    expect(given('unseen.reset')).toMatchObject([{ upToId: '1001' }]);
  });
});
