import { describe, expect, test } from 'vitest';
import { line } from '../../models/samples.ts';
import type { Person, Ticket, Transfer } from '../../src/machines/entities/entities.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { NoticeText } from '../../src/machines/log/command.ts';
import type { EventOf, Logged } from '../../src/machines/log/event.ts';
import { noticeFor } from '../../src/machines/notification/rules.ts';
import type { NoticeFacts } from '../../src/machines/notification/rules.ts';
import { allMessages } from '../support/all-messages.ts';
import { logged, ticketTransferred, transferArrived, transferRemoved } from '../support/builders-events.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aFailure,
  aTicket,
  aUser,
  anaViewing,
  brunoViewing,
  carlaViewing,
  clientId,
  streamAt,
} from '../support/builders.ts';

/** An attendant who has nothing to do with Bruno's and Carla's transfer. */
const doraViewing: Viewer = { userId: '4', name: 'Dora', roleName: 'atendente' };
/** An administrator who isn't the one who watches over all. */
const evaViewing: Viewer = { userId: '5', name: 'Eva', roleName: 'administrador' };

function facts(viewer: Viewer, overrides: Partial<NoticeFacts> = {}): NoticeFacts {
  return {
    viewer,
    visible: true,
    sound: true,
    silent: [],
    volume: 0.5,
    desktop: 'default',
    dismissed: [],
    openTickets: [],
    customerOf: () => null,
    ...overrides,
  };
}

function idOf(text: NoticeText | undefined): string | undefined {
  return text?.kind === 'message' ? text.id : text?.words;
}

function told(event: Logged, viewer: Viewer): readonly (string | undefined)[] | null {
  const planned = noticeFor(event, facts(viewer));
  return planned === null ? null : [idOf(planned.notice.title), idOf(planned.notice.body)];
}

function chat(attendant: Person | null): Logged {
  return logged({
    type: 'notice.arrived',
    noticeId: '70',
    title: 'Joana Dias',
    text: 'Bom dia!',
    attendant,
    ticketId: '500',
    customerId: '100',
    customerName: 'Joana Dias',
    instanceId: '10',
    stream: streamAt(1),
  });
}

describe('a chat notice', () => {
  test.each([
    ['an administrator, of everybody’s attendance', anaViewing, BRUNO, true],
    ['another administrator too', evaViewing, BRUNO, true],
    ['an attendant, of their own', brunoViewing, BRUNO, true],
    ['not an attendant, of another’s', carlaViewing, BRUNO, false],
    ['not an administrator, of a customer whom nobody has', anaViewing, null, false],
    ['not an attendant, of a customer whom nobody has', brunoViewing, null, false],
  ] as const)('reaches %s', (_name, viewer, attendant, reaches) => {
    expect(told(chat(attendant), viewer)).toEqual(reaches ? ['Joana Dias', 'Bom dia!'] : null);
  });

  test.each([
    ['plays the sound', {}, { show: true, sound: { kind: 'mine', volume: 0.5 }, desktop: 'none', staysMs: 6000 }],
    ['not when it is off', { sound: false }, { show: true, sound: null }],
    [
      'of the conversation one looks at is only heard',
      { openTickets: ['500'] },
      { show: false, sound: { kind: 'mine' }, desktop: 'none' },
    ],
    [
      'of an open conversation is shown when the page is hidden',
      { openTickets: ['500'], visible: false },
      { show: true },
    ],
    ['goes to the desktop when the page is hidden', { visible: false, desktop: 'granted' }, { desktop: 'show' }],
    ['not without permission', { visible: false, desktop: 'denied' }, { desktop: 'none' }],
    ['not when the page is in view', { desktop: 'granted' }, { desktop: 'none' }],
    ['notes a desktop without notices', { visible: false, desktop: 'unsupported' }, { desktop: 'unsupported' }],
  ] as const)('%s', (_name, overrides, plan) => {
    expect(noticeFor(chat(BRUNO), facts(brunoViewing, overrides))?.plan).toMatchObject(plan);
  });

  test('a customer without a name is shown by their formatted number', () => {
    const unnamed = { ...chat(BRUNO), title: '5511987654321', customerName: '5511987654321' };
    expect(told(unnamed, brunoViewing)).toEqual(['+55 11 98765-4321', 'Bom dia!']);
  });

  test('a newer one of the same conversation takes its place', () => {
    expect(noticeFor(chat(BRUNO), facts(brunoViewing))?.notice.topic).toBe('chat:500');
  });
});

