import { describe, expect, test } from 'vitest';
import {
  selectDraft,
  selectLastMessage,
  selectMessages,
  selectReplyTo,
} from '../../src/machines/conversation/conversation.selectors.ts';
import { chatListed, greeted, logged, messageArrived, submitted } from '../support/builders-events.ts';
import {
  BRUNO,
  START,
  aFailure,
  aMessage,
  aRelatedMessage,
  aStored,
  anOutgoing,
  clientId,
  theTwinOf,
} from '../support/builders.ts';
import { aChat, aConversation, known, left, messagesOf, opened } from './conversation-support.ts';

const outgoing = anOutgoing();
const twin = theTwinOf(outgoing, { id: '7' });
const accepted = logged({ type: 'message.accepted', clientId: outgoing.clientId, message: twin });
const resolved = logged({ type: 'message.resolved', clientId: outgoing.clientId, message: twin });
const pushed = messageArrived(twin, 11);
const gone = { type: 'message.gone', clientId: outgoing.clientId, failure: null } as const;
const draftChanged = (text: string) => logged({ type: 'draft.changed', ticketId: '500', text });
const replyChosen = (messageId: string | null) => logged({ type: 'reply.chosen', ticketId: '500', messageId });

describe('an optimistic message', () => {
  test('shows a submitted text at the end at once', () => {
    const { snapshot } = aConversation(known(), opened, chatListed(1, messagesOf(1, 2)), submitted(outgoing));
    expect(selectMessages(snapshot()).at(-1)).toEqual({
      kind: 'optimistic',
      message: {
        id: '1-temp',
        clientId: outgoing.clientId,
        userId: BRUNO.id,
        text: outgoing.text,
        tag: 'stop_flow',
        quoted: null,
        submittedAt: START,
      },
    });
  });

  test('of choices shows them under their text, which was the draft', () => {
    const choices = { button: null, options: [{ title: 'Azul', description: null }] };
    const { snapshot } = aConversation(
      known(),
      opened,
      chatListed(1, messagesOf(1, 2)),
      draftChanged('Qual cor?'),
      submitted(anOutgoing({ text: 'Qual cor?', shares: { choices } })),
    );
    expect(selectMessages(snapshot()).at(-1)).toMatchObject({
      message: { tag: 'interactive', text: 'Qual cor?', shares: { choices } },
    });
    expect(selectDraft(snapshot())).toBe('');
  });

  test('of a template shows its filled text, and leaves the draft as it is', () => {
    const template = { id: '7', values: { 'body.1': 'Joana' } };
    const { snapshot } = aConversation(
      known(),
      opened,
      chatListed(1, messagesOf(1, 2)),
      draftChanged('Ainda temos'),
      submitted(anOutgoing({ template, text: 'Olá, Joana!' })),
    );
    expect(selectMessages(snapshot()).at(-1)).toMatchObject({
      kind: 'optimistic',
      message: { tag: 'template', text: 'Olá, Joana!', template },
    });
    expect(selectDraft(snapshot())).toBe('Ainda temos');
  });

  test('quotes the message it answers', () => {
    const { snapshot } = aConversation(
      known(),
      opened,
      chatListed(1, [aMessage({ id: '2', text: 'Qual o prazo?' })]),
      submitted(anOutgoing({ replyTo: '2' })),
    );
    expect(selectMessages(snapshot()).at(-1)).toMatchObject({
      message: { quoted: aRelatedMessage({ id: '2', text: 'Qual o prazo?' }) },
    });
  });

  test.each([
    ['the reply, then the push', [accepted, pushed]],
    ['the push, then the reply', [pushed, accepted]],
    ['what the server says of it, then the push', [resolved, pushed]],
    ['the push, then what the server says of it', [pushed, resolved]],
  ])('is replaced once by %s', (_, order) => {
    const { ids, send, snapshot } = aChat([1]);
    send(submitted(outgoing));
    expect(ids()).toEqual(['1', '1-temp']);
    for (const event of order) {
      send(event);
      expect(ids()).toEqual(['1', '7']);
    }
    expect(selectLastMessage(snapshot())?.id).toBe('7');
  });

  test('is replaced by a page that has its twin', () => {
    const { ids, send } = aConversation(known(), opened, submitted(outgoing));
    send(chatListed(1, [aMessage({ id: '1' }), twin]));
    expect(ids()).toEqual(['1', '7']);
  });

  test('is replaced in a conversation that isn’t loaded', () => {
    const { ids, send } = aConversation(known(), submitted(outgoing));
    expect(ids()).toEqual(['1-temp']);
    send(accepted);
    expect(ids()).toEqual([]);
  });

  test('is replaced by a listing whose last message is its twin', () => {
    const { ids, send } = aConversation(known(), submitted(outgoing));
    send(known({ lastMessage: twin }, 12));
    expect(ids()).toEqual([]);
  });

  test('stays when the server refuses it', () => {
    const conversation = aChat([1]);
    conversation.send(submitted(outgoing));
    conversation.send(logged({ type: 'message.resolved', clientId: outgoing.clientId, message: null }));
    expect(conversation.ids()).toEqual(['1', '1-temp']);
  });

  test('goes when it is given up', () => {
    const { ids, send } = aChat([1]);
    send(submitted(outgoing), gone);
    expect(ids()).toEqual(['1']);
  });

  test('stays below what arrives, several in the order of their submission', () => {
    const { ids, send } = aChat([1]);
    send(
      submitted(outgoing),
      submitted(anOutgoing({ clientId: clientId(2), tempId: '2-temp', submittedAt: START + 1 })),
      messageArrived(aMessage({ id: '6' }), 10),
    );
    expect(ids()).toEqual(['1', '6', '1-temp', '2-temp']);
    send(pushed);
    expect(ids()).toEqual(['1', '6', '7', '2-temp']);
  });

  test('outlives a broken stream', () => {
    const { ids, send } = aChat([1]);
    send(submitted(outgoing), left, greeted(false, 20));
    expect(ids()).toEqual(['1-temp']);
  });

  test('submitted twice under one client id shows once', () => {
    const conversation = aChat([1]);
    conversation.send(submitted(outgoing));
    expect(conversation.ignores(submitted(outgoing))).toBe(true);
  });
});

