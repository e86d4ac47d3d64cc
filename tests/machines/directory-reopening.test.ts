import { afterEach, describe, expect, test } from 'vitest';
import { campaignNews } from '../../models/frames.ts';
import { createApp } from '../../src/machines/app.ts';
import type { App, StoredLog } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { selectChatState } from '../../src/machines/conversation/conversation.selectors.ts';
import { selectInboxPhase } from '../../src/machines/inbox/inbox.selectors.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { socketTimers } from '../../src/machines/socket/socket.context.ts';
import { selectStaleSince } from '../../src/machines/socket/socket.selectors.ts';
import {
  BRUNO,
  CARLA,
  START,
  aFailure,
  aTransfer,
  anOutgoing,
  anaViewing,
  brunoViewing,
  carlaViewing,
  clientId,
  streamAt,
  theTwinOf,
} from '../support/builders.ts';
import { anApp, greeting, listed, live, messageTo, opening, replays, ticketOf } from './directory-support.ts';

/** Whatever was done to them: a replay comes to the same. */
afterEach(({ expect }) => {
  for (const { replayed, held } of replays()) expect(replayed).toEqual(held);
});

const staleSince = (app: App) => selectStaleSince(app.directory.socket.getSnapshot());

const key = conversationKey('101', '10');
const reopening = opening(brunoViewing);

/** What the next page finds stored. */
function storedOf({ app }: Pick<ReturnType<typeof anApp>, 'app'>): StoredLog {
  return structuredClone({ position: app.log.position, snapshots: app.snapshots(), tail: [] });
}

function chatListed(request: number): AppEvent {
  return {
    type: 'chat.listed',
    request,
    customerId: '101',
    instanceId: '10',
    older: false,
    items: [],
    complete: true,
  };
}