describe('the notice of a window that soon shuts', () => {
  const owner = { ...BRUNO, image: null };
  const { loggedAt } = transferArrived(1);
  const receivedAt = loggedAt - 23 * 3_600_000;
  const shutting = (change: Partial<Ticket> = {}) => ({
    ...transferArrived(1),
    type: 'customer.arrived' as const,
    ticket: aTicket({ id: '500', owner, lastReceivedAt: receivedAt, ...change }),
    shutting: true as const,
  });
  const event = shutting();

  test('sounds and goes to the desktop, one a window and one at a time, and not over the conversation itself', () => {
    const planned = noticeFor(event, facts(brunoViewing, { visible: false, desktop: 'granted' }));
    expect(planned).toMatchObject({
      notice: { id: `window:500:${receivedAt}`, topic: 'window', ticketId: '500', body: { values: { minutes: 60 } } },
      plan: { show: true, sound: { kind: 'others' }, desktop: 'show' },
    });
    expect(noticeFor(event, facts(brunoViewing, { silent: ['others'] }))?.plan.sound).toBeNull();
    expect(noticeFor(event, facts(brunoViewing, { openTickets: ['500'] }))?.plan.show).toBe(false);
    expect(noticeFor(event, facts(carlaViewing))).toBeNull();
  });

  test('come upon once it has shut -> that it has, as of then', () => {
    const shut = noticeFor({ ...event, loggedAt: receivedAt + 25 * 3_600_000 }, facts(brunoViewing));
    expect(shut?.notice).toMatchObject({
      id: `window:500:${receivedAt}:shut`,
      at: receivedAt + 24 * 3_600_000,
      title: { id: 'notice.window.shut', values: { customer: event.ticket.customer.name } },
      body: { id: 'notice.window.shut.text' },
    });
  });
});

