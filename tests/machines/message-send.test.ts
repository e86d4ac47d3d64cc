import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import { backoffMs } from '../../src/machines/backoff.ts';
import { messageSendMachine, resolveTimer, retryTimer } from '../../src/machines/message-send/message-send.machine.ts';
import {
  selectCanRetry,
  selectIsSettled,
  selectOutgoing,
  selectSendFailure,
  selectSendState,
} from '../../src/machines/message-send/message-send.selectors.ts';
import type { SendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { keysOf } from '../support/builders-actor.ts';
import { logged } from '../support/builders-events.ts';
import { aStored } from '../support/builders.ts';
import { events, other, outgoing, own, refusal, sending, withFile } from './message-send-support.ts';
import type { EventName } from './message-send-support.ts';

/** How each state is reached. Queued waits for the one before it. */
const paths: Record<
  Exclude<SendState, 'sent' | 'discarded'> | 'uncertainWaiting' | 'backingOff',
  readonly EventName[]
> = {
  queued: ['stored'],
  sending: ['stored'],
  uploading: ['stored'],
  uncertain: ['stored', 'answerLost'],
  uncertainWaiting: ['stored', 'answerLost', 'resolveFailed'],
  backingOff: ['stored', 'tooMany'],
  failed: ['stored', 'refused'],
};
type Start = keyof typeof paths;

function inState(start: Start) {
  const message = start === 'uploading' ? withFile : outgoing;
  const send = sending({ message, after: start === 'queued' ? other : null });
  for (const name of paths[start]) send.actor.send(events[name]);
  send.commands.length = 0;
  return send;
}

const proofs = { accepted: 'sent', arrived: 'sent', ackRose: 'sent', ackError: 'sent', resolvedAs: 'sent' } as const;

/** What each state does on an event. What isn't named changes nothing: the snapshot is the same one. */
const table: Record<Start, Partial<Record<EventName, SendState>>> = {
  queued: { ...proofs, discarded: 'discarded' },
  sending: {
    ...proofs,
    refused: 'failed',
    notUploaded: 'failed',
    abandoned: 'failed',
    refusedByNetwork: 'uncertain',
    tooMany: 'queued',
    tooManyNow: 'queued',
    answerLost: 'uncertain',
  },
  uploading: {
    ...proofs,
    progressed: 'uploading',
    uploaded: 'sending',
    uploadLost: 'queued',
    refused: 'failed',
    notUploaded: 'failed',
    abandoned: 'failed',
    refusedByNetwork: 'failed',
    tooMany: 'queued',
    tooManyNow: 'queued',
    discarded: 'discarded',
  },
  backingOff: { ...proofs, retryTimerFired: 'sending', discarded: 'discarded' },
  uncertain: {
    ...proofs,
    refused: 'failed',
    notUploaded: 'failed',
    tooMany: 'failed',
    tooManyNow: 'failed',
    abandoned: 'failed',
    resolvedNone: 'sending',
    resolveFailed: 'uncertain',
  },
  uncertainWaiting: {
    ...proofs,
    refused: 'failed',
    notUploaded: 'failed',
    tooMany: 'failed',
    tooManyNow: 'failed',
    abandoned: 'failed',
    resolvedNone: 'sending',
    greeted: 'uncertain',
    timerFired: 'uncertain',
  },
  failed: { ...proofs, retried: 'queued', discarded: 'discarded' },
};

describe.each(keysOf(table))('%s', (start) => {
  test.each(keysOf(events))('on %s', (name) => {
    const expected = table[start][name];
    const { actor, commands } = inState(start);
    const before = actor.getSnapshot();
    actor.send(events[name]);
    const after = actor.getSnapshot();
    if (expected === undefined) {
      expect(after).toBe(before);
      expect(commands).toEqual([]);
    } else {
      expect(selectSendState(after)).toBe(expected);
    }
    expect(selectOutgoing(after)).toBe(start === 'uploading' ? withFile : outgoing);
  });
});

describe('the server has too much to do', () => {
  test('sending -> backingOff -> sending: after the time the server says, still in the outbox', () => {
    const { actor, commands, given } = inState('sending');
    actor.send(events.tooMany);
    expect(commands).toEqual([{ type: 'timer.start', timer: retryTimer(own), ms: 7_000 }]);
    expect(selectSendFailure(actor.getSnapshot())).toBeNull();
    actor.send(events.retryTimerFired);
    expect(given('message.send')).toEqual([{ type: 'message.send', message: outgoing }]);
    expect(given('outbox.remove')).toEqual([]);
  });

  test('refused again and again -> waits longer each time, half a minute at most', () => {
    const { actor, given } = inState('sending');
    for (let time = 0; time < 6; time += 1) {
      actor.send(events.tooManyNow);
      actor.send(events.retryTimerFired);
    }
    const waits = given('timer.start').map((command) => (command.type === 'timer.start' ? command.ms : null));
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('offline by then -> waits for the network; taken back -> gone for good', () => {
    const { actor, commands } = inState('backingOff');
    actor.send(logged({ type: 'network.changed', online: false }));
    actor.send(events.retryTimerFired);
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    actor.send(events.discarded);
    expect(commands.at(-1)).toEqual({ type: 'outbox.remove', clientId: own });
  });
});

describe('stored before it is sent', () => {
  test('new -> queued puts it into the outbox and does not send it', () => {
    const { actor, commands } = sending();
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    expect(commands).toEqual([{ type: 'outbox.put', message: { ...outgoing, failure: null } }]);
  });

  test('queued -> sending once it is stored', () => {
    const { actor, given } = sending();
    actor.send(events.stored);
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toEqual([{ type: 'message.send', message: outgoing }]);
    expect(actor.getSnapshot().context.storeFailure).toBeNull();
  });

  test('queued -> sending when storage refuses it, which is told', () => {
    const { actor, given } = sending();
    actor.send(events.storeFailed);
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toHaveLength(1);
    expect(actor.getSnapshot().context.storeFailure).toBe('quota');
  });

  test('sent -> leaves the outbox', () => {
    const { actor, commands } = inState('sending');
    actor.send(events.accepted);
    expect(commands).toEqual([{ type: 'outbox.remove', clientId: own }]);
    expect(actor.getSnapshot().context.messageId).toBe('2001');
    expect(actor.getSnapshot().status).toBe('done');
  });
});

describe('order in a conversation', () => {
  const settled = { type: 'predecessor.settled' } as const;

  test('queued waits for the one before it', () => {
    const { actor, given } = inState('queued');
    expect(given('message.send')).toEqual([]);
    actor.send(settled);
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toHaveLength(1);
  });

  test('the one before it settles first, storing ends later', () => {
    const { actor, given } = sending({ after: other });
    actor.send(settled);
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    actor.send(events.stored);
    expect(given('message.send')).toHaveLength(1);
  });

  test.each([
    ['queued', false],
    ['sending', false],
    ['uncertain', false],
    ['failed', true],
  ] as const)('%s lets the next one go: %s', (start, expected) => {
    expect(selectIsSettled(inState(start).actor.getSnapshot())).toBe(expected);
  });
});

describe('without a network', () => {
  test('queued waits, and goes when the network is back', () => {
    const { actor, given } = sending({ online: false });
    actor.send(events.stored);
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    expect(given('message.send')).toEqual([]);
    actor.send(logged({ type: 'network.changed', online: true }));
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toHaveLength(1);
  });

  test('queued goes when the socket greets, whatever the browser says', () => {
    const { actor, given } = sending({ online: false });
    actor.send(events.stored);
    actor.send(events.greeted);
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toHaveLength(1);
  });

  test('the network goes before it is stored', () => {
    const { actor, given } = sending();
    actor.send(logged({ type: 'network.changed', online: false }));
    actor.send(events.stored);
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    expect(given('message.send')).toEqual([]);
  });

  test('the network is as it was -> nothing', () => {
    const { actor } = inState('queued');
    const before = actor.getSnapshot();
    actor.send(logged({ type: 'network.changed', online: true }));
    expect(actor.getSnapshot()).toBe(before);
  });
});

describe('a lost answer', () => {
  test('sending -> uncertain -> sent: the server has it, it goes out once', () => {
    const { actor, commands } = inState('sending');
    actor.send(events.answerLost);
    expect(commands).toEqual([{ type: 'message.resolve', clientId: own }]);
    actor.send(events.resolvedAs);
    expect(selectSendState(actor.getSnapshot())).toBe('sent');
    expect(commands.some(({ type }) => type === 'message.send')).toBe(false);
  });

  test('sending -> uncertain -> queued -> sending: the server never got it, the same client id goes again', () => {
    const { actor, given } = inState('uncertain');
    actor.send(events.resolvedNone);
    expect(selectSendState(actor.getSnapshot())).toBe('sending');
    expect(given('message.send')).toEqual([{ type: 'message.send', message: outgoing }]);
  });

  test('sending -> uncertain -> sending -> uncertain: lost once more, the server is asked after a pause', () => {
    const { actor, given } = inState('uncertain');
    actor.send(events.resolvedNone);
    actor.send(events.answerLost);
    expect(selectSendState(actor.getSnapshot())).toBe('uncertain');
    expect(given('message.resolve')).toEqual([]);
    expect(given('timer.start')).toEqual([{ type: 'timer.start', timer: resolveTimer(own), ms: 2_000 }]);
  });

  test('uncertain -> queued without a network: it waits', () => {
    const { actor, given } = inState('uncertain');
    actor.send(logged({ type: 'network.changed', online: false }));
    actor.send(events.resolvedNone);
    expect(selectSendState(actor.getSnapshot())).toBe('queued');
    expect(given('message.send')).toEqual([]);
  });

  test('no answer to the question either: asked again after 2 s, 4 s, 8 s, 16 s, 30 s, 30 s', () => {
    const { actor, given } = inState('uncertain');
    for (let round = 0; round < 6; round += 1) {
      actor.send(events.resolveFailed);
      actor.send(events.timerFired);
    }
    expect(given('timer.start').map(({ ms }) => ms)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(given('message.resolve')).toHaveLength(6);
    expect(given('message.send')).toEqual([]);
  });

  test.each([
    ['the socket greets', [events.greeted]],
    ['the network is back', [false, true].map((online) => logged({ type: 'network.changed' as const, online }))],
  ])('%s: asked at once, the timer is cancelled', (_, causes) => {
    const { actor, given } = inState('uncertainWaiting');
    for (const cause of causes) actor.send(cause);
    expect(given('message.resolve')).toEqual([{ type: 'message.resolve', clientId: own }]);
    expect(given('timer.cancel')).toEqual([{ type: 'timer.cancel', timer: resolveTimer(own) }]);
    actor.send(events.resolveFailed);
    expect(given('timer.start').at(-1)?.ms).toBe(2_000);
  });

  test('the network goes while it waits: nothing is asked', () => {
    const { actor, given } = inState('uncertainWaiting');
    actor.send(logged({ type: 'network.changed', online: false }));
    expect(given('message.resolve')).toEqual([]);
    expect(selectSendState(actor.getSnapshot())).toBe('uncertain');
  });

  test('the delay never passes 30 s', () => {
    expect([0, 1, 5, 50, 5_000].map(backoffMs)).toEqual([2_000, 2_000, 30_000, 30_000, 30_000]);
  });
});

describe('a refusal', () => {
  test('sending -> failed keeps the text and why, also in the outbox', () => {
    const { actor, commands } = inState('sending');
    actor.send(events.refused);
    expect(selectSendFailure(actor.getSnapshot())).toBe(refusal);
    expect(commands).toEqual([{ type: 'outbox.put', message: { ...outgoing, failure: refusal } }]);
    expect(selectCanRetry(actor.getSnapshot())).toBe(true);
    expect(actor.getSnapshot().can(events.discarded)).toBe(true);
  });

  test('failed -> queued -> sending: stored as open again before it goes, with the same client id', () => {
    const { actor, commands } = inState('failed');
    actor.send(events.retried);
    expect(commands).toEqual([{ type: 'outbox.put', message: { ...outgoing, failure: null } }]);
    expect(selectSendFailure(actor.getSnapshot())).toBeNull();
    actor.send(events.stored);
    expect(commands.at(-1)).toEqual({ type: 'message.send', message: outgoing });
  });

  test('failed -> discarded leaves the outbox', () => {
    const { actor, commands } = inState('failed');
    actor.send(events.discarded);
    expect(commands).toEqual([{ type: 'outbox.remove', clientId: own }]);
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('the session ends first: the text is kept, the outbox is left alone', () => {
    const { actor, commands } = inState('sending');
    actor.send(events.abandoned);
    expect(selectSendState(actor.getSnapshot())).toBe('failed');
    expect(selectSendFailure(actor.getSnapshot())?.code).toBe('ABANDONED');
    expect(commands).toEqual([]);
  });
});

describe('both orders of arrival', () => {
  test.each([
    ['reply, then push', events.accepted, events.arrived],
    ['push, then reply', events.arrived, events.accepted],
  ])('%s: sent once', (_, first, second) => {
    const { actor, commands } = inState('sending');
    actor.send(first);
    const sent = actor.getSnapshot();
    expect(selectSendState(sent)).toBe('sent');
    expect(commands).toEqual([{ type: 'outbox.remove', clientId: own }]);
    expect(transition(messageSendMachine, sent, second)[0]).toEqual(sent);
  });

  test.each(['sent', 'discarded'] as const)('%s absorbs all', (end) => {
    const { actor } = inState('failed');
    actor.send(end === 'sent' ? events.arrived : events.discarded);
    const before = actor.getSnapshot();
    expect(selectSendState(before)).toBe(end);
    for (const name of keysOf(events)) expect(transition(messageSendMachine, before, events[name])[0]).toBe(before);
  });

  test('push while uncertain: sent, the timer is cancelled', () => {
    const { actor, given } = inState('uncertainWaiting');
    actor.send(events.arrived);
    expect(selectSendState(actor.getSnapshot())).toBe('sent');
    expect(given('timer.cancel')).toHaveLength(1);
  });
});

describe('restored after a crash', () => {
  test('one that was never settled -> uncertain: asked for, not sent', () => {
    const { actor, commands } = sending({ message: aStored(), restored: true });
    expect(selectSendState(actor.getSnapshot())).toBe('uncertain');
    expect(commands).toEqual([{ type: 'message.resolve', clientId: own }]);
  });

  test('one that was refused -> failed: not sent again unasked', () => {
    const { actor, commands } = sending({ message: aStored({ failure: refusal }), restored: true });
    expect(selectSendState(actor.getSnapshot())).toBe('failed');
    expect(selectSendFailure(actor.getSnapshot())).toBe(refusal);
    expect(selectOutgoing(actor.getSnapshot())).toEqual(outgoing);
    expect(commands).toEqual([]);
  });
});

test('a discard of one under way is refused', () => {
  for (const start of ['sending', 'uncertain', 'uncertainWaiting'] as const) {
    const { actor } = inState(start);
    expect(actor.getSnapshot().can(events.discarded)).toBe(false);
  }
});