test('the server’s database is set back -> a campaign’s lower version is taken', () => {
  const { append, directory } = live(brunoViewing);
  const told = (version: number, seq: number): AppEvent => {
    return { type: 'campaign.updated', campaignId: '70', news: campaignNews(version), stream: streamAt(seq) };
  };
  append(told(5, 11), told(4, 12));
  expect(directory.campaign('70')?.getSnapshot().context.news.version).toBe(5);
  append({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
  append({ type: 'timer.fired', timer: socketTimers.retry }, ...greeting(12, { attempt: 2 }), told(4, 13));
  expect(directory.campaign('70')?.getSnapshot().context.news.version).toBe(4);
});

describe('a page that opens on a log that goes on', () => {
  test('gives none of the commands of the events that an earlier page stored', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append({ type: 'customer.pinToggled', customerId: '101', pinned: true });
    expect(before.commands).not.toEqual([]);
    expect(anApp({ position: 0, snapshots: new Map(), tail: before.events }).commands).toEqual([]);
  });

  test('shows the list before any answer, and asks for what came since', () => {
    const before = live(brunoViewing, ticketOf(1), ticketOf(2));
    before.append(messageTo(2, 11));
    const { append, rows, unseen, given, app } = anApp(storedOf(before));
    append(reopening);
    expect(rows()).toEqual(['502', '501']);
    expect(unseen()).toBe(1);
    expect(staleSince(app)).toBe(before.events.at(-1)?.loggedAt);
    append({ type: 'socket.ticketIssued', attempt: 2, ticket: 't' });
    expect(given('socket.open')).toMatchObject([{ attempt: 2, epoch: 'epoch-1', since: 11 }]);
    append(...greeting(11, { attempt: 2, recovered: true }).slice(1));
    expect(staleSince(app)).toBeNull();
  });

  test('opened without a network -> the list that failed to load is asked for once connected, of a page more too', () => {
    const before = live(brunoViewing, ticketOf(1));
    const { append, given, app } = anApp(storedOf(before));
    const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
    append(opening(brunoViewing, { online: false }));
    const asked = () => given('tickets.fetch').at(-1)?.request ?? 0;
    append({ type: 'tickets.listFailed', request: asked(), failure });
    expect(selectInboxPhase(app.directory.inbox.getSnapshot())).toBe('failed');
    append({ type: 'network.changed', online: true }, ...greeting(10, { attempt: 2, recovered: true }));
    expect(given('tickets.fetch').at(-1)).toMatchObject({ page: 1, withViews: true });
    append(listed(asked(), [ticketOf(1)], { purpose: 'page', totalPages: 2 }), { type: 'inbox.endReached' });
    append({ type: 'tickets.listFailed', request: asked(), failure });
    expect(selectInboxPhase(app.directory.inbox.getSnapshot())).toBe('moreFailed');
    append({ type: 'socket.closed', attempt: 2, code: 1006, reason: '' });
    append({ type: 'timer.fired', timer: socketTimers.retry }, ...greeting(10, { attempt: 3, recovered: true }));
    expect(selectInboxPhase(app.directory.inbox.getSnapshot())).toBe('loadingMore');
  });

  test('in a state that this version doesn’t have: throws before anything is shown', () => {
    const stored = storedOf(live(brunoViewing, ticketOf(1), ticketOf(2)));
    const odd = { context: {}, ...stored.snapshots.get('ticket:502'), value: { lifecycle: 'nowhere', attention: 'x' } };
    const snapshots = new Map(stored.snapshots).set('ticket:502', odd);
    expect(() => createApp({ now: () => START, onCommand: () => undefined, stored: { ...stored, snapshots } })).toThrow(
      "The ticket can't go on as stored",
    );
  });

  test('without a network in between, it is as of when the page before that one heard last', () => {
    const before = live(brunoViewing, ticketOf(1));
    const lastHeard = before.events.find(({ type }) => type === 'socket.greeted')?.loggedAt;
    const second = anApp(storedOf(before));
    second.append(opening(brunoViewing, { online: false }));
    const third = anApp(storedOf(second));
    third.append(reopening);
    expect(staleSince(third.app)).toBe(lastHeard);
  });

  test('goes on numbering its events', () => {
    const stored = storedOf(live(brunoViewing));
    const { append, events } = anApp(stored);
    append(reopening);
    expect(events[0]?.position).toBe(stored.position + 1);
  });

  test('shows nothing of somebody else, nor to nobody', () => {
    const stored = storedOf(live(brunoViewing, ticketOf(1)));
    const others = anApp(stored);
    others.append(opening(carlaViewing));
    expect(others.rows()).toEqual([]);
    const nobodys = anApp(stored);
    nobodys.append({ ...opening(brunoViewing), session: null } as AppEvent);
    expect([...nobodys.app.snapshots().keys()].toSorted()).toEqual([
      'auth',
      'inbox',
      'noticeLog',
      'order',
      'shell',
      'socket',
    ]);
  });

  test('shows no more than whoever is an administrator no longer may see', () => {
    const carlas = { owner: { ...CARLA, image: null } };
    const before = live(anaViewing, ticketOf(1, carlas), ticketOf(2));
    expect(before.rows()).toEqual(['501', '502']);
    const { append, rows } = anApp(storedOf(before));
    append(opening({ ...anaViewing, roleName: 'atendente' }));
    expect(rows()).toEqual([]);
  });

  test('has nothing on the screen: a message that comes is unseen', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append({ type: 'ticket.opened', ticketId: '501' }, chatListed(1));
    const { append, unseen, given, app } = anApp(storedOf(before));
    append(reopening, ...greeting(10, { attempt: 2, recovered: true }), messageTo(1, 11));
    expect(app.directory.ticket('501')?.getSnapshot().context.watched).toBe(false);
    expect(unseen()).toBe(1);
    expect(given('unseen.reset')).toEqual([]);
  });

  test('asks anew for a conversation that was on its way', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append({ type: 'ticket.opened', ticketId: '501' });
    const { append, given, app } = anApp(storedOf(before));
    append(reopening);
    const chat = () => {
      const snapshot = app.directory.conversation(key)?.getSnapshot();
      return snapshot && selectChatState(snapshot);
    };
    expect(chat()).toBe('cold');
    append({ type: 'ticket.opened', ticketId: '501' });
    expect(chat()).toBe('loading');
    expect(given('chat.fetch')).toHaveLength(1);
  });

  test('locked before, it is locked', () => {
    const { append, app, given } = anApp(storedOf(live(brunoViewing, ticketOf(1))));
    append(opening(brunoViewing, { locked: true }));
    expect(app.directory.shell.getSnapshot().context.locked).toBe(true);
    expect(given('lock.keep')).toEqual([]);
  });

  describe('and notices', () => {
    function offer(seq: number, epoch = 'epoch-1'): AppEvent {
      const { stream, ...told } = messageTo(1, seq);
      return {
        ...told,
        stream: { ...stream, epoch },
        type: 'transfer.arrived',
        transfer: aTransfer({ id: String(900 + seq), ticketId: '501', triggeredBy: CARLA, nextOwner: BRUNO }),
        by: CARLA,
        addressed: true,
      };
    }
    function reopened() {
      const page = anApp(storedOf(live(brunoViewing, ticketOf(1))));
      return { ...page, notices: () => page.app.directory.notices.getSnapshot() };
    }
    const broken = (attempt: number): AppEvent[] => [
      { type: 'socket.closed', attempt, code: 1006, reason: '' },
      { type: 'timer.fired', timer: socketTimers.retry },
    ];

    test('raises none of events while it was closed, only of later ones', () => {
      const { append, notices } = reopened();
      append(reopening, ...greeting(11, { attempt: 2, recovered: true }), offer(11));
      expect(notices()).toEqual([]);
      append(offer(12));
      expect(notices()).toHaveLength(1);
    });

    test('loses the connection before it has caught up -> what came in between raises one, what was before none', () => {
      const { append, notices } = reopened();
      append(reopening, ...greeting(12, { attempt: 2, recovered: true }), offer(11), ...broken(2));
      append(...greeting(13, { attempt: 3, recovered: true }), offer(12));
      expect(notices()).toEqual([]);
      append(offer(13));
      expect(notices()).toEqual([expect.stringContaining('913')]);
    });

    test('the stream begins anew at a lower position -> it raises them', () => {
      const { append, given, notices } = reopened();
      append(reopening, ...greeting(11, { attempt: 2, recovered: true }), offer(11), ...broken(2));
      append(...greeting(5, { attempt: 3, epoch: 'epoch-2' }));
      const request = given('tickets.fetch').at(-1)?.request ?? 0;
      append(listed(request, [ticketOf(1)], { streamPosition: 5 }), offer(6, 'epoch-2'));
      expect(notices()).toEqual([expect.stringContaining('906')]);
    });

    test('one that waits is taken while it was closed -> the notice of the others says so, and isn’t heard', () => {
      const { append, after, app } = reopened();
      const queued = (n: number, seq: number): AppEvent => {
        const { ticket } = messageTo(n, seq, { owner: null, waitingSince: START });
        return { type: 'customer.arrived', ticket, stream: streamAt(seq) };
      };
      const { stream, ...taken } = messageTo(2, 11, { owner: { ...CARLA, image: null } });
      append(reopening, ...greeting(11, { attempt: 2, recovered: true }), queued(2, 12), queued(3, 13));
      const title = () => {
        const [id = ''] = app.directory.notices.getSnapshot();
        return app.directory.notice(id)?.getSnapshot().context.notice.title;
      };
      expect(title()).toMatchObject({ id: 'notice.queue', values: { count: 2 } });
      const given = after({
        ...taken,
        type: 'ticket.transferred',
        transfer: null,
        by: CARLA,
        firstUserId: '1',
        stream,
      });
      expect(title()).toMatchObject({ id: 'notice.queue', values: { count: 1 } });
      expect(given.map(({ type }) => type)).not.toContain('sound.play');
    });
  });
});

