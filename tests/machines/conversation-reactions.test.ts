import { describe, expect, test } from 'vitest';
import {
  selectMessage,
  selectMessages,
  selectPendingReaction,
  selectRefusedReaction,
  shownReactions,
} from '../../src/machines/conversation/conversation.selectors.ts';
import { ackChanged, chatListed, logged, messageArrived, submitted } from '../support/builders-events.ts';
import { BRUNO, aFailure, aSentMessage, aStored, anOutgoing, clientId } from '../support/builders.ts';
import { aChat, messagesOf } from './conversation-support.ts';

const reaction = anOutgoing({ reactsTo: '2', text: '👍' });
const twin = aSentMessage({
  id: '9',
  clientId: reaction.clientId,
  tag: 'reaction',
  parentId: '2',
  text: '👍',
  author: BRUNO,
});
const refused = { type: 'message.gone', clientId: reaction.clientId, failure: aFailure({ code: 'CONFLICT' }) } as const;
const ackFailed = ackChanged(twin, 14, { ack: 1, errorCode: '131047', errorKey: 'channel.error.window' });

function reacting(chat = aChat([1, 2, 3])) {
  const shown = () => {
    const message = chat.message('2');
    return message === undefined ? [] : shownReactions(message).map(({ text }) => text);
  };
  const pending = () => selectPendingReaction(chat.snapshot(), '2')?.text;
  const refusal = () => selectRefusedReaction(chat.snapshot(), '2');
  return { ...chat, shown, pending, refusal };
}

describe('a reaction of one’s own', () => {
  test('is pending at its message at once, and no entry of the conversation', () => {
    const { send, ids, pending, shown } = reacting();
    send(submitted(reaction));
    expect(pending()).toBe('👍');
    expect(ids()).toEqual(['1', '2', '3']);
    send(logged({ type: 'message.accepted', clientId: reaction.clientId, message: twin }));
    expect(pending()).toBeUndefined();
    expect(shown()).toEqual(['👍']);
  });

  test('keeps what is being written, and the message quoted', () => {
    const { send, snapshot } = reacting();
    send(logged({ type: 'draft.changed', ticketId: '500', text: 'Já' }));
    send(logged({ type: 'reply.chosen', ticketId: '500', messageId: '1' }));
    send(submitted(reaction));
    expect(snapshot().context).toMatchObject({ draft: 'Já', replyTo: '1' });
  });

  test('that the server refuses is taken back with the reason, until that is read', () => {
    const { send, pending, shown, refusal } = reacting();
    send(submitted(reaction), refused);
    expect(pending()).toBeUndefined();
    expect(shown()).toEqual([]);
    expect(refusal()).toMatchObject({ emoji: '👍', failure: { code: 'CONFLICT' } });
    send(logged({ type: 'reaction.refusalRead', customerId: '100', instanceId: '10' }));
    expect(refusal()).toBeNull();
  });

  test('forgets why the one before was refused', () => {
    const { send, refusal } = reacting();
    send(submitted(reaction), refused, submitted(anOutgoing({ clientId: clientId(2), reactsTo: '2', text: '🙏' })));
    expect(refusal()).toBeNull();
  });

  test('that the provider refuses gives way to the one before', () => {
    const { send, shown, refusal } = reacting();
    const before = aSentMessage({ id: '8', tag: 'reaction', parentId: '2', text: '🙏', author: BRUNO });
    send(messageArrived(before, 12), messageArrived(twin, 13));
    expect(shown()).toEqual(['👍']);
    send(ackFailed);
    expect(shown()).toEqual(['🙏']);
    expect(refusal()).toMatchObject({ emoji: '👍', failure: { errorKey: 'channel.error.window' } });
  });

  test('whose refusal was none after all is shown again, and no reason any more', () => {
    const { send, shown, refusal } = reacting();
    send(messageArrived(twin, 13), ackFailed);
    expect(refusal()).not.toBeNull();
    send(ackChanged(twin, 15, { ack: 2, errorCode: null, errorKey: null }));
    expect([shown(), refusal()]).toEqual([['👍'], null]);
  });

  test('on an old message that one looks at is taken back there too', () => {
    const { send, snapshot } = reacting(aChat([100, 101]));
    const shown = () => {
      const message = selectMessage(snapshot(), '2');
      return message === null ? null : shownReactions(message).map(({ text }) => text);
    };
    send(logged({ type: 'chat.sought', ticketId: '500', messageId: '2' }));
    send(chatListed(2, messagesOf(1, 2, 3), { latest: false }));
    const late = { ...twin, id: '102' };
    send(messageArrived(late, 13));
    expect(shown()).toEqual(['👍']);
    send(ackChanged(late, 14, { ack: 1, errorCode: '131047', errorKey: 'channel.error.window' }));
    expect(shown()).toEqual([]);
  });

  test('that failed is not shown on a page loaded later', () => {
    const { send, shown, refusal } = reacting();
    send(messageArrived({ ...twin, errorCode: '131047', errorKey: 'channel.error.window' }, 13));
    expect(shown()).toEqual([]);
    expect(refusal()).toBeNull();
  });

  test('comes back from the outbox as pending', () => {
    const { send, pending } = reacting();
    send(logged({ type: 'outbox.restored', messages: [aStored(reaction)] }));
    expect(pending()).toBe('👍');
  });

  test('is taken back by an empty one', () => {
    const { send, shown, pending } = reacting();
    send(messageArrived(twin, 12), submitted(anOutgoing({ clientId: clientId(2), reactsTo: '2', text: '' })));
    expect(pending()).toBe('');
    send(messageArrived({ ...twin, id: '10', clientId: clientId(2), text: null }, 13));
    expect(pending()).toBeUndefined();
    expect(shown()).toEqual([]);
  });
});

test('the entries keep their references while only reactions are pending', () => {
  const { send, snapshot } = reacting();
  const before = selectMessages(snapshot());
  send(submitted(reaction));
  expect(selectMessages(snapshot())).toEqual(before);
});
