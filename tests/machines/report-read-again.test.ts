import { expect, test } from 'vitest';
import { line } from '../../models/samples.ts';
import { replayApp } from '../../src/machines/app.ts';
import type { FieldName, FormValue } from '../../src/machines/entities/forms.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { hidden, reportOf } from '../../src/machines/log/report.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aFailure,
  aTransfer,
  anOutgoing,
  anaViewing,
  brunoViewing,
  clientId,
  streamAt,
} from '../support/builders.ts';
import { laterParts } from '../support/later-parts.ts';
import { live, ticketOf } from './directory-support.ts';
import { reportOfBoth } from './report-support.ts';

/* What is typed piece by piece, who has what, and what is named by people outside of texts. */

const at = { customerId: '101', instanceId: '10' } as const;
const ofNote = { form: 'note', key: '101@10' } as const;
const opened: AppEvent = { type: 'ticket.opened', ticketId: '501' };
const noted = (text: string): AppEvent => ({ type: 'noteDraft.changed', ticketId: '501', text });
const told = (text: string): AppEvent => ({ type: 'draft.receivedFromTab', ...at, text, of: 'note' });
const restored = (text: string): AppEvent => ({ type: 'drafts.restored', drafts: [{ ...at, text, of: 'note' }] });
const saved = (text: string): AppEvent => ({
  type: 'form.saved',
  ...ofNote,
  request: 1,
  id: '3',
  version: null,
  lists: [],
  text,
});
const used = (emoji: string): AppEvent => ({ type: 'emoji.used', emoji });
const written = anOutgoing({ clientId: clientId(1), ticketId: '501', ...at });
const sent = { clientId: written.clientId };
const file = { name: 'a.pdf', mimeType: 'application/pdf', bytes: 10, tag: 'pdf' } as const;
const reaction = { ...written, reactsTo: '1001', text: '😀' };
const quiet = { from: 60, to: 120, days: [1], timeZone: 'America/Sao_Paulo' };

test.each<[path: string, before: readonly AppEvent[], then: readonly AppEvent[]]>([
  [
    'a note of a shape that another had is saved, and written on',
    [opened, noted('Oi Ana'), saved('Oi Ana')],
    [noted('Oi Rui'), noted('Oi Rui, tudo bem?'), saved('Oi Rui')],
  ],
  [
    'a note is replaced by a longer one of its shape while it is saved',
    [opened, noted('Oi Ana')],
    [noted('Oi Rui, tudo bem?'), saved('Oi Ana')],
  ],
  [
    'a note that was written in another tab is saved here',
    [opened, noted('Oi Ana'), saved('Oi Ana')],
    [told('Oi Rui'), saved('Oi Rui')],
  ],
  [
    'a note that another page left is saved',
    [opened, noted('Oi Ana'), saved('Oi Ana')],
    [restored('Oi Rui'), saved('Oi Rui')],
  ],
  [
    'another tab has a draft of the same shape, begun elsewhere',
    [opened, { type: 'draft.changed', ticketId: '501', text: 'Oi' }],
    [{ type: 'draft.receivedFromTab', ...at, text: 'Eu', origin: { ticketId: '501', since: '999' } }],
  ],
  [
    'a file is on its way',
    [{ type: 'message.submitted', message: { ...written, file, text: '' } }],
    [
      { type: 'outbox.stored', ...sent },
      { type: 'message.progressed', ...sent, sent: 5, total: 10 },
    ],
  ],
  [
    'a reaction is refused, not of the emoji used first',
    [used('👍'), used('😀')],
    [
      { type: 'message.submitted', message: reaction },
      { type: 'outbox.stored', ...sent },
      { type: 'message.refused', ...sent, failure: aFailure() },
    ],
  ],
  [
    'quiet hours are switched off',
    [{ type: 'noticeSettings.changed', change: { quiet } }],
    [{ type: 'noticeSettings.changed', change: { quiet: null } }],
  ],
  [
    'a flow that there can’t be is left',
    [{ type: 'form.opened', form: 'flow', key: 'new', values: null }],
    [{ type: 'form.left', form: 'flow', key: 'new' }],
  ],
])('%s -> the report comes to the same, and tells nothing', (_path, before, then) => {
  const session = live(brunoViewing, ticketOf(1));
  session.append(...before);
  const report = reportOfBoth(session, ({ append }) => append(...then));
  expect(report).not.toMatch(/Oi Ana|Oi Rui|tudo bem/u);
});

/** The session's actors as its report has them. */
function reported({ app }: ReturnType<typeof live>) {
  const report = reportOf({ position: app.log.position, snapshots: app.snapshots(), tail: [] });
  return replayApp([], laterParts, { ...report, snapshots: new Map(Object.entries(report.snapshots)) });
}

