import { expect, test } from 'vitest';
import { line } from '../../models/samples.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { hidden, reportOf } from '../../src/machines/log/report.ts';
import { ANA, BRUNO, START, aFailure, brunoViewing, streamAt } from '../support/builders.ts';
import { leaksOf } from '../support/replay.ts';
import { live, ticketOf } from './directory-support.ts';
import { reportOfBoth } from './report-support.ts';

/* What machines compare, order or take apart: hidden in a way that comes to the same. */

const conversation = { customerId: '101', instanceId: '10' } as const;

function notice(seq: number, title = 'Márcia'): AppEvent {
  return {
    type: 'notice.arrived',
    noticeId: String(seq),
    title,
    text: 'oi',
    attendant: { id: BRUNO.id, name: BRUNO.name },
    ticketId: '501',
    ...conversation,
    customerName: title,
    stream: streamAt(seq),
  };
}

function ended(outcome: string): AppEvent {
  return { type: 'inbox.narrowed', only: { ended: { outcome } } };
}

function refused(text: string): AppEvent {
  const by = { id: BRUNO.id, name: BRUNO.name };
  return {
    type: 'line.changed',
    ...conversation,
    line: line('3', { kind: 'schedule_refused', by, text }),
    stream: streamAt(11),
  };
}

const opened: AppEvent = { type: 'ticket.opened', ticketId: '501' };
const noted = (text: string): AppEvent => ({ type: 'noteDraft.changed', ticketId: '501', text });
const saved = (text: string): AppEvent => ({
  type: 'form.saved',
  form: 'note',
  key: '101@10',
  request: 1,
  id: '3',
  version: null,
  lists: [],
  text,
});
const finished = ticketOf(1, { finishedAt: START, outcome: 'Troca' });

test.each<[path: string, before: readonly AppEvent[], then: readonly AppEvent[]]>([
  ['a notice is read in the list', [notice(11)], [{ type: 'notices.read', ids: ['chat:11'] }]],
  ['a notice is read in another tab', [notice(11)], [{ type: 'notices.readInOtherTab', ids: ['chat:11'] }]],
  [
    'another tab has its ticket before one',
    [{ type: 'tab.otherViewed', viewed: true, tickets: ['501'] }],
    [notice(11)],
  ],
  ['a newer notice takes the place of one', [notice(11)], [notice(12)]],
  [
    'the conversation of a notice is read',
    [notice(11)],
    [{ type: 'unseen.wasReset', ...conversation, upToId: '2000', unseen: 0, stream: streamAt(12) }],
  ],
  ['a customer is named by their number', [notice(11, '5511987654321')], [notice(12, '+5511987654322')]],
  ['one outcome is chosen, and then another of its length', [ended('Venda')], [ended('Troca')]],
  [
    'finished ones of another outcome come',
    [{ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'all' }, ended('Venda')],
    [{ type: 'ticket.closed', ticket: finished, by: ANA, stream: streamAt(11) }],
  ],
  [
    'two emojis are used',
    [{ type: 'emoji.used', emoji: '👍' }],
    [
      { type: 'emoji.used', emoji: '😀' },
      { type: 'emoji.used', emoji: '👍' },
    ],
  ],
  ['a scheduled message isn’t sent', [], [refused('window')]],
  ['a scheduled message isn’t sent, for a newer reason', [], [refused('Rosa pediu')]],
  ['another note is saved than the one that is written', [opened, noted('Oi Ana')], [saved('Oi Rui')]],
  ['a note is saved, and written on', [opened, noted('Oi Ana')], [noted('Oi Ana, tudo bem?'), saved('Oi Ana')]],
])('%s -> the report comes to the same, and tells nothing', (_path, before, then) => {
  const session = live(brunoViewing, ticketOf(1));
  session.append(...before);
  const report = reportOfBoth(session, ({ append }) => append(...then));
  expect(report).not.toMatch(/Márcia|Venda|Troca|Oi Ana|Oi Rui|Rosa|119876/u);
});

test('a form’s key that is an address or a number -> hidden, also as its actor’s name; an id or a word of ours stays', () => {
  const session = live(brunoViewing, ticketOf(1));
  for (const [form, key] of [
    ['tenant.enter', 'proof'],
    ['tenant.features', 'platform'],
    ['connection.replay', 'company'],
    ['blockedContacts.unblock', '376312345'],
    ['user', '12'],
    ['user', 'new'],
  ] as const)
    session.append({ type: 'form.opened', form, key, values: {} });
  const log = { position: 0, snapshots: session.app.snapshots(), tail: session.events };
  const report = JSON.stringify(reportOf(log));
  expect(report).not.toMatch(/(?:key":"|form:[\w.]+:)(?:proof|platform|company|376312345)/u);
  expect(Object.keys(reportOf(log).snapshots)).toEqual(expect.arrayContaining(['form:user:12', 'form:user:new']));
  expect(leaksOf(report, session.events)).toEqual([]);
});

test('what a refusal or a template names -> hidden by whatever name; its numbers stay', () => {
  const params = { tag: 'Devedor', field: 'CPF', reason: 'Rosa', code: '5511987654321', max: 20 };
  expect(hidden(aFailure({ params })).params).toEqual({
    tag: 'Xxxxxxx',
    field: 'XXX',
    reason: 'Xxxx',
    code: '5500000000000',
    max: 20,
  });
  expect(hidden({ ticketId: 'Rosa pediu', subject: 'chat:11' })).toEqual({
    ticketId: 'Xxxx xxxxx',
    subject: 'chat:11',
  });
  expect(hidden({ template: { values: { status: 'Rosa', 'body.1': 'Rosa' } } })).toEqual({
    template: { values: { xxxxxx: 'Xxxx', 'body.1': 'Xxxx' } },
  });
});

test('what a flow would save -> the names of its variables are hidden', () => {
  const rows = [{ findings: [{ saved: { nome_da_rosa: 'Ana' } }] }];
  const told = JSON.stringify(hidden({ type: 'list.answered', list: 'flow.check', page: { rows, total: 1 } }));
  expect(told).not.toMatch(/rosa|Ana/u);
});
