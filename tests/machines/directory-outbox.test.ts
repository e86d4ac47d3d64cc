import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingAction, OutgoingTransfer, TransferTarget } from '../../src/machines/log/events-send.ts';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aFailure,
  aTransfer,
  aUser,
  anOutgoing,
  brunoViewing,
  clientId,
  networkFailure,
  streamAt,
} from '../support/builders.ts';
import { anApp, greeting, listed, live, opening, ticketOf } from './directory-support.ts';

/* What is to be done with a ticket, and is in the outbox until the server did or refused it. */

type Tested = ReturnType<typeof live>;

const toCarla = { target: { kind: 'person', id: CARLA.id, name: CARLA.name }, previousOwner: null } as const;
const submitted = (ticketId: string, n: number): readonly AppEvent[] => [
  { type: 'transfer.drafted', ticketId },
  { type: 'transfer.candidatesListed', ticketId, users: [] },
  { type: 'transfer.submitted', ticketId, clientId: clientId(n), ...toCarla },
];
const transferOf = (ticketId: string, n: number): OutgoingTransfer => ({
  kind: 'transfer',
  clientId: clientId(n),
  ticketId,
  instanceId: '10',
  ...toCarla,
  note: '',
  userId: brunoViewing.userId,
});
const finishOf = (ticketId: string): OutgoingAction => ({
  kind: 'finish',
  clientId: `finish:${ticketId}`,
  ticketId,
  outcomeId: null,
  userId: brunoViewing.userId,
});
const restored = (...actions: readonly OutgoingAction[]): AppEvent => ({
  type: 'outbox.restored',
  messages: [],
  actions,
});
const message = anOutgoing({ ticketId: '501', customerId: '101' });
const finish: AppEvent = { type: 'ticket.finishRequested', ticketId: '501' };
const finished = aFailure({ code: 'CONFLICT', key: 'error.ticket.finished' });
const failed = (failure = networkFailure): AppEvent => ({ type: 'ticket.finishFailed', ticketId: '501', failure });
/** Somebody else gives the first ticket away. */
const goneToCarla: AppEvent = {
  type: 'ticket.transferred',
  transfer: null,
  ticket: ticketOf(1, { owner: { ...CARLA, image: null } }),
  by: ANA,
  firstUserId: ANA.id,
  stream: streamAt(11),
};
const lost: readonly AppEvent[] = [
  { type: 'socket.closed', attempt: 1, code: 1006, reason: '' },
  { type: 'timer.fired', timer: socketTimers.retry },
  ...greeting(20, { attempt: 2 }),
];

const stateOf = ({ app }: Tested, id = '501') => app.directory.transferDraft(id)?.getSnapshot().value;
const lifecycleOf = ({ app }: Tested) => {
  const snapshot = app.directory.ticket('501')?.getSnapshot();
  return snapshot && selectLifecycle(snapshot);
};
const creates = ({ given }: Tested) => given('transfer.create').map((command) => command.clientId);
const removed = ({ given }: Tested) => given('outbox.remove').map((command) => command.clientId);
const titles = ({ app }: Tested) =>
  app.directory.notices.getSnapshot().map((id) => app.directory.notice(id)?.getSnapshot().context.notice.title);
const notices = ({ app }: Tested) => app.directory.notices.getSnapshot().length;
/** The rows that a resync lists: not the ticket itself. */
const leftOut = ({ append, given }: Tested) =>
  append(listed(given('tickets.fetch').at(-1)?.request ?? 0, [ticketOf(2)], { streamPosition: 20 }));

function sessionEnds({ append, given }: Tested): void {
  const { generation = 0 } = given('token.adopt').at(-1) ?? {};
  append({ type: 'call.unauthorized', call: 'c', generation, status: 'Token is Invalid' });
}

function logsInAgain({ append, given }: Tested): void {
  const { userId, name, roleName } = brunoViewing;
  const user = aUser({ id: userId, name, roleName });
  append({
    type: 'login.submitted',
    path: 'rest',
    email: 'bruno@aurora.example',
    secret: 's',
    remember: true,
    to: '/',
  });
  const { generation = 0 } = given('login.send').at(-1) ?? {};
  append({ type: 'login.succeeded', generation, user, token: 't2', routes: ['chat'], originBackoffice: false });
}