describe('restored after a crash', () => {
  const restored = logged({
    type: 'outbox.restored',
    messages: [
      aStored(),
      aStored({ clientId: clientId(2), tempId: '2-temp', ticketId: '501', customerId: '101' }),
      aStored({ clientId: clientId(3), tempId: '3-temp', failure: aFailure() }),
      aStored({ clientId: clientId(4), tempId: '4-temp', ticketId: '499' }),
    ],
  });

  test('the conversation’s own show again, refused ones and those of its other tickets too', () => {
    const { ids } = aConversation(known(), restored);
    expect(ids()).toEqual(['1-temp', '3-temp', '4-temp']);
  });

  test.each([
    ['held', aChat([1]), pushed],
    ['the last message of a cold conversation', aConversation(known()), known({ lastMessage: twin }, 12)],
  ])('one whose twin is %s doesn’t', (_, conversation, before) => {
    conversation.send(before, restored);
    expect(conversation.ids()).not.toContain('1-temp');
    expect(conversation.ids()).toContain('3-temp');
  });

  test('reported twice, they show once', () => {
    const conversation = aConversation(known(), restored);
    expect(conversation.ignores(restored)).toBe(true);
  });
});

describe('the draft', () => {
  test('is kept for the customer and the instance with every change', () => {
    const { given, ignores, snapshot } = aConversation(known(), opened, draftChanged('Bom'), draftChanged('Bom dia'));
    expect(selectDraft(snapshot())).toBe('Bom dia');
    const kept = {
      type: 'draft.keep',
      customerId: '100',
      instanceId: '10',
      origin: { ticketId: '500', since: null },
    };
    expect(given('draft.keep')).toEqual([
      { ...kept, text: 'Bom' },
      { ...kept, text: 'Bom dia' },
    ]);
    expect(ignores(draftChanged('Bom dia'))).toBe(true);
  });

  test('is cleared, and forgotten, when the message is submitted', () => {
    const { given, snapshot } = aConversation(known(), draftChanged('Bom dia'), submitted(outgoing));
    expect(selectDraft(snapshot())).toBe('');
    expect(given('draft.keep').at(-1)?.text).toBe('');
  });

  test('is not cleared by what an earlier page submitted', () => {
    const restored = logged({ type: 'outbox.restored', messages: [aStored()] });
    const { snapshot } = aConversation(known(), draftChanged('Bom dia'), restored);
    expect(selectDraft(snapshot())).toBe('Bom dia');
  });

  const restored = logged({
    type: 'drafts.restored',
    drafts: [
      { customerId: '100', instanceId: '11', text: 'outra instância' },
      { customerId: '100', instanceId: '10', text: 'guardado' },
    ],
  });

  test('of an earlier page comes back for its customer and instance', () => {
    const { commands, snapshot } = aConversation(known(), restored);
    expect(selectDraft(snapshot())).toBe('guardado');
    expect(commands).toEqual([]);
  });

  test('that was begun meanwhile isn’t overwritten', () => {
    const conversation = aConversation(known(), draftChanged('novo'));
    expect(conversation.ignores(restored)).toBe(true);
    expect(selectDraft(conversation.snapshot())).toBe('novo');
  });
});

describe('the reply', () => {
  test('is chosen, changed and taken back', () => {
    const { send, snapshot } = aChat([1, 2]);
    send(replyChosen('1'));
    expect(selectReplyTo(snapshot())?.id).toBe('1');
    send(replyChosen('2'));
    expect(selectReplyTo(snapshot())?.id).toBe('2');
    send(replyChosen(null));
    expect(selectReplyTo(snapshot())).toBeNull();
  });

  test('can’t be to a message that isn’t held', () => {
    expect(aChat([1]).ignores(replyChosen('99'))).toBe(true);
  });

  test('is cleared when the message is submitted, with a draft or without', () => {
    for (const text of ['', 'Bom dia']) {
      const { send, snapshot } = aChat([1]);
      send(draftChanged(text), replyChosen('1'), submitted(outgoing));
      expect(selectReplyTo(snapshot())).toBeNull();
    }
  });
});
