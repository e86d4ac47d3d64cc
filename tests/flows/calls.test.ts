import { expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { anyCompany } from '../../flows/targets.ts';
import type { Company } from '../../flows/targets.ts';
import type { FlowSummary } from '../../flows/summary.ts';
import { call, end, flow, goTo, hours, media, menu, pause, say, set, template } from './builders.ts';
import { played } from './play.ts';

/* Flows that call others or go to them: what those do counts. */

const summaries = (flows: Readonly<Record<string, Flow>>): Company => {
  const known = new Map<string, FlowSummary>();
  const company: Company = { has: () => true, summaryOf: (id) => known.get(id) };
  for (const [id, it] of Object.entries(flows)) known.set(id, check(it, { id, company }).summary);
  return company;
};
const found = (it: Flow, company: Company, id = '1') =>
  check(it, { id, company }).findings.map(({ property, node, about }) => [property, node, about]);

const texts = (many: number, last: Flow['nodes'][string]): Flow =>
  flow({
    ...Object.fromEntries(
      Array.from({ length: many }, (_, at) => [
        at === 0 ? 'start' : `m${at}`,
        say(`${at}`, { next: at === many - 1 ? 'last' : `m${at + 1}` }),
      ]),
    ),
    last,
  });
const five = texts(5, end(null, false));
const asks = flow({ start: menu('Certo?', { sim: 'back', nao: 'person', timeout: 'back' }), back: end(null, false) });

test('a called flow that says five things -> five more in a row', () => {
  const company = summaries({ 11: five });
  const it = flow({ start: say('Oi', { next: 'calls' }), calls: call('11', 'more'), more: call('11', 'bye') });
  expect(found(it, company)).toEqual([['row', 'more', null]]);
  expect(found(flow({ start: call('11', 'bye') }), company)).toEqual([]);
});

test('one that ends in five after an answer -> only these count', () => {
  const answered = flow({
    ...five.nodes,
    ...{ start: menu('Certo?', { sim: 'm1', nao: 'person', timeout: 'person' }) },
  });
  const company = summaries({ 12: answered });
  const after = (many: number): Flow =>
    flow({ ...texts(many, end(null)).nodes, begin: call('12', 'start') }, { start: 'begin' });
  expect(found(after(4), company)).toEqual([]);
  expect(found(after(5), company)).toEqual([['row', 'm4', null]]);
});

test('a called flow that waits for a day without a word -> the window is closed behind it', () => {
  const waits = flow({
    start: pause(1_440, { next: 'back', message: 'back' }),
    back: end(null, false),
  });
  const it = flow({ start: call('13', 'tells'), tells: say('Oi?', { next: 'bye' }) });
  expect(found(it, summaries({ 13: waits }))).toEqual([['window', 'tells', null]]);
});

test('a called flow that says something, in a closed window -> refused where it is called', () => {
  const it = flow(
    { start: template({}, { next: 'calls', failed: 'bye' }), calls: call('11', 'bye') },
    { kind: 'active' },
  );
  expect(found(it, summaries({ 11: five }))).toEqual([['window', 'calls', null]]);
});

test('a called flow that may go on at once or wait -> its steps count, and its time', () => {
  const either = flow({
    start: hours({ open: 'back', closed: 'waits' }),
    waits: pause(1_440, { next: 'back', message: 'back' }),
    back: end(null, false),
  });
  const company = summaries({ 17: either });
  const steps = (many: number): Record<string, Flow['nodes'][string]> =>
    Object.fromEntries(
      Array.from({ length: many }, (_, at) => [`m${at}`, set('vezes', '1', at === many - 1 ? 'bye' : `m${at + 1}`)]),
    );
  const after = (many: number): Flow =>
    flow({ start: call('17', 'm0'), ...steps(many) }, { variables: { vezes: { type: 'number' } } });
  expect(found(after(48), company)).toEqual([]);
  expect(found(after(49), company)).toEqual([['automaticSteps', 'bye', null]]);
  expect(found(flow({ start: call('17', 'tells'), tells: say('Oi?', { next: 'bye' }) }), company)).toEqual([
    ['window', 'tells', null],
  ]);
});

test('a called flow that never gives back -> what comes after it is never reached', () => {
  const leaves = flow({ start: say('Tchau', { next: 'bye', failed: 'bye' }) });
  const it = flow({ start: call('14', 'more'), more: say('Oi', { next: 'bye' }) });
  expect(found(it, summaries({ 14: leaves }))).toEqual([['reached', 'more', null]]);
});

test('a circle within a flow through one that waits for an answer -> right; through one that does not -> refused', () => {
  const it = (id: string): Flow =>
    flow({
      start: call(id, 'asks'),
      asks: hours({ open: 'start', closed: 'bye' }),
    });
  const answered = flow({
    start: menu('Certo?', { sim: 'back', nao: 'person', timeout: 'person' }),
    back: end(null, false),
  });
  const onlyAnswers = {
    ...answered,
    nodes: {
      ...answered.nodes,
      start: menu('Certo?', { sim: 'back', nao: 'person', timeout: 'person', other: 'person', media: 'person' }),
    },
  };
  const company = summaries({ 15: onlyAnswers, 11: five, 16: asks });
  expect(found(it('15'), company)).toEqual([]);
  expect(found(it('11'), company)).toEqual([['automaticCycle', 'start', null]]);
  // It also gives back when nobody answers.
  expect(found(it('16'), company)).toContainEqual(['silentCycle', 'start', null]);
});

test('two flows that go to each other -> refused if nobody has to say a word on the way', () => {
  const silent = flow({ start: say('Um', { next: 'goes', failed: 'goes' }), goes: goTo('2') });
  const back = flow({ start: say('Dois', { next: 'goes', failed: 'goes' }), goes: goTo('1') });
  const first = summaries({ 1: silent });
  expect(found(back, first, '2')).toEqual([['targets', 'goes', 'circle']]);

  const menuToo = flow({ start: menu('Mais?', { sim: 'goes', nao: 'bye' }), goes: goTo('1') });
  expect(found(menuToo, first, '2')).toEqual([]);
  // And the other way round, the one that asks having been there first.
  expect(found(silent, summaries({ 2: menuToo }), '1')).toEqual([]);
});

test('two menus that only lead to each other -> nobody comes to an end; with an end in one of them, right', () => {
  const other = (id: string, more = {}): Flow =>
    flow({ start: menu('Mais?', { sim: 'goes', timeout: 'person', ...more }), goes: goTo(id) });
  expect(found(other('1'), summaries({ 1: other('2') }), '2')).toEqual([['endInReach', 'start', null]]);
  expect(found(other('1', { nao: 'bye' }), summaries({ 1: other('2') }), '2')).toEqual([]);
  expect(found(other('1'), summaries({ 1: other('2', { nao: 'bye' }) }), '2')).toEqual([]);
});

test('a menu that goes to its own flow again, whatever is answered -> nobody comes to an end', () => {
  const it = flow({ start: menu('Mais?', { sim: 'again', timeout: 'bye' }), again: goTo('1') });
  expect(found(it, summaries({}))).toEqual([['endInReach', 'start', null]]);
});

test('going round as long as nothing is understood, through flows -> refused as within one', () => {
  const it = (id: string): Flow =>
    flow({ start: menu('Escolha', { sim: 'bye', other: 'again', media: 'again' }), again: goTo(id) });
  expect(found(it('1'), summaries({}))).toEqual([['nonsenseCycle', 'again', null]]);
  expect(found(it('1'), summaries({ 1: it('2') }), '2')).toEqual([['nonsenseCycle', 'again', null]]);
  // Whoever answers has been understood.
  const answered = flow({ start: menu('Escolha', { sim: 'again', nao: 'bye' }), again: goTo('1') });
  expect(found(answered, summaries({ 1: it('2') }), '2')).toEqual([]);
});

test('a called flow that an answer may end -> an end for who calls it again and again', () => {
  const called = (more: Record<string, string>): Flow =>
    flow({
      start: menu('Como podemos ajudar?', { horario: 'tells', ...more }),
      tells: say('Abrimos às 8 h', { next: 'back' }),
      back: end(null, false),
    });
  const it = flow({ start: call('18', 'start') });
  expect(found(it, summaries({ 18: called({ sair: 'bye' }) }))).toEqual([]);
  expect(found(it, summaries({ 18: called({ gente: 'person' }) }))).toEqual([]);
  expect(found(it, summaries({ 18: called({}) }))).toEqual([['endInReach', 'start', null]]);
  // Also if it does so in another.
  const onward = flow({ ...called({ mais: 'goes' }).nodes, goes: goTo('18') });
  const company = summaries({ 18: called({ sair: 'bye' }), 19: onward });
  expect(found(flow({ start: call('19', 'start') }), company)).toEqual([]);
});

test('a flow that goes to itself without a word -> refused', () => {
  expect(
    found(flow({ start: say('Oi', { next: 'again', failed: 'again' }), again: goTo('1') }), summaries({})),
  ).toEqual([['targets', 'again', 'circle']]);
});

test('what a company does not have -> refused, each kind where it is named', () => {
  const company: Company = { has: ({ kind }) => kind === 'file', summaryOf: () => undefined };
  const it = flow({
    start: hours({ open: 'one', closed: 'two' }),
    one: template({}, { next: 'three', failed: 'bye' }),
    two: call('9', 'bye'),
    three: { kind: 'handoff', label: null, to: { of: 'person', id: '7' }, text: null, exits: {} },
  });
  expect(found(it, company)).toEqual([
    ['targets', 'start', 'department'],
    ['targets', 'one', 'template'],
    ['targets', 'two', 'flow'],
    ['targets', 'three', 'person'],
  ]);
  // Each is come to in the conversation that shows it.
  for (const { node, conversation } of check(it, { company }).findings)
    expect(played(it, conversation).nodes).toContain(node);
});

test('a template with a value or the file of its header missing, a caption below what has none -> refused where the company knows', () => {
  const company: Company = {
    ...anyCompany,
    templateNames: () => ['nome', 'dia'],
    hasCaption: () => false,
    takesHeader: (_template, file) => file === '7',
  };
  const it = (names: readonly string[], caption: string | null, file_id?: string): Flow => {
    const values = Object.fromEntries(names.map((name) => [name, 'x']));
    return flow({
      start: {
        ...template(values, { next: 'two' }),
        content: { of: 'template', template_id: '1', values, ...(file_id !== undefined && { file_id }) },
      },
      two: media(caption, { next: 'bye' }),
    });
  };
  expect(found(it(['nome'], 'Ouça', '7'), company)).toEqual([
    ['limits', 'start', 'templateValues'],
    ['limits', 'two', 'captionKind'],
  ]);
  expect(found(it(['nome', 'dia'], null, '8'), company)).toEqual([['limits', 'start', 'templateFile']]);
  expect(found(it(['nome', 'dia'], null), company)).toEqual([['limits', 'start', 'templateFile']]);
  expect(found(it(['nome', 'dia'], null, '7'), company)).toEqual([]);
  expect(found(it([], 'Ouça'), anyCompany)).toEqual([]);
});
