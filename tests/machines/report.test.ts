import { presenceTimers } from '../../src/machines/presence/presence.machine.ts';
import { expect, test } from 'vitest';
import { TICKET_VIEWS } from '../../contract/facts/ticket-views.ts';
import type { TicketView } from '../../contract/facts/ticket-views.ts';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { hidden, reportOf } from '../../src/machines/log/report.ts';
import type { FieldName, FormValue, FormValues } from '../../src/machines/entities/forms.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { media } from '../../models/samples.ts';
import {
  ANA,
  START,
  aCustomer,
  aFailure,
  aMessage,
  anOutgoing,
  anaViewing,
  brunoViewing,
  clientId,
  streamAt,
} from '../support/builders.ts';
import { differenceOfReport, leaksOf } from '../support/replay.ts';
import { greeting, listed, live, messageTo, opening, ticketOf } from './directory-support.ts';
import { reportOfBoth } from './report-support.ts';

test('texts, names and numbers -> placeholders of the same length and kind; words of ours, ids and times stay', () => {
  const text = 'Olá, João! 2ª via: R$ 10,00 😀\nhttps://a.example/x';
  const message = aMessage({ id: '7', ticketId: '501', text });
  const customer = aCustomer({ id: '101', name: 'Márcia Ñandú', phone: '5511987654321' });
  const told = hidden({ type: 'message.arrived', message, customer, viewer: brunoViewing, other: anaViewing });
  expect(told.message.text).toBe('Xxx, Xxxx! 0x xxx: X$ 00,00 xx\nxxxxx://x.xxxxxxx/x');
  expect(told.message.text).toHaveLength(text.length);
  expect(told.customer).toMatchObject({ id: '101', name: 'Xxxxxx Xxxxx', phone: '5500000000000' });
  expect([told.type, told.message.id, told.message.tag, told.message.at]).toEqual([
    'message.arrived',
    '7',
    'text',
    message.at,
  ]);
  // Who sees all is told from who doesn't.
  expect([told.viewer.roleName, told.other.roleName]).toEqual([
    'x'.repeat(brunoViewing.roleName.length),
    anaViewing.roleName,
  ]);
});

test('views of a list -> the tickets that flows have stay, while a flow’s name is hidden', () => {
  const views = { mine: ['501'], queue: [], waiting: [], all: ['501', '502'], flow: ['502'], snoozed: [], finished: 3 };
  expect(hidden(listed(1, [], { views })).views).toEqual(views);
  expect(hidden({ views: { mine: 1, flow: 2 } })).toEqual({ views: { mine: 1, flow: 2 } });
  expect(hidden({ stopped: { flow: 'Boas-vindas' } })).toEqual({ stopped: { flow: 'Xxxx-xxxxxx' } });
});

test('a text that says what one of our words says is hidden where texts are', () => {
  expect(hidden({ name: 'chat', reason: 'network', status: 'não sei o que é', key: 'rosa@a.example' })).toEqual({
    key: 'xxxx@x.xxxxxxx',
    name: 'xxxx',
    reason: 'network',
    status: 'xxx xxx x xxx x',
  });
});

test('what customers share and what users type is in no report, and the check of every session finds it in a log', () => {
  const shared = {
    place: { latitude: -23.561414, longitude: -46.655881, name: 'Casa da Rosa', address: 'Rua Augusta, 1500' },
    contacts: [
      { name: 'Rui Prado', organization: 'Padaria', phones: ['+55 11 98765-0000'], emails: ['rui@p.example'] },
    ],
    choices: { button: 'Escolher', options: [{ title: 'Manhã', description: 'das 8 às 12' }] },
  };
  const session = [
    {
      type: 'message.arrived',
      message: aMessage({ id: '7', ...shared }),
      customer: aCustomer({ numbers: ['5511912345678'] }),
    },
    { type: 'inbox.searched', search: 'prado' },
    { type: 'transfer.submitted', target: { kind: 'department', id: '7', name: 'Cobranças' }, note: 'ligar amanhã' },
    { type: 'message.submitted', message: { template: { id: '3', values: { '1': 'pedido 88' } }, text: 'Oi' } },
  ];
  expect(leaksOf(JSON.stringify(session), session)).toEqual(
    expect.arrayContaining([
      ...[-23.561414, -46.655881, 'Casa da Rosa', 'Rua Augusta, 1500', 'Rui Prado', 'Padaria', '+55 11 98765-0000'],
      ...[
        'rui@p.example',
        'Escolher',
        'Manhã',
        'das 8 às 12',
        '5511912345678',
        'prado',
        'Cobranças',
        'ligar amanhã',
        'pedido 88',
      ],
    ]),
  );
  // Within longer texts too, but not within words.
  const within = JSON.stringify({ note: 'com Rui Prado: das 8 às 12h', id: 'ligar amanhã,prado', key: 'Padarias' });
  expect(leaksOf(within, session)).toEqual(['Rui Prado', 'prado', 'ligar amanhã']);
  const report = hidden(session);
  expect(leaksOf(JSON.stringify(report), session)).toEqual([]);
  expect(report).toMatchObject([
    { message: { id: '7', place: { latitude: 0, longitude: 0 } } },
    {},
    { target: { kind: 'department', id: '7' } },
    {},
  ]);
});

