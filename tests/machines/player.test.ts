import { describe, expect, test } from 'vitest';
import { emptyLog, replayApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { Snapshots, StoredActor } from '../../src/machines/directory/stored.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { changesBetween } from '../../src/machines/replay/changes.ts';
import { counterNamed } from '../../src/machines/replay/counters.ts';
import type { Counter } from '../../src/machines/replay/counters.ts';
import { everyPart } from '../../src/machines/replay/every-part.ts';
import { campaignNumber, rowNumber } from '../../src/machines/replay/row-numbers.ts';
import { SNAPSHOT_EVENTS, createPlayer } from '../../src/machines/replay/player.ts';
import { campaignNews } from '../../models/frames.ts';
import { BRUNO, START, anOutgoing, brunoViewing, clientId, streamAt } from '../support/builders.ts';
import { natal } from '../views/campaign-support.ts';
import { live, messageTo, ticketOf } from './directory-support.ts';

/** Bruno opens a conversation, is written to in another, answers, and a ticket is closed. */
function aSession() {
  const found = live(brunoViewing, ticketOf(1), ticketOf(2), ticketOf(3));
  found.append(
    { type: 'ticket.opened', ticketId: '501' },
    messageTo(2, 11),
    { type: 'message.submitted', message: anOutgoing({ ticketId: '501', customerId: '101' }) },
    { type: 'outbox.stored', clientId: clientId(1) },
    { type: 'message.answerLost', clientId: clientId(1) },
    { type: 'ticket.closed', ticket: ticketOf(3, { finishedAt: START }), by: BRUNO, stream: streamAt(12) },
    { type: 'ticket.left', ticketId: '501' },
  );
  return found;
}

const logOf = (tail: readonly Logged[]): StoredLog => ({ ...emptyLog, tail });

function readAll(log: StoredLog) {
  const player = createPlayer(log);
  while (!player.read(3)) expect(player.steps.length).toBeLessThan(log.tail.length);
  return player;
}

/** The states and contexts alone. */
function plain(actors: Iterable<readonly [string, { readonly getSnapshot: () => StoredActor }]>): Snapshots {
  const all = new Map<string, StoredActor>();
  for (const [name, actor] of actors) {
    const { value, context } = actor.getSnapshot();
    all.set(name, { value, context });
  }
  return all;
}

function after(log: StoredLog, step: number): Snapshots {
  const all = new Map(replayApp(log.tail.slice(0, step), everyPart, { ...log, tail: [] }));
  all.delete('order');
  return all;
}

describe('a log that is played', () => {
  test('forward, back, and from one end to the other -> the actors as they were at each event', () => {
    const log = logOf(aSession().events);
    const player = readAll(log);
    expect(player.count).toBe(log.tail.length);
    for (const step of [0, 1, 5, 4, log.tail.length, 2, log.tail.length - 1, 0])
      expect([step, plain(player.seek(step).actors())]).toEqual([step, after(log, step)]);
  });

  test('a step forward -> the same registry goes on, so that what shows it needn’t be drawn anew', () => {
    const player = readAll(logOf(aSession().events));
    expect(player.seek(4)).toBe(player.seek(5));
    expect(player.seek(4)).not.toBe(player.seek(3));
  });

  test('a report that begins in the middle -> goes on from its snapshots', () => {
    const { events } = aSession();
    const from = 6;
    const begun = { position: from, snapshots: replayApp(events.slice(0, from), everyPart), tail: events.slice(from) };
    const player = readAll(begun);
    expect(plain(player.seek(3).actors())).toEqual(after(logOf(events), from + 3));
    expect(plain(player.seek(0).actors())).toEqual(after(logOf(events), from));
  });

  test('many events, back by far more than one -> over several snapshots, the same as folded from the beginning', () => {
    const found = aSession();
    for (let nth = 0; nth < SNAPSHOT_EVENTS * 2; nth += 1)
      found.append({ type: 'page.visibilityChanged', visible: nth % 2 === 0 });
    const log = logOf(found.events);
    const player = createPlayer(log);
    expect(player.read(log.tail.length)).toBe(true);
    for (const step of [log.tail.length, SNAPSHOT_EVENTS + 1, SNAPSHOT_EVENTS, 7])
      expect([step, plain(player.seek(step).actors())]).toEqual([step, after(log, step)]);
  });

  test('asked for what wasn’t read yet -> reads up to there', () => {
    const player = createPlayer(logOf(aSession().events));
    player.seek(4);
    expect(player.steps).toHaveLength(4);
  });

  test('an event that nobody knows -> is refused, and what came before it was read', () => {
    const known = aSession().events.slice(0, 3);
    const unknown = { type: 'nobody.knows', position: 4, loggedAt: START } as unknown as Logged;
    const player = createPlayer(logOf([...known, unknown]));
    expect(() => player.read(10)).toThrow('nobody.knows');
    expect(player.steps).toHaveLength(3);
  });
});

describe('what an event did', () => {
  test('each event -> names the actors that differ after it, and no other', () => {
    const log = logOf(aSession().events);
    const player = readAll(log);
    for (const [at, { actors, event }] of player.steps.entries()) {
      const changes = changesBetween(after(log, at), after(log, at + 1));
      const names = changes.map(({ name }) => name);
      expect([event.type, actors]).toEqual([event.type, expect.arrayContaining(names)]);
      expect(player.changesAt(at + 1)).toEqual(
        actors.flatMap((name) => changes.filter((change) => change.name === name)),
      );
    }
  });

  test('made, changed and ended -> with the states', () => {
    const player = readAll(logOf(aSession().events));
    const of = (type: Logged['type']) =>
      player.changesAt(player.steps.findIndex(({ event }) => event.type === type) + 1);
    expect(of('message.submitted')).toContainEqual(
      expect.objectContaining({ name: `send:${clientId(1)}`, before: null }),
    );
    expect(of('ticket.closed')).toContainEqual(expect.objectContaining({ name: 'ticket:503', after: null }));
    const [opened] = of('ticket.opened').filter(({ name }) => name === 'ticket:501');
    expect(opened?.facts).toContainEqual({ name: 'watched', before: 'false', after: 'true' });
  });

  test('an answer -> its cause is the event that had it asked for; a frame has none', () => {
    const { events } = aSession();
    const player = readAll(logOf(events));
    const causeOf = (type: Logged['type']) => {
      const cause = player.steps.find(({ event }) => event.type === type)?.cause;
      return typeof cause !== 'number' ? cause : player.steps[cause - 1]?.event.type;
    };
    expect(causeOf('outbox.stored')).toBe('message.submitted');
    expect(causeOf('message.answerLost')).toBe('outbox.stored');
    expect(causeOf('socket.opened')).toBe('socket.ticketIssued');
    expect(causeOf('message.arrived')).toBeNull();
  });

  test('an answer whose question lies before the log’s first event -> its cause is before; a frame has none still', () => {
    const { events } = aSession();
    const from = events.findIndex(({ type }) => type === 'outbox.stored');
    const begun = { position: from, snapshots: replayApp(events.slice(0, from), everyPart), tail: events.slice(from) };
    const causes = readAll(begun).steps.map(({ event, cause }) => [event.type, cause]);
    expect(causes).toContainEqual(['outbox.stored', 'before']);
    expect(causes).toContainEqual(['message.answerLost', 1]);
    expect(causes).toContainEqual(['ticket.closed', null]);
  });

  test('a message arrives -> the number of unread ones has that event behind it', () => {
    const player = readAll(logOf(aSession().events));
    const changes = player
      .counterAt('unseen', player.count)
      .changes.map(({ step, before, after }) => [player.steps[step - 1]?.event.type, before, after]);
    expect(changes).toContainEqual(['message.arrived', 0, 1]);
    expect(player.seek(player.count).totalUnseen.getSnapshot()).toBe(changes.at(-1)?.[2]);
  });

  test('before the list is answered, and of views nobody answered -> not known, which is not 0', () => {
    const { events } = aSession();
    const player = readAll(logOf(events));
    const listed = events.findIndex(({ type }) => type === 'tickets.listed') + 1;
    expect(player.counterAt('unseen', listed - 1)).toEqual({ changes: [], value: null });
    expect(player.counterAt('unseen', listed).changes).toEqual([{ step: listed, before: null, after: 0 }]);
    expect(player.counterAt('mine', player.count).value).toBeNull();
  });

  test('one conversation’s unread messages, and a list’s rows -> each has the events behind it', () => {
    const found = aSession();
    const query = { page: 1, limit: 10, sort: { by: 'name', descending: false }, search: '', filters: {} };
    const page = { list: 'users', rows: [], total: 7 } as const;
    found.append({ type: 'list.opened', list: 'users', query });
    const asking = readAll(logOf(found.events));
    const request = asking.seek(asking.count).list('users')?.getSnapshot().context.request ?? 0;
    found.append({ type: 'list.answered', list: 'users', request, page });
    const player = readAll(logOf(found.events));
    const behind = (counter: Counter) =>
      player
        .counterAt(counter, player.count)
        .changes.map(({ step, before, after }) => [player.steps[step - 1]?.event.type, before, after]);
    expect(behind('unseen:102@10')).toContainEqual(['message.arrived', 0, 1]);
    expect(behind('list:users')).toEqual([['list.answered', null, 7]]);
  });

  test('a number in a list’s row -> the answers that changed it; gone with the row', () => {
    const found = aSession();
    const query = { page: 1, limit: 10, sort: { by: 'name', descending: false }, search: '', filters: {} };
    const group = (id: string, members: number) => ({
      id,
      name: `Grupo ${id}`,
      audience: null,
      members,
      filledAt: null,
      isFilling: false,
      isFailing: false,
    });
    const answered = (...rows: readonly ReturnType<typeof group>[]) => {
      const asking = readAll(logOf(found.events));
      const request = asking.seek(asking.count).list('customerGroups')?.getSnapshot().context.request ?? 0;
      const page = { list: 'customerGroups', rows, total: rows.length } as const;
      found.append({ type: 'list.answered', list: 'customerGroups', request, page });
    };
    found.append({ type: 'list.opened', list: 'customerGroups', query });
    answered(group('1', 4), group('2:x', 9));
    found.append({ type: 'list.outdated', list: 'customerGroups' });
    answered(group('1', 5), group('2:x', 9));
    found.append({ type: 'list.outdated', list: 'customerGroups' });
    answered(group('2:x', 9));
    const player = readAll(logOf(found.events));
    const behind = (counter: Counter) =>
      player.counterAt(counter, player.count).changes.map(({ before, after }) => [before, after]);
    expect(behind(rowNumber('customerGroups', 'members', '1'))).toEqual([
      [null, 4],
      [4, 5],
      [5, null],
    ]);
    expect(behind(rowNumber('customerGroups', 'members', '2:x'))).toEqual([[null, 9]]);
    expect(behind(rowNumber('customerGroups', 'members', '3'))).toEqual([]);
    // From a snapshot on, what was there before has no event behind it.
    const from = found.events.length - 1;
    const rest = {
      position: from,
      snapshots: replayApp(found.events.slice(0, from), everyPart),
      tail: found.events.slice(from),
    };
    expect(readAll(rest).counterAt(rowNumber('customerGroups', 'members', '2:x'), 1)).toEqual({
      changes: [],
      value: 9,
    });
  });

  test('how many of a campaign’s recipients are at a stage -> the frames and answers that changed it, an older one not', () => {
    const found = aSession();
    const told = (version: number, sent: number, read: number) => {
      const news = campaignNews(version);
      const seq = 20 + found.events.length;
      found.append({
        type: 'campaign.updated',
        campaignId: '70',
        news: { ...news, counts: { ...news.counts, sent, read } },
        stream: streamAt(seq),
      });
    };
    told(2, 10, 0);
    told(4, 8, 5);
    told(3, 9, 1);
    // Asked for before the last frame, answered after it.
    const query = { page: 1, limit: 10, sort: { by: 'createdAt', descending: true }, search: '', filters: {} };
    found.append({ type: 'list.opened', list: 'campaigns', query });
    const asking = readAll(logOf(found.events));
    const request = asking.seek(asking.count).list('campaigns')?.getSnapshot().context.request ?? 0;
    const page = { list: 'campaigns', rows: [{ ...natal, version: 3 }], total: 1 } as const;
    found.append({ type: 'list.answered', list: 'campaigns', request, page });
    const player = readAll(logOf(found.events));
    const behind = (stage: 'sent' | 'read' | 'prepared') =>
      player.counterAt(campaignNumber(stage, '70'), player.count).changes.map(({ before, after }) => [before, after]);
    expect(behind('sent')).toEqual([
      [null, 10],
      [10, 13],
    ]);
    expect(behind('read')).toEqual([
      [null, 0],
      [0, 5],
    ]);
    expect(behind('prepared')).toEqual([[null, 100]]);
  });

  test('a number’s name -> its counter; no other name is one', () => {
    const names = ['unseen', 'mine', 'unseen:102@10', 'list:users', 'row:rules:acted:7', 'campaign:sent:70'];
    expect(names.map(counterNamed)).toEqual(names);
    expect(['nobody', '', 'row:rules', 'campaign:70', 'row:rules:acted'].map(counterNamed)).toEqual(
      Array.from({ length: 5 }),
    );
  });

  test('an actor’s machine -> each state before those in it, what leads on, and how the actor came where it is', () => {
    const player = readAll(logOf(aSession().events));
    const end = player.count;
    const chart = player.chartAt('auth', end);
    const paths = chart?.states.map(({ path }) => path) ?? [];
    expect(paths.indexOf('authenticated.fresh')).toBeGreaterThan(paths.indexOf('authenticated'));
    expect(chart?.states.find(({ path }) => path === 'authenticated')?.inner).toBe(
      paths.filter((path) => path.startsWith('authenticated.')).length,
    );
    expect(chart?.arrows.find(({ from, to }) => from === 'anonymous' && to === 'loggingIn')?.events).toEqual([
      'login.submitted',
    ]);
    const move = player.lastMove('socket', end);
    expect(move?.after).toBe(player.actorsAt(end).find(({ name }) => name === 'socket')?.state);
    expect(player.lastMove('socket', (move?.step ?? 0) - 1)?.after).toBe(move?.before);
    expect(player.chartAt('ticket:503', end)).toBeNull();
  });
});