describe('a transfer', () => {
  test('an earlier one of the ticket was created and withdrawn -> the restored one is created', () => {
    const page = live(brunoViewing, ticketOf(1));
    const first = aTransfer({ id: '900', ticketId: '501' });
    page.append(...submitted('501', 1), { type: 'transfer.created', ticketId: '501', transfer: first });
    page.append({ type: 'transfer.deleteRequested', transferId: '900' }, { type: 'transfer.deleted', transfer: first });
    page.append(restored(transferOf('501', 2)));
    expect(creates(page)).toEqual([clientId(1), clientId(2)]);
  });

  test('another of the ticket is on its way -> the restored one is given up, with a notice', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(...submitted('501', 1), restored(transferOf('501', 1)));
    expect([removed(page), notices(page)]).toEqual([[], 0]);
    page.append(restored(transferOf('501', 2)));
    expect([removed(page), notices(page)]).toEqual([[clientId(2)], 1]);
    expect(creates(page)).toEqual([clientId(1)]);
  });

  test('its ticket goes to somebody else while it is created -> it continues, and its refusal raises a notice', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(...submitted('501', 1));
    page.append(goneToCarla);
    page.append({ type: 'transfer.dismissed', ticketId: '501' });
    const failure = aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' });
    page.append({ type: 'transfer.createFailed', ticketId: '501', failure });
    expect([removed(page), notices(page)]).toEqual([[clientId(1)], 1]);
  });

  test('it waits behind a message, and the frame of an earlier offer comes late -> it goes on waiting', () => {
    const page = live(brunoViewing, ticketOf(1));
    const triggeredBy = { id: BRUNO.id, name: BRUNO.name };
    const earlier = aTransfer({
      id: '900',
      ticketId: '501',
      nextOwner: { id: CARLA.id, name: CARLA.name },
      triggeredBy,
    });
    page.append({ type: 'message.submitted', message }, ...submitted('501', 2));
    expect(stateOf(page)).toBe('waiting');
    page.append({
      type: 'transfer.arrived',
      transfer: earlier,
      ticket: ticketOf(1, { pendingTransfer: earlier }),
      by: BRUNO,
      addressed: false,
      stream: streamAt(11),
    });
    expect([stateOf(page), removed(page)]).toEqual(['waiting', []]);
  });

  test('no answer -> it waits for the backoff, and counts once', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(...submitted('501', 1), { type: 'transfer.createFailed', ticketId: '501', failure: networkFailure });
    expect([stateOf(page), notices(page), removed(page)]).toEqual(['backingOff', 0, []]);
    page.append({ type: 'timer.fired', timer: 'transfer:501:retry' });
    expect([stateOf(page), creates(page)]).toEqual(['creating', [clientId(1), clientId(1)]]);
  });

  test('it waits, and that of another ticket is submitted -> none has a dialog but the other', () => {
    const page = live(brunoViewing, ticketOf(1), ticketOf(2));
    page.append({ type: 'message.submitted', message }, { type: 'outbox.stored', clientId: message.clientId });
    page.append(...submitted('501', 1));
    sessionEnds(page);
    const abandoned = aFailure({ code: 'ABANDONED' });
    page.append({ type: 'message.refused', clientId: message.clientId, failure: abandoned });
    logsInAgain(page);
    page.append({ type: 'message.discarded', clientId: message.clientId }, ...submitted('502', 2));
    expect(creates(page)).toEqual([clientId(1), clientId(2)]);
    expect(page.app.directory.outgoingTransfers.getSnapshot()).toEqual(['501']);
  });
});