test('the token of a link isn’t in a report, as the key of its form', () => {
  const key = '8Jm3vY2n-Qk0wT5rB1xE7_uZ';
  const saved = { type: 'form.saved', form: 'account.resetPassword', key, request: 1 };
  expect(hidden(saved).key).toBe('0Xx0xX0x-Xx0xX0xX0xX0_xX');
  expect(hidden({ key: '20' }).key).toBe('20');
});

test('a long session -> its report begins with a snapshot, and comes to the same', () => {
  let now = START;
  const app = createApp({ now: () => (now += 1), onCommand: () => undefined });
  const journal = createJournal(app, emptyLog);
  for (const event of [opening(brunoViewing), ...greeting(10), listed(2, [ticketOf(1), ticketOf(2)])])
    app.append(event);
  for (let seq = 11; seq < 6_000; seq += 1) app.append(messageTo(1 + (seq % 2), seq));
  const report = reportOf(journal.whole());
  expect(report.position + report.tail.length).toBe(app.log.position);
  expect(report.tail.length).toBeGreaterThanOrEqual(2_000);
  expect(report.tail.length).toBeLessThan(2_600);
  const stored = { ...report, snapshots: new Map(Object.entries(report.snapshots)), tail: [] };
  const replayed = replayApp(report.tail, laterParts, stored);
  for (const name of ['ticket:501', 'conversation:101@10', 'unseen:102@10', 'socket', 'inbox']) {
    const { value, context } = app.snapshots().get(name) ?? {};
    expect([name, replayed.get(name)]).toEqual([name, { value, context: hidden(context) }]);
  }
});

const at = { customerId: '101', instanceId: '10' };
const outgoing = anOutgoing({ clientId: clientId(1), ticketId: '501', ...at });
const file = { name: 'a.pdf', mimeType: 'application/pdf', bytes: 10, tag: 'pdf' } as const;

function chatListed(request: number, id: string): AppEvent {
  const items = [aMessage({ id, ticketId: '501' })];
  return { type: 'chat.listed', ...at, request, older: false, items, complete: false };
}

/** Two of its own in each view. */
const inViews = Object.fromEntries(
  TICKET_VIEWS.map((view, at) => [view, [String(510 + at), String(520 + at)]]),
) as Record<TicketView, string[]>;

const closedByAna = { type: 'ticket.closed', ticket: ticketOf(2), by: ANA, stream: streamAt(2) } as const;