test('who gave a ticket to somebody else -> it is the same one in the report', () => {
  const session = live(anaViewing, ticketOf(1));
  const ticket = ticketOf(1, { owner: { ...CARLA, image: null } });
  const transfer = aTransfer({ ticketId: '501', confirmedAt: START });
  session.append({ type: 'ticket.transferred', transfer, ticket, by: CARLA, stream: streamAt(11) });
  expect(reported(session).get('ticket:501')?.context).toMatchObject({
    ticket: { owner: { id: CARLA.id } },
    passed: { by: { id: BRUNO.id }, to: CARLA.id },
  });
});

test('what somebody else changed in a form -> the same fields in the report', () => {
  const session = live(anaViewing, ticketOf(1));
  const ofForm = { form: 'user', key: '12' } as const;
  const request = () => session.directory.form(ofForm.form, ofForm.key)?.getSnapshot().context.request ?? 0;
  const loaded = (values: Readonly<Record<string, FormValue>>, version: string): void =>
    session.append({ ...ofForm, type: 'form.loaded', request: request(), values, version });
  session.append({ ...ofForm, type: 'form.opened', values: null });
  loaded({ name: 'Rui', email: 'rui@a.example' }, 'v1');
  const field: FieldName = 'name';
  session.append({ ...ofForm, type: 'form.changed', field, value: 'Ana' }, { ...ofForm, type: 'form.submitted' });
  const failure = aFailure({ code: 'CONFLICT', key: 'error.form.conflict' });
  session.append({ ...ofForm, type: 'form.refused', request: request(), failure }, { ...ofForm, type: 'form.retried' });
  loaded({ name: 'Rui', email: 'r@a.example' }, 'v2');
  expect(reported(session).get('form:user:12')?.context).toMatchObject({ theirs: ['email'] });
});

test('columns that are hidden -> the same ones in the report', () => {
  const session = live(anaViewing, ticketOf(1));
  session.append({ type: 'columns.chosen', table: 'customers', hidden: ['phone', 'email'] });
  const hiddenColumns = { customers: ['phone', 'email'] };
  expect(reported(session).get('shell')?.context).toMatchObject({ preferences: { hiddenColumns } });
});

test('what is wrong with a field, and when a message was scheduled for -> said in the report as well', () => {
  expect(hidden(aFailure({ fields: { name: 'error.field.required' } })).fields).toEqual({
    name: 'error.field.required',
  });
  expect(hidden(aFailure({ fields: { name: 'Rosa pediu' } })).fields).toEqual({ name: 'Xxxx xxxxx' });
  const text = '2026-11-28T14:00:00.000Z';
  expect(hidden(line('3', { kind: 'schedule_late', by: ANA, text })).text).toBe(text);
  expect(hidden(line('3', { kind: 'schedule_late', by: ANA, text: 'Rosa' })).text).toBe('Xxxx');
  expect(hidden(line('3', { kind: 'note', by: ANA, text })).text).not.toBe(text);
});

test.each<[string, unknown]>([
  [
    'a short number that was unblocked',
    { type: 'form.saved', form: 'blockedContacts.unblock', key: '1', id: '376312345' },
  ],
  ['the only number of a file', { type: 'form.saved', form: 'blockedContacts.file', key: '1', id: '376312345' }],
  ['one that was, in its form', { form: 'blockedContacts.unblock', key: '376312345', savedId: '376312345' }],
  ['what a template fills in', { message: { template: { id: '3', values: { 'body.nome_da_rosa': 'Ana' } } } }],
  [
    'a flow’s variable that is refused',
    {
      type: 'form.refused',
      form: 'chat.flow.start',
      key: '7',
      failure: aFailure({ fields: { 'variables.rosa': 'error.invalid' } }),
    },
  ],
  [
    'a template’s that is',
    {
      form: 'template',
      failure: aFailure({
        fields: { 'examples.body.rosa': 'error.invalid' },
        params: { 'examples.body.rosa.max': 60 },
      }),
    },
  ],
])('%s -> no report tells it', (_name, value) => {
  expect(JSON.stringify(hidden(value))).not.toMatch(/rosa|376312345/u);
});

test('names of fields that are ours, and places in lists -> they stay', () => {
  const fields = { name: '', 'numbers.4': '', 'tree.0.1': '', 'actions.0.text': '', 'cards.1.body': '', value_7: '' };
  const params = { 'name.max': 60, 'numbers.4.max': 3 };
  const kept = hidden(aFailure({ fields, params }));
  expect([Object.keys(kept.fields), kept.params]).toEqual([Object.keys(fields), params]);
  const values = { 'body.1': 'Ana', '1': 'Rui', 'card.0.2': 'Rosa' };
  expect(Object.keys(hidden({ template: { values } }).template.values)).toEqual(Object.keys(values));
});