describe('a transfer into a queue', () => {
  const department = { kind: 'department', id: '70', name: 'Financeiro' } as const;
  const queued = (target: TransferTarget, ticketId = '501'): readonly AppEvent[] => [
    { type: 'transfer.drafted', ticketId },
    { type: 'transfer.submitted', ticketId, clientId: clientId(1), target, previousOwner: BRUNO, note: 'Sem pressa' },
  ];
  const outgoing = ({ app }: Tested) => app.directory.outgoingTransfers.getSnapshot();

  test.each<readonly [string, TransferTarget, string | null]>([
    ['of a department', department, '70'],
    ['its own', { kind: 'queue' }, null],
  ])('%s, with a network, before people are listed -> sent at once, and over with the answer', (_what, target, id) => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(...queued(target));
    const call = { ticketId: '501', clientId: clientId(1), departmentId: id, previousOwnerId: BRUNO.id };
    expect(page.given('transfer.queue')).toEqual([{ type: 'transfer.queue', ...call, note: 'Sem pressa' }]);
    // Its dialog shows it.
    expect(outgoing(page)).toEqual([]);
    page.append({ type: 'transfer.queued', ticketId: '501' });
    expect([removed(page), page.app.directory.transferDraft('501')]).toEqual([[clientId(1)], undefined]);
  });

  test('without a network -> it waits as one to a person does, can be withdrawn, and a finish waits behind it', () => {
    const page = live(brunoViewing, ticketOf(1), ticketOf(2));
    page.append({ type: 'network.changed', online: false }, ...queued(department), ...queued({ kind: 'queue' }, '502'));
    page.append(finish, { type: 'transfer.withdrawn', ticketId: '502' });
    expect([outgoing(page), page.given('transfer.queue'), page.given('ticket.finish')]).toEqual([['501'], [], []]);
    page.append({ type: 'network.changed', online: true });
    expect(page.given('transfer.queue').map(({ ticketId }) => ticketId)).toEqual(['501']);
    expect([outgoing(page), page.given('ticket.finish')]).toEqual([['501'], []]);
    page.append({ type: 'transfer.queued', ticketId: '501' });
    expect([outgoing(page), page.given('ticket.finish').length]).toEqual([[], 1]);
  });

  test('behind a message of its conversation -> sent once that is settled', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append({ type: 'message.submitted', message }, ...queued(department));
    expect(page.given('transfer.queue')).toEqual([]);
    page.append({ type: 'message.discarded', clientId: message.clientId });
    expect(page.given('transfer.queue')).toHaveLength(1);
  });

  test('the answer is lost, and the ticket leaves the list -> repeated with the same id, and no notice', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(...queued(department), { type: 'transfer.createFailed', ticketId: '501', failure: networkFailure });
    page.append({
      type: 'ticket.transferred',
      transfer: null,
      ticket: ticketOf(1, { owner: { ...CARLA, image: null } }),
      by: null,
      stream: streamAt(11),
    });
    page.append({ type: 'timer.fired', timer: 'transfer:501:retry' });
    expect(page.given('transfer.queue').map((command) => command.clientId)).toEqual([clientId(1), clientId(1)]);
    page.append({ type: 'transfer.queued', ticketId: '501' });
    expect([removed(page), notices(page), outgoing(page)]).toEqual([[clientId(1)], 0, []]);
  });

  test('an earlier page’s is refused -> a notice with its reason, and nothing is pending any more', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(restored({ ...transferOf('501', 1), target: department }));
    const failure = aFailure({ code: 'CONFLICT', key: 'error.department.nobody' });
    page.append({ type: 'transfer.createFailed', ticketId: '501', failure });
    expect([removed(page), notices(page), outgoing(page)]).toEqual([[clientId(1)], 1, []]);
    const [id = ''] = page.app.directory.notices.getSnapshot();
    const { notice } = page.app.directory.notice(id)?.getSnapshot().context ?? {};
    expect(notice).toMatchObject({ title: { id: 'notice.failed.create.of' }, body: { id: 'error.department.nobody' } });
  });

  test('the department is gone -> another can be chosen; the ticket is finished -> none', () => {
    for (const [key, state] of [
      ['error.notFound', { draft: 'loading' }],
      ['error.ticket.finished', 'failed'],
    ] as const) {
      const page = live(brunoViewing, ticketOf(1));
      page.append(...queued(department), {
        type: 'transfer.createFailed',
        ticketId: '501',
        failure: aFailure({ key }),
      });
      expect(stateOf(page)).toEqual(state);
    }
  });

  test('refused in its dialog, before people are listed -> the reason stays while they load', () => {
    const page = live(brunoViewing, ticketOf(1));
    const failure = aFailure({ code: 'CONFLICT', key: 'error.department.nobody' });
    page.append(...queued(department), { type: 'transfer.createFailed', ticketId: '501', failure });
    expect([stateOf(page), notices(page)]).toEqual([{ draft: 'loading' }, 0]);
    expect(page.app.directory.transferDraft('501')?.getSnapshot().context.failure).toBe(failure);
    expect(page.given('transfer.fetchCandidates')).toHaveLength(2);
  });
});

