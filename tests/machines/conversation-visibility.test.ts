import { describe, expect, test } from 'vitest';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import {
  chatListed,
  greeted,
  logged,
  messageArrived,
  ticketClosed,
  ticketTransferred,
  transferArrived,
  transferRemoved,
} from '../support/builders-events.ts';
import { BRUNO, CARLA, START, aMessage, aRelatedMessage, aTicket, anaViewing, streamAt } from '../support/builders.ts';
import {
  aConversation,
  aConversationOf,
  chatRetried,
  known,
  left,
  messagesOf,
  opened,
} from './conversation-support.ts';
import type { Sent } from './conversation-support.ts';

/*
 * Ticket 500 is Bruno's and finished; ticket 501 of the same customer becomes visible to him, by being
 * his or nobody's, and is no longer when it is Carla's.
 */

const own = aMessage({ id: '1001' });
const later = (id: string, changes: Partial<Message> = {}): Message =>
  aMessage({ id, ticketId: '501', at: START + 60_000, ...changes });
const finished = { finishedAt: START, lastMessage: own, lastReceivedAt: START };
const ofNobody = { owner: null };
const ofCarla = { owner: { ...CARLA, image: null } };

/** Carla has ticket 501 from now on. */
const toCarla = (seq: number): Sent => ticketTransferred(seq, { ticketId: '501' });

/** Bruno has ticket 501 from now on, whose last message that is. */
const toBruno = (lastMessage: Message, seq: number): Sent =>
  logged({
    type: 'ticket.transferred',
    transfer: null,
    ticket: laterTicket({ lastMessage, lastReceivedAt: lastMessage.at }),
    by: BRUNO,
    stream: streamAt(seq),
  });
const laterTicket = (changes: Partial<Ticket> = {}) => aTicket({ id: '501', ...changes });

/** Ticket 500 is on the screen with its conversation. */
const onScreen = (...events: readonly Sent[]) =>
  aConversation(known(finished), opened, chatListed(1, [own], { complete: true }), ...events);

/** And ticket 501 is known, and visible. */
const withLater = (...events: readonly Sent[]) =>
  aConversation(
    known(finished, 9),
    known({ id: '501', ...ofNobody, lastMessage: own, lastReceivedAt: START }),
    opened,
    chatListed(1, [own], { complete: true }),
    ...events,
  );

const asked = (conversation: ReturnType<typeof aConversation>) => ({
  tickets: conversation.given('ticket.fetch').map(({ ticketId }) => ticketId),
  chats: conversation.given('chat.fetch').length,
});

describe('a later ticket is visible no more', () => {
  test('its messages and reactions go, the rest is asked for anew', () => {
    const reaction = later('1003', { tag: 'reaction', parentId: '1001', text: '👍' });
    const conversation = withLater(messageArrived(later('1002'), 11), messageArrived(reaction, 12));
    expect(conversation.ids()).toEqual(['1001', '1002']);
    expect(conversation.message('1001')?.reactions).toHaveLength(1);
    conversation.send(toCarla(13));
    expect(conversation.ids()).toEqual(['1001']);
    expect(conversation.message('1001')?.reactions).toEqual([]);
    expect(conversation.context()).toMatchObject({ lastMessage: { id: '1001' }, lastReceivedAt: START });
    expect(conversation.chatState()).toBe('loading');
    expect(asked(conversation)).toEqual({ tickets: ['500'], chats: 2 });
    expect(conversation.ignores(toCarla(13))).toBe(true);
  });

  test('not looked at: its messages go, and come again when it is opened', () => {
    const conversation = withLater(messageArrived(later('1002'), 11), left, toCarla(12));
    expect([conversation.chatState(), conversation.lastId(), conversation.context().chat]).toEqual([
      'cold',
      '1001',
      null,
    ]);
    expect(asked(conversation)).toEqual({ tickets: ['500'], chats: 1 });
    conversation.send(opened);
    expect(asked(conversation).chats).toBe(2);
  });

  test('cold: its last message goes, and what stands in its place is asked for', () => {
    const conversation = aConversation(known(finished), messageArrived(later('1002'), 11), toCarla(12));
    expect([conversation.lastId(), conversation.context().lastReceivedAt]).toEqual([undefined, null]);
    expect(asked(conversation)).toEqual({ tickets: ['500'], chats: 0 });
    conversation.send(known(finished, 13));
    expect([conversation.lastId(), conversation.context().lastReceivedAt]).toEqual(['1001', START]);
  });

  test('nothing was written in it -> nothing goes, and nothing is asked', () => {
    const conversation = withLater(toCarla(11));
    expect([conversation.chatState(), conversation.ids(), asked(conversation)]).toEqual([
      'ready',
      ['1001'],
      { tickets: [], chats: 1 },
    ]);
  });

  test('what is written in it from then on isn’t held', () => {
    const conversation = withLater(toCarla(11), messageArrived(later('1002'), 12, ofCarla));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001'], '1001']);
  });

  test('offered to the viewer it stays visible; the offer is taken back -> it is no more', () => {
    const offer = { id: '901', ticketId: '501', previousOwner: CARLA, nextOwner: BRUNO };
    const conversation = withLater(messageArrived(later('1002'), 11), transferArrived(12, offer, true));
    expect(conversation.ids()).toEqual(['1001', '1002']);
    const removed = transferRemoved(13, offer);
    conversation.send({ ...removed, ticket: laterTicket(ofCarla) });
    expect(conversation.ids()).toEqual(['1001']);
  });

  test('an administrator sees it whoever has it', () => {
    const conversation = aConversationOf(
      anaViewing,
      known(finished),
      opened,
      chatListed(1, [own], { complete: true }),
      messageArrived(later('1002'), 11),
      toCarla(12),
      messageArrived(later('1003'), 13, ofCarla),
    );
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['1001', '1002', '1003']]);
    expect(asked(conversation)).toEqual({ tickets: [], chats: 1 });
  });

  test('the only one that is known -> what is on the screen stays', () => {
    const conversation = aConversation(
      known({ id: '501', lastMessage: later('1002') }),
      logged({ type: 'ticket.opened', ticketId: '501' }),
      chatListed(1, [later('1002')]),
      toCarla(11),
    );
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['1002']]);
  });

  test('what was asked before and is answered after brings nothing back', () => {
    const conversation = withLater(messageArrived(later('1002'), 11), toCarla(12));
    conversation.send(chatListed(1, [own, later('1002')]), known({ ...finished, lastMessage: later('1002') }, 11));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001'], '1001']);
    conversation.send(messageArrived(later('1002'), 11));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001'], '1001']);
  });

  test('a list tells the last message before the frame comes -> with the frame the messages go', () => {
    const conversation = withLater(messageArrived(later('1002'), 11), known(finished, 15));
    conversation.send(messageArrived(later('1003'), 13), toCarla(14));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001'], '1001']);
  });

  test('a list from before the last message says nothing of it', () => {
    const conversation = withLater(messageArrived(later('1002'), 15), known(finished, 12));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001', '1002'], '1002']);
  });

  test('unheard of, as the stream broke -> what the newest page lacks isn’t read any more', () => {
    const reacted = { ...own, reactions: [aRelatedMessage({ id: '1003', text: '👍' })] };
    const reaction = later('1003', { tag: 'reaction', parentId: '1001', text: '👍' });
    const conversation = aConversation(known(finished), opened, chatListed(1, [reacted, later('1002'), reaction]));
    conversation.send(greeted(false, 30), messageArrived(later('1004'), 31), chatListed(2, [own], { complete: true }));
    expect(conversation.ids()).toEqual(['1001', '1004']);
    expect(conversation.message('1001')?.reactions).toEqual([]);
  });

  test('unheard of, as the stream broke, and not looked at -> the list tells the last message', () => {
    const conversation = withLater(messageArrived(later('1002'), 11), left, greeted(false, 30));
    conversation.send(known(finished, 31));
    expect(conversation.lastId()).toBe('1001');
  });
});