describe('the notices of a transfer', () => {
  const automatic: Partial<Transfer> = { triggeredBy: null };
  const byEva: Partial<Transfer> = { triggeredBy: { id: '5', name: 'Eva' } };
  const t = (title: string, body: string) => [`notice.transfer.${title}.title`, `notice.transfer.${body}`];

  test.each([
    ['who gets it, asked by the owner', {}, carlaViewing, t('offered', 'offered.manual')],
    ['who gets it, with a note', { note: 'Já paguei.' }, carlaViewing, t('offered', 'offered.noted')],
    ['who gets it, for lack of an answer', automatic, carlaViewing, t('offered', 'offered.automatic')],
    ['the owner who asked for it', {}, brunoViewing, null],
    ['the owner, asked by another', byEva, brunoViewing, t('leaving', 'leaving.manual')],
    ['the owner, for lack of an answer', automatic, brunoViewing, t('leaving', 'leaving.automatic')],
    ['the one who watches over all', {}, anaViewing, null],
    ['anybody else', {}, doraViewing, null],
  ] as const)('created: %s', (_name, transfer, viewer, expected) => {
    expect(told(transferArrived(1, transfer), viewer)).toEqual(expected);
  });

  test.each([
    ['the new owner who accepted', {}, carlaViewing, t('received', 'received.accepted')],
    ['the sender', {}, brunoViewing, t('transferred', 'transferred.sender')],
    ['the former owner, asked by another', byEva, brunoViewing, t('transferred', 'transferred.previous.manual')],
    [
      'the former owner, for lack of an answer',
      automatic,
      brunoViewing,
      t('transferred', 'transferred.previous.automatic'),
    ],
    ['the company’s first user', {}, anaViewing, t('transferred', 'transferred.watcher.manual')],
    [
      'the company’s first user, for lack of an answer',
      automatic,
      anaViewing,
      t('transferred', 'transferred.watcher.automatic'),
    ],
    ['another administrator', {}, evaViewing, null],
    ['anybody else', {}, doraViewing, null],
  ] as const)('confirmed: %s', (_name, transfer, viewer, expected) => {
    expect(told(ticketTransferred(1, transfer), viewer)).toEqual(expected);
  });

  test('confirmed: the first user is whom the frame names', () => {
    expect(told({ ...ticketTransferred(1), firstUserId: '77' }, anaViewing)).toBeNull();
    expect(told({ ...ticketTransferred(1), firstUserId: doraViewing.userId }, doraViewing)).toEqual(
      t('transferred', 'transferred.watcher.manual'),
    );
  });

  test.each([
    ['manual', {}, t('received', 'received.manual')],
    ['automatic', automatic, t('received', 'received.automatic')],
  ] as const)('confirmed by another, %s: the new owner', (_name, transfer, expected) => {
    expect(told({ ...ticketTransferred(1, transfer), by: ANA }, carlaViewing)).toEqual(expected);
  });

  test.each([
    ['taken back by the sender: who was to get it', BRUNO, {}, carlaViewing, t('removed', 'removed.receiver.manual')],
    ['taken back by the sender: the sender', BRUNO, {}, brunoViewing, null],
    ['taken back by itself: who was to get it', null, {}, carlaViewing, t('removed', 'removed.receiver.automatic')],
    ['taken back by itself: the owner', null, {}, brunoViewing, t('removed', 'removed.previous.automatic')],
    ['declined: the owner', CARLA, {}, brunoViewing, t('declined', 'declined.previous')],
    ['declined: who declined', CARLA, {}, carlaViewing, null],
    ['declined: the sender who isn’t the owner', CARLA, byEva, evaViewing, t('declined', 'declined.sender')],
    ['taken back by an administrator: the sender', ANA, byEva, evaViewing, t('removed', 'removed.sender.manual')],
    ['anybody else', BRUNO, {}, doraViewing, null],
  ] as const)('deleted: %s', (_name, by, transfer, viewer, expected) => {
    expect(told({ ...transferRemoved(1, transfer), by }, viewer)).toEqual(expected);
  });

  test('an offer stays until it is answered, and is heard', () => {
    expect(noticeFor(transferArrived(1), facts(carlaViewing))?.plan).toMatchObject({
      staysMs: null,
      sound: { kind: 'transfer' },
    });
  });

  test('in the open conversation an offer is on its card and its end in the thread; the previous owner is notified', () => {
    const looking = facts(carlaViewing, { openTickets: ['500'] });
    expect(noticeFor(transferArrived(1), looking)?.plan.show).toBe(false);
    expect(
      noticeFor({ ...ticketTransferred(2), ticket: aTicket({ owner: { ...CARLA, image: null } }) }, looking)?.plan.show,
    ).toBe(false);
    const back = { ...transferRemoved(2), by: BRUNO };
    expect(noticeFor(back, facts(evaViewing, { openTickets: ['500'] }))?.plan.show ?? false).toBe(false);
    expect(noticeFor(ticketTransferred(2), facts(brunoViewing, { openTickets: ['500'] }))?.plan.show).toBe(true);
    const woken = {
      ...transferArrived(3),
      type: 'customer.arrived',
      ticket: aTicket({ id: '500' }),
      woken: true,
    } as const;
    expect(noticeFor(woken, facts(brunoViewing))?.plan.show).toBe(true);
    expect(noticeFor(woken, facts(brunoViewing, { openTickets: ['500'] }))?.plan.show).toBe(false);
  });

  test('links to the ticket only for users who still see it', () => {
    const ticket = aTicket({ owner: { ...CARLA, image: null } });
    const given = { ...ticketTransferred(2), ticket };
    expect(noticeFor(given, facts(carlaViewing))?.notice.ticketId).toBe('500');
    expect(noticeFor(given, facts(anaViewing))?.notice.ticketId).toBe('500');
    expect(noticeFor(given, facts(brunoViewing))?.notice.ticketId).toBeNull();
    const kept = { ...transferRemoved(2), by: BRUNO };
    expect(noticeFor(kept, facts(carlaViewing))?.notice.ticketId).toBeNull();
  });

  test('the two frames of one offer make one notice', () => {
    const ids = [true, false].map(
      (addressed) => noticeFor(transferArrived(1, {}, addressed), facts(carlaViewing))?.notice.id,
    );
    expect(ids).toEqual(['transfer:900:pending', 'transfer:900:pending']);
  });

  test('an assigned ticket notifies its owner, unless they took it', () => {
    const taken = { ...ticketTransferred(4), transfer: null, ticket: aTicket(), by: ANA };
    expect(told(taken, brunoViewing)).toEqual(t('received', 'received.manual'));
    expect(told({ ...taken, by: null }, brunoViewing)).toEqual(t('received', 'received.accepted'));
    expect(told({ ...taken, by: BRUNO }, brunoViewing)).toBeNull();
    expect(told(taken, carlaViewing)).toBeNull();
  });

  test('moved to another department -> its former owner reads which', () => {
    const ticket = aTicket({ owner: null });
    const moved = { ...ticketTransferred(4), transfer: null, ticket, by: ANA, previousOwnerId: BRUNO.id };
    const department = { id: '70', name: 'Financeiro' };
    expect(told(moved, brunoViewing)).toEqual(t('queued', 'queued.manual'));
    expect(told({ ...moved, department }, brunoViewing)).toEqual(t('moved', 'moved.manual'));
    const { body } = noticeFor({ ...moved, department }, facts(brunoViewing))?.notice ?? {};
    expect(body).toMatchObject({ values: { sender: ANA.name, department: 'Financeiro' } });
  });
});

