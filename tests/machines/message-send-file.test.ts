import { expect, test } from 'vitest';
import { selectSendState, selectSentBytes } from '../../src/machines/message-send/message-send.selectors.ts';
import { events, sending, withFile } from './message-send-support.ts';

/** One whose upload has begun. */
function uploading() {
  const send = sending({ message: withFile });
  send.actor.send(events.stored);
  send.commands.length = 0;
  return send;
}

function typesOf(commands: readonly { readonly type: string }[]): readonly string[] {
  return commands.map(({ type }) => type);
}

test('stored -> uploaded -> sent', () => {
  const { actor, commands } = uploading();
  actor.send(events.progressed);
  expect(selectSentBytes(actor.getSnapshot())).toBe(1_000);
  actor.send(events.uploaded);
  expect(commands).toEqual([{ type: 'message.send', message: withFile }]);
});

test('the upload’s answer is lost -> after a while sent first, and uploaded again only if it isn’t there', () => {
  const { actor, commands } = uploading();
  actor.send(events.uploadLost);
  actor.send(events.retryTimerFired);
  expect(typesOf(commands)).toEqual(['timer.start', 'timer.cancel', 'message.send']);
  actor.send(events.notUploaded);
  expect(commands.at(-1)).toEqual({ type: 'message.upload', message: withFile });
});

test('uploaded, and yet not there -> waits before it is uploaded again', () => {
  const { actor, commands } = uploading();
  actor.send(events.uploaded);
  actor.send(events.notUploaded);
  expect(typesOf(commands)).toEqual(['message.send', 'timer.start']);
  actor.send(events.retryTimerFired);
  expect(commands.at(-1)).toEqual({ type: 'message.upload', message: withFile });
});

test('of an earlier page -> the server is asked, then it is sent, then uploaded', () => {
  const { actor, commands } = sending({ message: { ...withFile, failure: null }, restored: true });
  actor.send(events.resolvedNone);
  actor.send(events.notUploaded);
  expect(typesOf(commands)).toEqual(['message.resolve', 'message.send', 'message.upload']);
});

test('under way -> it can’t be discarded any more', () => {
  const { actor } = uploading();
  actor.send(events.uploaded);
  actor.send(events.discarded);
  expect(selectSendState(actor.getSnapshot())).toBe('sending');
});
