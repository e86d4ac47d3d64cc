import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LOG_FORMAT, parseOnDisk } from '../../src/adapters/storage/log-format.ts';
import { createApp } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { START, aMessage, aTransfer, anOutgoing, brunoViewing, clientId } from '../support/builders.ts';
import { noViews } from '../../src/machines/inbox/inbox.views.ts';
import { greeting, listed, messageTo, opening, ticketOf } from '../machines/directory-support.ts';

/** A session in which every kind of actor that is stored comes to know something. */
const session: readonly AppEvent[] = [
  opening(brunoViewing),
  { type: 'tab.led' },
  { type: 'instances.listed', instances: [{ id: '10', name: 'Vendas', active: true }] },
  ...greeting(10),
  listed(2, [ticketOf(1), ticketOf(2, { pendingTransfer: aTransfer({ id: '901', ticketId: '502' }) })]),
  { type: 'ticket.opened', ticketId: '501' },
  {
    type: 'chat.listed',
    request: 1,
    customerId: '101',
    instanceId: '10',
    older: false,
    items: [aMessage({ id: '1001', ticketId: '501', at: START })],
    complete: true,
  },
  { type: 'history.listed', customerId: '101', instanceId: '10', tickets: [], total: 0 },
  messageTo(1, 11),
  messageTo(2, 12),
  { type: 'draft.changed', ticketId: '501', text: 'Bom dia' },
  { type: 'reply.chosen', ticketId: '501', messageId: '1001' },
  {
    type: 'message.submitted',
    message: anOutgoing({ clientId: clientId(1), ticketId: '501', customerId: '101' }),
  },
  { type: 'customer.pinToggled', customerId: '101', pinned: true },
];

/** The names and kinds of what a value is made of, whatever it holds. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [value.length === 0 ? 'nothing' : shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [/^\d/u.test(name) ? 'id' : name, shapeOf(part)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

test('what a page reads otherwise than an earlier one wrote it has a raised format', () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  for (const event of session) app.append(event);
  const kinds = new Map<string, unknown>();
  for (const [name, { context }] of app.snapshots()) {
    const kind = name.split(':')[0] ?? '';
    if (kind !== 'order' && !kinds.has(kind)) kinds.set(kind, shapeOf(context));
  }
  expect([...kinds.keys()].toSorted()).toEqual([
    'auth',
    'conversation',
    'inbox',
    'noticeLog',
    'send',
    'shell',
    'socket',
    'ticket',
    'transfer',
    'unseen',
  ]);
  const hash = createHash('sha256')
    .update(JSON.stringify([...kinds.keys()].toSorted().map((kind) => [kind, kinds.get(kind)])))
    .digest('hex')
    .slice(0, 16);
  // When this fails: raise LOG_FORMAT, with a migration from the one before, then write both down here.
  expect({ format: LOG_FORMAT, hash }).toEqual({ format: 10, hash: '48d1adb57de5ee76' });
});

test('format 2 -> fields and events have their names of today', async () => {
  const onDisk = {
    about: { format: 2, position: 7 },
    actors: new Map(),
    others: [
      [
        ['shell', 'open', { toldNotices: ['chat:1'] }],
        ['inbox', 'ready', { pins: { told: { 101: { pinned: true, asOf: 5 } } } }],
      ],
    ],
    batches: [{ after: 7, upTo: 8, events: [{ type: 'logout.told', position: 8, loggedAt: START }] }],
  };
  expect(await parseOnDisk(onDisk)).toEqual({
    position: 7,
    snapshots: new Map<string, unknown>([
      ['shell', { value: 'open', context: { raisedNotices: ['chat:1'] } }],
      ['inbox', { value: 'ready', context: { pins: { updated: { 101: { pinned: true, asOf: 5 } } }, views: noViews } }],
    ]),
    tail: [{ type: 'logout.inOtherTab', position: 8, loggedAt: START }],
  });
});

test('format 6 -> what was submitted has an id; drafts, and finishes that were under way, are closed with their page', async () => {
  const known = { ticketId: '20', transferId: '900', transfer: null };
  const onDisk = {
    about: { format: 6, position: 7 },
    actors: new Map(),
    others: [
      [
        ['transferDraft:20', 'creating', { ticketId: '20', nextOwner: { id: '3', name: 'Carla' } }],
        ['transfer:900', 'pending', { ...known, nextOwner: null, previousOwner: null, note: 'Olá' }],
        ['ticket:20', { lifecycle: 'open' }, { ticketId: '20', finishAsked: true, finishWaits: 'outbox' }],
      ],
    ],
    batches: [{ after: 7, upTo: 8, events: [{ type: 'transfer.submitted', position: 8, loggedAt: START }] }],
  };
  expect(await parseOnDisk(onDisk)).toEqual({
    position: 7,
    snapshots: new Map<string, unknown>([
      ['transfer:900', { value: 'pending', context: { ...known, submitted: null, unanswered: 0 } }],
      [
        'ticket:20',
        { value: { lifecycle: 'open' }, context: { ticketId: '20', finishAsked: true, finishWaits: null } },
      ],
    ]),
    tail: [{ type: 'transfer.submitted', clientId: '8', position: 8, loggedAt: START }],
  });
});

test('format 7 -> what was submitted to a person has them as its target, wherever it stands', async () => {
  const submitted = { clientId: 'client-9', ticketId: '20', previousOwner: null };
  const before = { ...submitted, nextOwner: { id: '3', name: 'Carla' } };
  const after = { ...submitted, target: { kind: 'person', id: '3', name: 'Carla' } };
  const finish = { kind: 'finish', clientId: 'finish:21', ticketId: '21' };
  const offered = { id: '900', nextOwner: { id: '3', name: 'Carla' } };
  const position = (event: object, at: number) => ({ ...event, position: at, loggedAt: START });
  const of = (known: object) => [
    position({ type: 'transfer.submitted', ...known }, 8),
    position({ type: 'outbox.restored', messages: [], actions: [{ kind: 'transfer', ...known }, finish] }, 9),
    position({ type: 'transfer.created', ticketId: '20', transfer: offered }, 10),
  ];
  const onDisk = {
    about: { format: 7, position: 7 },
    actors: new Map(),
    others: [
      [
        ['transferDraft:20', 'pending', { submitted: before, transfer: offered }],
        ['transfer:900', 'pending', { submitted: null, transfer: offered }],
      ],
    ],
    batches: [{ after: 7, upTo: 10, events: of(before) }],
  };
  expect(await parseOnDisk(onDisk)).toEqual({
    position: 7,
    snapshots: new Map<string, unknown>([
      ['transferDraft:20', { value: 'pending', context: { submitted: after, transfer: offered } }],
      ['transfer:900', { value: 'pending', context: { submitted: null, transfer: offered } }],
    ]),
    tail: of(after),
  });
});