describe('what an earlier page had asked for', () => {
  const finish: AppEvent = { type: 'ticket.finishRequested', ticketId: '501' };
  /** The outbox that a page left, with these messages. */
  const restored = (before: Pick<ReturnType<typeof live>, 'given'>, ...ids: readonly number[]): AppEvent => ({
    type: 'outbox.restored',
    messages: ids.map((n) => ({ ...outgoing(n), failure: null })),
    actions: before.given('outbox.putAction').map(({ action }) => action),
  });
  const outgoing = (n: number) => anOutgoing({ clientId: clientId(n), ticketId: '501', customerId: '101' });

  test('a finish is asked for again, when it is known which messages go first', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append(finish);
    expect(before.given('ticket.finish')).toHaveLength(1);
    const { append, given } = anApp(storedOf(before));
    append(reopening);
    expect(given('ticket.finish')).toEqual([]);
    append(restored(before));
    expect(given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '501' }]);
  });

  test('behind its messages, on the page that asked and on the next', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append({ type: 'message.submitted', message: outgoing(1) }, finish);
    expect(before.given('ticket.finish')).toEqual([]);
    const { append, given } = anApp(storedOf(before));
    append(reopening, restored(before, 1));
    expect(given('ticket.finish')).toEqual([]);
    append({ type: 'message.resolved', clientId: clientId(1), message: theTwinOf(outgoing(1)) });
    expect(given('ticket.finish')).toHaveLength(1);
  });

  test('and not with another one that was asked for before it is known of them', () => {
    const before = live(brunoViewing, ticketOf(1), ticketOf(2));
    before.append({ type: 'message.submitted', message: outgoing(1) }, finish);
    const { append, given } = anApp(storedOf(before));
    append(reopening, { type: 'ticket.finishRequested', ticketId: '502' });
    expect(given('ticket.finish')).toEqual([{ type: 'ticket.finish', ticketId: '502' }]);
    append(restored(before, 1));
    expect(given('ticket.finish')).toHaveLength(1);
  });

  test('a confirm and an offer are asked for again', () => {
    const transfer = aTransfer({ id: '901', ticketId: '502' });
    const before = live(brunoViewing, ticketOf(1), ticketOf(2, { pendingTransfer: transfer }));
    before.append(
      { type: 'transfer.drafted', ticketId: '501' },
      { type: 'transfer.candidatesListed', ticketId: '501', users: [] },
      {
        type: 'transfer.submitted',
        ticketId: '501',
        clientId: clientId(9),
        target: { kind: 'person', id: '3', name: 'Carla' },
        previousOwner: null,
      },
      { type: 'transfer.deleteRequested', transferId: '901' },
    );
    const { append, given, app } = anApp(storedOf(before));
    append(reopening);
    expect(given('transfer.create')).toEqual([]);
    append(restored(before));
    expect(given('transfer.create')).toMatchObject([{ ticketId: '501', clientId: clientId(9), nextOwnerId: '3' }]);
    expect(given('transfer.delete')).toEqual([{ type: 'transfer.delete', transferId: '901' }]);
    const failure = {
      code: 'CONFLICT',
      key: 'error.transfer.pending',
      params: {},
      fields: {},
      requestId: null,
    } as const;
    append({ type: 'transfer.createFailed', ticketId: '501', failure });
    expect(app.directory.notices.getSnapshot()).toHaveLength(1);
    expect(app.directory.transferDraft('501')).toBeUndefined();
  });

  test('a pin is asked for again: only the server says that it is one', () => {
    const before = live(brunoViewing, ticketOf(1), ticketOf(2));
    before.append({ type: 'customer.pinToggled', customerId: '102', pinned: true });
    const { append, given, rows } = anApp(storedOf(before));
    append(reopening);
    expect(given('customer.pin')).toEqual([{ type: 'customer.pin', customerId: '102', pinned: true }]);
    expect(rows()).toEqual(['502', '501']);
    append({ type: 'customer.pinFailed', customerId: '102', pinned: true, failure: aFailure() });
    expect(rows()).toEqual(['501', '502']);
  });

  test('a list that was to show what a break had lost is asked for again', () => {
    const before = live(brunoViewing, ticketOf(1), ticketOf(2));
    before.append({ type: 'socket.closed', attempt: 1, code: 1006, reason: '' });
    before.append({ type: 'timer.fired', timer: socketTimers.retry }, ...greeting(20, { attempt: 2 }));
    const { append, given, rows, app } = anApp(storedOf(before));
    append(reopening, { type: 'socket.ticketIssued', attempt: 3, ticket: 't' });
    expect(given('socket.open')).toMatchObject([{ since: null, epoch: null }]);
    append(...greeting(20, { attempt: 3 }).slice(1));
    expect(given('tickets.fetch').at(-1)).toMatchObject({ purpose: 'resync' });
    expect(app.directory.socket.getSnapshot().value).toBe('catchingUp');
    append(listed(given('tickets.fetch').at(-1)?.request ?? 0, [ticketOf(2)], { streamPosition: 20 }));
    expect(rows()).toEqual(['502']);
    expect(app.directory.socket.getSnapshot().value).toBe('live');
  });

  test('messages and drafts come out of their own store', () => {
    const before = live(brunoViewing, ticketOf(1));
    before.append(
      { type: 'message.submitted', message: outgoing(1) },
      { type: 'draft.changed', ticketId: '501', text: 'Bom' },
    );
    const { append, app } = anApp(storedOf(before));
    append(reopening);
    expect(app.directory.send(clientId(1))).toBeUndefined();
    append(restored(before, 1), {
      type: 'drafts.restored',
      drafts: [{ customerId: '101', instanceId: '10', text: 'Bom dia' }],
    });
    const { draft, optimistic } = app.directory.conversation(key)?.getSnapshot().context ?? {};
    expect([draft, optimistic?.length]).toEqual(['Bom dia', 1]);
    expect(app.directory.send(clientId(1))?.getSnapshot().matches('uncertain')).toBe(true);
  });
});