describe('a later ticket becomes visible', () => {
  test.each([
    ['it wasn’t known', []],
    ['it was Carla’s', [messageArrived(later('1002'), 10, ofCarla)]],
  ])('%s -> its last message is the conversation’s, and what was said before is asked for', (_, before) => {
    const conversation = onScreen(...before);
    expect(conversation.ids()).toEqual(['1001']);
    conversation.send(toBruno(later('1009'), 11));
    expect([conversation.lastId(), conversation.chatState(), asked(conversation)]).toEqual([
      '1009',
      'loading',
      { tickets: [], chats: 2 },
    ]);
    conversation.send(chatListed(2, [own, ...messagesOf(1008), later('1009')]));
    expect(conversation.ids()).toEqual(['1001', '1008', '1009']);
    expect(conversation.ignores(toBruno(later('1009'), 11))).toBe(true);
  });

  test('a page that is asked for by then is asked for anew: it may be from before', () => {
    const conversation = aConversation(known(finished), opened, toBruno(later('1009'), 11));
    expect(asked(conversation).chats).toBe(2);
    expect(conversation.ignores(chatListed(1, [own]))).toBe(true);
  });

  test('not looked at: its messages go, and come again when it is opened', () => {
    const conversation = onScreen(left, toBruno(later('1009'), 11));
    expect([conversation.chatState(), conversation.lastId(), asked(conversation).chats]).toEqual(['cold', '1009', 1]);
    expect(conversation.ignores(chatRetried)).toBe(true);
    conversation.send(opened);
    expect(asked(conversation).chats).toBe(2);
  });

  test('an administrator has read it all along', () => {
    const conversation = aConversationOf(
      anaViewing,
      known(finished),
      opened,
      chatListed(1, [own], { complete: true }),
      toBruno(later('1002'), 11),
    );
    expect([conversation.lastId(), conversation.chatState(), asked(conversation).chats]).toEqual(['1002', 'ready', 1]);
  });

  test('an earlier one does -> nothing is missing, and nothing is asked', () => {
    const conversation = withLater(known({ id: '499', ...finished, lastMessage: own }, 11));
    expect([conversation.chatState(), asked(conversation).chats]).toEqual(['ready', 1]);
  });

  test('it is finished -> it stays visible to its owner', () => {
    const conversation = withLater(messageArrived(later('1002'), 11), ticketClosed(12, { id: '501' }));
    expect([conversation.chatState(), conversation.ids()]).toEqual(['ready', ['1001', '1002']]);
  });

  test('the server answered a message of it before that was told -> the message is held', () => {
    const conversation = withLater(toCarla(11));
    const twin = later('1005', { received: false, clientId: 'client' });
    conversation.send(logged({ type: 'message.accepted', clientId: 'client', message: twin }));
    expect([conversation.ids(), conversation.lastId()]).toEqual([['1001', '1005'], '1005']);
  });
});