describe('other notices', () => {
  test('a login that went well', () => {
    const event = logged({
      type: 'login.succeeded',
      generation: 1,
      token: 't',
      user: aUser(),
      routes: [],
      originBackoffice: false,
    } as const);
    expect(told(event, carlaViewing)).toEqual(['login.success.title', 'login.success.text']);
  });

  test.each([
    ['finish', logged({ type: 'ticket.finishFailed', ticketId: '500', failure: aFailure() }, 8)],
    ['pin', logged({ type: 'customer.pinFailed', customerId: '100', pinned: true, failure: aFailure() }, 8)],
    ['confirm', logged({ type: 'transfer.confirmFailed', transferId: '900', failure: aFailure() }, 8)],
    ['delete', logged({ type: 'transfer.deleteFailed', transferId: '900', failure: aFailure() }, 8)],
  ] as const)('a failed %s, each time anew', (what, event) => {
    expect(told(event, brunoViewing)).toEqual([`notice.failed.${what}`, 'error.invalid']);
    expect(noticeFor(event, facts(brunoViewing))?.notice).toMatchObject({ id: `failed:${what}:8`, tone: 'danger' });
  });

  test.each([
    ['finish', logged({ type: 'ticket.finishFailed', ticketId: '500', failure: aFailure() }, 8)],
    ['create', logged({ type: 'transfer.createFailed', ticketId: '500', failure: aFailure() }, 8)],
  ] as const)('a failed %s of a conversation that is held -> says whose it is', (what, event) => {
    const names: Readonly<Record<string, string>> = { 500: 'Marina Prado', 501: 'Otávio Lins' };
    const planned = noticeFor(event, facts(brunoViewing, { customerOf: (id) => names[id] ?? null }));
    expect(planned?.notice).toMatchObject({
      title: { id: `notice.failed.${what}.of`, values: { customer: 'Marina Prado' } },
      ticketId: '500',
    });
  });

  test('refused storage raises one notice for all messages', () => {
    const refused = (n: number) =>
      logged({ type: 'outbox.storeFailed', clientId: clientId(n), reason: 'quota' } as const);
    const ids = [1, 2].map((n) => noticeFor(refused(n), facts(brunoViewing))?.notice.id);
    expect(ids).toEqual(['storage:refused', 'storage:refused']);
  });

  test.each([
    ['log.storeFailed', 'QuotaExceededError', 'notice.log.unstored'],
    ['log.readFailed', 'damaged', 'notice.log.unread'],
    ['log.readFailed', 'newer', 'notice.log.newer'],
    ['log.readFailed', 'incomplete', 'notice.log.incomplete'],
  ] as const)('%s (%s): says whether the list is stored from now on', async (type, reason, text) => {
    expect(told(logged({ type, reason }), brunoViewing)).toEqual([`${text}.title`, `${text}.text`]);
    expect(await allMessages('en')).toHaveProperty([`${text}.text`]);
  });

  test.each([
    ['messages', 2, 'notice.unread.messages'],
    ['drafts', 1, 'notice.unread.drafts'],
    ['messages', null, 'notice.unread.all'],
    ['drafts', null, 'notice.unread.all'],
  ] as const)('stored %s that can’t be read (%s) are told', async (of, count, text) => {
    const event = logged({ type: 'outbox.readFailed', of, count, reason: 'x' });
    expect(told(event, brunoViewing)).toEqual(['notice.unread.title', text]);
    expect(await allMessages('en')).toHaveProperty([text]);
  });

  test('most events make none', () => {
    expect(noticeFor(logged({ type: 'sidebar.toggled' }), facts(anaViewing))).toBeNull();
  });
});