/** What the report holds as events, and what comes before it, in its snapshot. */
test.each<[string, readonly AppEvent[], (readonly AppEvent[])?]>([
  [
    'a discarded note',
    [
      { type: 'draft.changed', ticketId: '501', text: 'Oi' },
      { type: 'noteDraft.changed', ticketId: '501', text: 'liga amanhã' },
      { type: 'draft.discarded', ...at, of: 'note' },
    ],
  ],
  ['the note of another tab', [{ type: 'draft.receivedFromTab', ...at, text: 'liga amanhã', of: 'note' }]],
  ['a restored note', [{ type: 'drafts.restored', drafts: [{ ...at, text: 'liga amanhã', of: 'note' }] }]],
  [
    'a saved note',
    [
      { type: 'noteDraft.changed', ticketId: '501', text: 'liga amanhã' },
      { type: 'form.saved', form: 'note', key: '101@10', request: 1, id: '3', version: null, lists: [] },
    ],
  ],
  [
    'tickets of each view that are only listed, and then one of them held',
    [
      { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'queue' },
      listed(3, [ticketOf(1)], { purpose: 'page', views: { ...inViews, finished: 7 } }),
      messageTo(10, 11),
    ],
  ],
  ['the density', [{ type: 'density.chosen', density: 'compact' }]],
  [
    'starred pages with names of one length',
    ['roles', 'users'].map((page): AppEvent => ({ type: 'page.starred', page, starred: true })),
  ],
  ['a notice dismissed for good', [{ type: 'notice.cleared', noticeId: 'limit:2026-11' }]],
  [
    'a refused reaction',
    [
      { type: 'message.submitted', message: { ...outgoing, reactsTo: '1001', text: '👍' } },
      { type: 'outbox.stored', clientId: outgoing.clientId },
      { type: 'message.refused', clientId: outgoing.clientId, failure: aFailure() },
    ],
  ],
  [
    'a message sought in vain',
    [
      chatListed(1, '1001'),
      { type: 'chat.sought', ticketId: '501', messageId: '777' },
      { type: 'chat.listFailed', ...at, request: 2, failure: aFailure() },
    ],
  ],
  [
    'a merged customer',
    [
      {
        type: 'message.arrived',
        message: aMessage({ id: '3000', ticketId: '501' }),
        ticket: ticketOf(1, { customer: aCustomer({ id: '109' }) }),
        stream: streamAt(11),
      },
    ],
  ],
  [
    'searches of one length, and a message to whom none of them finds',
    [
      { type: 'inbox.searched', search: 'ana' },
      { type: 'inbox.searched', search: 'rui' },
      listed(4, [ticketOf(2)]),
      messageTo(3, 11),
      { type: 'inbox.searched', search: '' },
    ],
  ],
  [
    'what was missed',
    [
      {
        type: 'list.answered',
        list: 'missedNotices',
        request: 1,
        page: { list: 'missedNotices', rows: [{ id: 'frame-2', at: START, frame: closedByAna }], total: 1 },
      },
    ],
  ],
  [
    'the message limit',
    [
      {
        type: 'list.answered',
        list: 'messageLimit',
        request: 1,
        page: { list: 'messageLimit', rows: [{ id: '2026-11', percent: 90, sent: 900, limit: 1000 }], total: 1 },
      },
    ],
  ],
  [
    'a file stored after the snapshot',
    [{ type: 'outbox.stored', clientId: outgoing.clientId }],
    [{ type: 'message.submitted', message: { ...outgoing, file, text: '' } }],
  ],
  [
    'an old message fetched after the snapshot',
    [chatListed(2, '777')],
    [chatListed(1, '1001'), { type: 'chat.sought', ticketId: '501', messageId: '777' }],
  ],
])('%s -> the report comes to the same', (_name, events, before = []) => {
  const session = live(brunoViewing, ticketOf(1));
  session.append({ type: 'ticket.opened', ticketId: '501' }, ...before);
  const stored = { position: session.app.log.position, snapshots: session.app.snapshots(), tail: [] };
  const from = session.events.length;
  session.append(...events);
  expect(differenceOfReport(session.events.slice(from), session.app.snapshots(), stored)).toBeNull();
  expect(differenceOfReport(session.events, session.app.snapshots())).toBeNull();
});

type Session = ReturnType<typeof live>;

const ofForm = { form: 'chat.customer', key: '101' } as const;
const change = (field: FieldName, value: FormValue): AppEvent => ({ ...ofForm, type: 'form.changed', field, value });

/** The answer to a list's last fetch. */
function answered({ app, directory }: Session, end: string): void {
  const request = directory.list('tags')?.getSnapshot().context.request ?? 0;
  const rows = [{ id: '5511912345678', name: 'Devedor', color: 'red' } as const];
  const page = { list: 'tags', rows, total: 9, edges: { start: 'aaa', end } } as const;
  app.append({ type: 'list.answered', list: 'tags', request, page });
}

function loaded({ app, directory }: Session, values: FormValues): void {
  const request = directory.form(ofForm.form, ofForm.key)?.getSnapshot().context.request ?? 0;
  app.append({ ...ofForm, type: 'form.loaded', request, values, version: 'v1' });
}

function whoIsThere(pageId: string, id: string, name: string): AppEvent {
  const open = { customerId: '101', instanceId: '10' };
  return { type: 'presence.arrived', pageId, person: { id, name }, isSupport: false, open, typing: false };
}

