import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { InspectionEvent } from 'xstate';
import type { StoredLog } from '../../src/machines/app.ts';
import { createCore } from '../../src/machines/directory/core.ts';
import {
  BRUNO,
  START,
  aTransfer,
  anOutgoing,
  anaViewing,
  brunoViewing,
  clientId,
  streamAt,
} from '../support/builders.ts';
import { anApp, greeting, listed, live, messageTo, opening, ticketOf } from './directory-support.ts';

const [waiting, other] = [ticketOf(1, { pendingTransfer: aTransfer({ ticketId: '501' }) }), ticketOf(2)];

/** An app whose inspector notes which actors received which events. */
function inspected(stored?: StoredLog) {
  const heard = new Map<string, string[]>();
  const inspect = (step: InspectionEvent) => {
    if (step.type !== '@xstate.event' || !('id' in step.actorRef)) return;
    const id = String(step.actorRef.id);
    heard.set(id, [...(heard.get(id) ?? []), step.event.type]);
  };
  return { heard, ...anApp(stored, { inspect }) };
}

test('an inspector -> hears of each actor by its name', () => {
  const { append, heard } = inspected();
  append(opening(anaViewing), ...greeting(10), listed(2, [waiting, other]), { type: 'ticket.opened', ticketId: '502' });
  append({ type: 'message.submitted', message: anOutgoing({ ticketId: '502', customerId: '102' }) }, messageTo(2, 11));
  append({ type: 'media.shown', messageId: '2011' }, { type: 'transfer.drafted', ticketId: '502' });
  for (const [name, type] of [
    ['auth', 'app.opened'],
    ['socket', 'socket.greeted'],
    ['inbox', 'tickets.listed'],
    ['shell', 'session.started'],
    ['ticket:502', 'ticket.opened'],
    ['conversation:102@10', 'message.submitted'],
    ['unseen:102@10', 'message.arrived'],
    [`send:${clientId(1)}`, 'xstate.init'],
    ['transfer:900', 'ticket.listed'],
    ['transferDraft:502', 'xstate.init'],
    ['media:2011', 'xstate.init'],
  ] as const)
    expect({ name, events: heard.get(name) }).toEqual({ name, events: expect.arrayContaining([type]) });
});

test('an inspector, of stored actors -> hears of those that are used', () => {
  const before = anApp();
  before.append(opening(anaViewing), ...greeting(10), listed(2, [waiting, other, ticketOf(3)]));
  const { append, heard } = inspected({
    position: before.app.log.position,
    snapshots: before.app.snapshots(),
    tail: [],
  });
  append(opening(anaViewing), { type: 'ticket.opened', ticketId: '502' });
  expect(heard.get('auth')).toContain('app.opened');
  expect(heard.get('ticket:502')).toContain('ticket.opened');
  expect(heard.has('ticket:503')).toBe(false);
});

test('an error inside an actor -> is reported, and so is a later one of another', () => {
  // XState throws what it reports from a timer.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { parent } = createCore(() => undefined, new Map(), {});
  const failing = (id: string) => {
    const logic = fromTransition((): null => {
      throw new Error(id);
    }, null);
    return createActor(logic, { parent, id }).start();
  };
  const [one, two] = [failing('one'), failing('two')];
  one.send({ type: 'any' });
  expect(() => vi.runAllTimers()).toThrow('one');
  two.send({ type: 'any' });
  expect(() => vi.runAllTimers()).toThrow('two');
});

test('an actor that is forgotten -> has stopped; the others go on', () => {
  const { append, directory } = live(brunoViewing, ticketOf(1), ticketOf(2));
  const [gone, kept] = [directory.ticket('501'), directory.ticket('502')];
  append({ type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: BRUNO, stream: streamAt(11) });
  expect(directory.ticket('501')).toBeUndefined();
  const statusOf = (actor: typeof gone): unknown => (actor?.getSnapshot() as { status?: unknown } | undefined)?.status;
  expect([statusOf(gone), statusOf(kept)]).toEqual(['stopped', 'active']);
});

test('an event of the log -> one row says whom it concerns', () => {
  const source = readFileSync(new URL('../../src/machines/directory/route.ts', import.meta.url), 'utf8');
  const rows = source.slice(source.indexOf('const routes: Routes'), source.indexOf('function dispatch'));
  const events = [...rows.matchAll(/^ {4}'([^']+)': |(?<=only\(.*)'([^']+)'/gm)].map(
    ([, row, listed]) => row ?? listed,
  );
  expect(events.length).toBeGreaterThan(100);
  expect(events.filter((event, at) => events.indexOf(event) !== at)).toEqual([]);
});
