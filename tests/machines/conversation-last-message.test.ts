import { describe, expect, test } from 'vitest';
import { selectLastMessage, selectLastReceivedAt } from '../../src/machines/conversation/conversation.selectors.ts';
import { ackChanged, messageArrived } from '../support/builders-events.ts';
import { START, aMessage, aSentMessage } from '../support/builders.ts';
import { aConversation, known } from './conversation-support.ts';

describe('the last message', () => {
  test('is the one with the greatest id, in either order', () => {
    const newer = messageArrived(aMessage({ id: '1010', text: 'nova' }), 12);
    const older = messageArrived(aMessage({ id: '1009', text: 'velha' }), 11);
    for (const order of [[older, newer] as const, [newer, older] as const]) {
      const { snapshot } = aConversation(known(), ...order);
      expect(selectLastMessage(snapshot())?.text).toBe('nova');
    }
  });

  test('keeps its reference while reports are equal', () => {
    const message = aMessage();
    const { send, snapshot } = aConversation(known({ lastMessage: message }, 10));
    send(known({ lastMessage: aMessage(), protocol: 'B' }, 12));
    expect(selectLastMessage(snapshot())).toBe(message);
  });

  test('is shown below the name, and its ack only rises', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { ignores, send, snapshot } = aConversation(known(), messageArrived(message, 11));
    send(ackChanged(message, 12, { ack: 3 }));
    expect(selectLastMessage(snapshot())).toMatchObject({ id: '1010', ack: 3 });
    expect(ignores(ackChanged(message, 13, { ack: 2 }))).toBe(true);
  });

  test('its ack that came before it is kept', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { snapshot } = aConversation(known(), ackChanged(message, 12, { ack: 3 }), messageArrived(message, 11));
    expect(selectLastMessage(snapshot())?.ack).toBe(3);
  });

  test('an error of delivery stays beside the ack until the phone has it after all', () => {
    const message = aSentMessage({ id: '1010', ack: 1 });
    const { ignores, send, snapshot } = aConversation(known(), messageArrived(message, 11));
    send(ackChanged(message, 12, { errorCode: '131047', errorKey: 'error.provider.window' }));
    ignores(ackChanged(message, 12, { ack: 1 }));
    expect(selectLastMessage(snapshot())).toMatchObject({ ack: 1, errorCode: '131047' });
    send(ackChanged(message, 13, { ack: 2 }));
    expect(selectLastMessage(snapshot())).toMatchObject({ ack: 2, errorCode: null });
    ignores(ackChanged(message, 12, { errorCode: '131047', errorKey: 'error.provider.window' }));
  });

  test('a doubt whether it went out gives way to an error for good, and to a tick', () => {
    const message = aSentMessage({ id: '1010', ack: 0 });
    const { ignores, send, snapshot } = aConversation(known(), messageArrived(message, 11));
    const doubt = ackChanged(message, 12, { ack: 0, errorCode: 'uncertain', errorKey: 'error.send.uncertain' });
    send(doubt);
    expect(selectLastMessage(snapshot())).toMatchObject({ ack: 0, errorCode: 'uncertain' });
    send(ackChanged(message, 13, { ack: 0, errorCode: '131026', errorKey: 'error.whatsapp.unknown' }));
    ignores(doubt);
    expect(selectLastMessage(snapshot())).toMatchObject({ ack: 0, errorCode: '131026' });
    send(ackChanged(message, 14, { ack: 1 }));
    expect(selectLastMessage(snapshot())).toMatchObject({ ack: 1, errorCode: null });
  });

  test('a received one opens the 24-hour window', () => {
    const { send, snapshot } = aConversation(known({ lastReceivedAt: null }));
    expect(selectLastReceivedAt(snapshot())).toBeNull();
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
    expect(selectLastReceivedAt(snapshot())).toBe(START);
  });
});