describe('a transfer of a ticket that leaves the list while it waits', () => {
  test.each<readonly [string, AppEvent]>([
    ['goes to somebody else', goneToCarla],
    [
      'is finished',
      { type: 'ticket.closed', ticket: ticketOf(1, { finishedAt: START }), by: null, stream: streamAt(11) },
    ],
  ])('it %s -> the refusal still says whose it was, and then the ticket goes', (_what, left) => {
    const page = live(brunoViewing, ticketOf(1), ticketOf(2));
    page.append({ type: 'network.changed', online: false }, ...submitted('501', 1));
    page.append({ type: 'network.changed', online: true }, left);
    expect(creates(page)).toEqual([clientId(1)]);
    expect(page.app.directory.ticket('501')).toBeDefined();
    page.append({ type: 'transfer.createFailed', ticketId: '501', failure: finished });
    expect(titles(page)).toEqual([
      { kind: 'message', id: 'notice.failed.create.of', values: { customer: 'Cliente 1' } },
    ]);
    expect(page.app.directory.ticket('501')).toBeUndefined();
  });

  test('it is refused in its dialog -> the dialog goes on with the ticket until it is closed', () => {
    const page = live(brunoViewing, ticketOf(1), ticketOf(2));
    page.append(...submitted('501', 1), goneToCarla);
    page.append({ type: 'transfer.createFailed', ticketId: '501', failure: finished });
    expect([stateOf(page), titles(page)]).toEqual(['failed', []]);
    page.append({ type: 'transfer.drafted', ticketId: '501' });
    expect(stateOf(page)).toEqual({ draft: 'loading' });
    page.append({ type: 'transfer.dismissed', ticketId: '501' });
    expect([stateOf(page), page.app.directory.ticket('501')]).toEqual([undefined, undefined]);
  });

  test.each(['in the list alone', 'on the screen, and then closed'])(
    '%s, a list after lost frames leaves it out -> not in the list any more; the refusal still says whose it was',
    (where) => {
      const page = live(brunoViewing, ticketOf(1), ticketOf(2));
      const isOpen = where !== 'in the list alone';
      if (isOpen) page.append({ type: 'ticket.opened', ticketId: '501' });
      page.append({ type: 'network.changed', online: false }, ...submitted('501', 1));
      page.append({ type: 'network.changed', online: true }, ...lost);
      const request = page.given('tickets.fetch').at(-1)?.request ?? 0;
      page.append(listed(request, [ticketOf(2)], { streamPosition: 25 }));
      if (isOpen) page.append({ type: 'ticket.left', ticketId: '501' });
      expect(page.rows()).toEqual(['502']);
      page.append({ type: 'transfer.createFailed', ticketId: '501', failure: finished });
      expect(titles(page)).toEqual([
        { kind: 'message', id: 'notice.failed.create.of', values: { customer: 'Cliente 1' } },
      ]);
      expect(page.app.directory.ticket('501')).toBeUndefined();
    },
  );
});