test('every text is in the catalogues', async () => {
  const [defaultMessages, en] = await Promise.all([allMessages('pt_BR'), allMessages('en')]);
  const viewers = [anaViewing, brunoViewing, carlaViewing, evaViewing];
  const events = [{}, { triggeredBy: null }, { triggeredBy: { id: '5', name: 'Eva' } }].flatMap((transfer) => [
    transferArrived(1, transfer),
    ticketTransferred(2, transfer),
    { ...ticketTransferred(2, transfer), by: ANA },
    transferRemoved(3, transfer),
    { ...transferRemoved(3, transfer), by: CARLA },
    { ...transferRemoved(3, transfer), by: null },
  ]);
  const ids = events.flatMap((event) => viewers.flatMap((viewer) => told(event, viewer) ?? []));
  expect(new Set(ids).size).toBeGreaterThan(18);
  for (const id of ids) {
    expect(defaultMessages).toHaveProperty([String(id)]);
    expect(en).toHaveProperty([String(id)]);
  }
});

describe('a finish', () => {
  const finished = (finishedAt: number | null) =>
    noticeFor(logged({ type: 'ticket.finished', ticket: aTicket({ finishedAt }) }, 8), facts(brunoViewing));

  test('can be undone for eight seconds from its notice', () => {
    expect(finished(START)).toMatchObject({
      notice: { undoOf: aTicket().id, ticketId: null },
      plan: { show: true, sound: null, desktop: 'none', staysMs: 8_000 },
    });
  });

  test('that the server is still at: nothing', () => {
    expect(finished(null)).toBeNull();
  });

  test('a failed undo raises a notice; other forms show their own failures', () => {
    const refused = (form: 'chat.reopen' | 'chat.open' | 'chat.read' | 'chat.bulk') =>
      told(logged({ type: 'form.refused', form, key: '500', request: 1, failure: aFailure() }, 9), brunoViewing);
    expect(refused('chat.reopen')?.[0]).toBe('notice.failed.undo');
    expect(refused('chat.read')?.[0]).toBe('notice.failed.read');
    expect(refused('chat.open')).toBeNull();
    // Its dialog says it beside the name.
    expect(refused('chat.bulk')).toBeNull();
  });

  test('a failed take in the list raises a notice, unless its open conversation shows it', () => {
    const refused = logged({ type: 'form.refused', form: 'chat.take', key: '500', request: 1, failure: aFailure() }, 9);
    expect(noticeFor(refused, facts(brunoViewing))).toMatchObject({
      notice: { title: { id: 'notice.failed.take' }, ticketId: '500' },
      plan: { show: true },
    });
    expect(noticeFor(refused, facts(brunoViewing, { openTickets: ['500'] }))).toMatchObject({ plan: { show: false } });
  });

  test('a failure to go away is shown in the account menu, without a notice', () => {
    const saved = { form: 'availability', key: '2', request: 1, id: '2', version: null, lists: [] } as const;
    expect(told(logged({ type: 'form.saved', ...saved }), brunoViewing)).toBeNull();
  });
});

test('mentioned in a note -> told by whom, and what; who wrote it isn’t, nor is anybody else', () => {
  const note = line('300', {
    kind: 'note',
    by: { id: CARLA.id, name: CARLA.name },
    text: '@Bruno veja a segunda via',
    mentions: [BRUNO, CARLA].map(({ id, name }) => ({ id, name })),
  });
  const event = logged<EventOf<'line.changed'>>({
    type: 'line.changed',
    customerId: '100',
    instanceId: '10',
    line: note,
    stream: streamAt(3),
  });
  expect(noticeFor(event, facts(brunoViewing))?.notice).toMatchObject({
    title: { id: 'notice.mention', values: { name: CARLA.name } },
    body: { words: '@Bruno veja a segunda via' },
    ticketId: note.ticketId,
  });
  for (const viewer of [carlaViewing, doraViewing]) expect(told(event, viewer)).toBeNull();
});