/** What the report holds in its snapshot, and what as events. */
test.each<[string, (session: Session) => void, (session: Session) => void]>([
  [
    'a form whose values are of one length, changed and changed back',
    (session) => {
      session.append({ ...ofForm, type: 'form.opened', values: null });
      loaded(session, { name: 'Ana', value_7: 4711, value_8: { city: 'Itu', list: ['a', 'b'] } });
    },
    ({ append }) => {
      append(change('name', 'Rui'), change('name', 'Ana'), change('value_7', 5711), change('value_7', 4711));
      append(change('value_8', { city: 'Itu', list: ['a', 'c'] }));
    },
  ],
  [
    'forms of numbers of one length',
    ({ append }) => append({ type: 'form.opened', form: 'chat.start', key: '5511912345678', values: {} }),
    ({ append }) => {
      append({ type: 'form.opened', form: 'chat.start', key: '5511987654321', values: {} });
      append({ type: 'form.submitted', form: 'chat.start', key: '5511912345678' });
    },
  ],
  [
    'a list that grows, whose last page is fetched again',
    (session) => {
      const query = { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: {} };
      session.append({ type: 'list.opened', list: 'tags', query: { ...query, grows: true } });
      answered(session, 'abc');
      session.append({ type: 'list.queried', list: 'tags', change: { page: 2 } });
      answered(session, 'abd');
    },
    (session) => {
      session.append({ type: 'list.outdated', list: 'tags' });
      answered(session, 'abe');
      session.append({ type: 'list.queried', list: 'tags', change: { search: 'ana' } });
      answered(session, 'abc');
    },
  ],
  [
    'a sound that the browser can’t play',
    ({ append }) => append({ type: 'media.shown', messageId: '901' }),
    ({ append, directory }) => {
      for (let time = 1; time <= 2; time += 1) {
        const request = directory.media('901')?.getSnapshot().context.request ?? 0;
        append({ type: 'media.loaded', messageId: '901', request, media: media({ mimeType: 'audio/ogg' }) });
        append({ type: 'media.broken', messageId: '901' });
      }
      expect(directory.media('901')?.getSnapshot().value).toBe('unshown');
    },
  ],
  [
    'who has a conversation open',
    ({ append }) => append({ type: 'presence.followed', visible: true }, whoIsThere('a', '9', 'Rui')),
    ({ append }) => append(whoIsThere('b', '8', 'Ana'), { type: 'presence.followed', visible: false }),
  ],
  [
    'an own open conversation, which the server knows',
    ({ append }) =>
      append(
        { type: 'presence.followed', visible: true },
        { type: 'presence.shown', ticketId: '501', customerId: '101', instanceId: '10' },
        { type: 'timer.fired', timer: presenceTimers.pause },
        { type: 'timer.fired', timer: presenceTimers.pause },
      ),
    ({ append }) => append({ type: 'draft.changed', ticketId: '501', text: '' }),
  ],
])('of one page: %s -> the report comes to the same, and tells nothing', (_name, first, then) => {
  const session = live(brunoViewing, ticketOf(1));
  first(session);
  const report = reportOfBoth(session, then);
  expect(report).not.toMatch(/55119|Devedor|Ana|Rui|Itu|abc/);
});

test('rows of lists and values of forms -> nothing of them is in a report but ids, whatever their fields are named', () => {
  const words = { status: 'Rosa', reason: 'Souza', key: 'aurora', token: 'b64Nk', code: '4321', id: '5511912345678' };
  const rows = [{ ...words, id: '12', days: 17, blocked: true, inner: { kind: 'Prado', customerId: '13' } }];
  const told = (event: unknown) => JSON.stringify(hidden(event));
  const page = told({ type: 'list.answered', list: 'users', page: { list: 'users', rows, total: 40 } });
  const form = told({ type: 'form.loaded', form: 'user', key: '8', values: { ...words, days: 17, type: 'Prado' } });
  const changed = told({ type: 'form.changed', form: 'user', key: '8', field: 'reason', value: 'Souza' });
  const saved = told({ type: 'form.saved', form: 'user', key: '5511912345678', id: '5511912345678' });
  for (const text of [page, form, changed, saved])
    expect(text).not.toMatch(/Rosa|Souza|aurora|b64Nk|4321|55119|17|Prado/);
  expect(page).toMatch(/"id":"12".*"blocked":false.*"customerId":"13".*"total":40/);
  expect(changed).toContain('"field":"reason"');
});