describe('a finish', () => {
  test('the conversation goes to somebody else meanwhile -> its refusal still says whose it was', () => {
    const page = live(brunoViewing, ticketOf(1), ticketOf(2));
    page.append(finish);
    page.append(goneToCarla);
    page.append(failed(aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' })));
    expect(titles(page)).toEqual([
      { kind: 'message', id: 'notice.failed.finish.of', values: { customer: 'Cliente 1' } },
    ]);
    expect(page.app.directory.ticket('501')).toBeUndefined();
  });

  test.each<readonly [string, AppEvent]>([
    ['created', { type: 'transfer.created', ticketId: '501', transfer: aTransfer({ id: '900', ticketId: '501' }) }],
    [
      'refused',
      {
        type: 'transfer.createFailed',
        ticketId: '501',
        failure: aFailure({ code: 'CONFLICT', key: 'error.conflict' }),
      },
    ],
  ])('after a transfer of the same ticket, both without a network -> it leaves once that is %s', (_what, answer) => {
    const page = live(brunoViewing, ticketOf(1));
    page.append({ type: 'network.changed', online: false }, ...submitted('501', 1), finish);
    page.append({ type: 'network.changed', online: true });
    expect([creates(page), page.given('ticket.finish').length]).toEqual([[clientId(1)], 0]);
    page.append(answer);
    expect(page.given('ticket.finish')).toHaveLength(1);
  });

  test('after a transfer that is withdrawn -> it leaves', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append({ type: 'network.changed', online: false }, ...submitted('501', 1), finish);
    expect(page.given('ticket.finish')).toEqual([]);
    page.append({ type: 'transfer.withdrawn', ticketId: '501' });
    expect(page.given('ticket.finish')).toHaveLength(1);
  });

  test('no answer -> it stays under way, is repeated after the backoff, and its double is no failure', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(finish, failed());
    expect([lifecycleOf(page), removed(page), notices(page)]).toEqual(['finishing', [], 0]);
    expect(page.app.directory.ticket('501')?.getSnapshot().context.finishWaits).toBe('backoff');
    expect(page.given('ticket.finish')).toHaveLength(1);
    page.append({ type: 'timer.fired', timer: 'ticket:501:finish' });
    expect(page.given('ticket.finish')).toHaveLength(2);
    page.append(failed(finished));
    expect([removed(page), notices(page)]).toEqual([['finish:501'], 0]);
  });

  test('refused -> the ticket is open again, with the reason', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(finish, failed(aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' })));
    expect([lifecycleOf(page), removed(page), notices(page)]).toEqual(['open', ['finish:501'], 1]);
  });

  test('an earlier page’s was done, and is repeated -> no failure notice', () => {
    const page = live(brunoViewing, ticketOf(1));
    page.append(restored(finishOf('501')), failed(finished));
    expect([removed(page), notices(page)]).toEqual([['finish:501'], 0]);
  });

  test('it waits or is in flight, and a resync doesn’t list its ticket -> it continues', () => {
    for (const isWaiting of [true, false]) {
      const page = live(brunoViewing, ticketOf(1), ticketOf(2));
      if (isWaiting) page.append({ type: 'message.submitted', message });
      page.append(finish, ...lost);
      leftOut(page);
      if (isWaiting) page.append({ type: 'message.discarded', clientId: message.clientId });
      expect(page.given('ticket.finish')).toHaveLength(1);
      page.append(failed(aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' })));
      expect(removed(page)).toContain('finish:501');
      expect(page.app.directory.ticket('501')).toBeUndefined();
    }
  });

  test('of a ticket that the page doesn’t know -> it goes on through the first list', () => {
    const page = anApp();
    const own = anOutgoing({ ticketId: '501', customerId: '101' });
    page.append(opening(brunoViewing, { online: false }), {
      type: 'outbox.restored',
      messages: [{ ...own, failure: null }],
      actions: [finishOf('501')],
    });
    page.append({ type: 'network.changed', online: true }, ...greeting(20));
    leftOut(page);
    expect(page.given('ticket.finish')).toEqual([]);
    page.append({ type: 'message.resolved', clientId: own.clientId, message: null });
    page.append({ type: 'message.refused', clientId: own.clientId, failure: aFailure() });
    expect(page.given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '501' }]);
  });

  test('of the ticket on the screen, answered before that is loaded -> its messages are fetched all the same', () => {
    const { append, given } = anApp();
    const closed = ticketOf(1, { finishedAt: START });
    append(opening(brunoViewing), ...greeting(10), { type: 'ticket.opened', ticketId: '501' });
    append(restored(finishOf('501')), { type: 'ticket.finished', ticket: closed });
    append({ type: 'ticket.loaded', ticket: closed, streamPosition: 12 });
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('the session ends before a message and the finish behind it -> after the login it waits until that is sent', () => {
    const page = live(brunoViewing, ticketOf(1));
    const { append, given } = page;
    append({ type: 'message.submitted', message }, { type: 'outbox.stored', clientId: message.clientId }, finish);
    sessionEnds(page);
    append({ type: 'message.refused', clientId: message.clientId, failure: aFailure({ code: 'ABANDONED' }) });
    expect(given('ticket.finish')).toEqual([]);
    logsInAgain(page);
    const greeted = notices(page);
    append({ type: 'outbox.restored', messages: [{ ...message, failure: null }], actions: [finishOf('501')] });
    expect(given('ticket.finish')).toEqual([]);
    append({ type: 'message.retried', clientId: message.clientId });
    append({ type: 'outbox.stored', clientId: message.clientId });
    expect([given('message.send').length, given('ticket.finish').length]).toEqual([2, 0]);
    append({ type: 'message.refused', clientId: message.clientId, failure: aFailure() });
    expect(given('ticket.finish')).toHaveLength(1);
    expect(notices(page)).toBe(greeted);
  });
});
