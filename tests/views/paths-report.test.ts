import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { WHOLE } from '../support/paths-text.ts';
import { failures } from '../support/report/page/failures.ts';
import { film } from '../support/report/page/film.ts';
import { indexPage } from '../support/report/page/index-page.ts';
import { walkedPage } from '../support/report/page/walked-page.ts';
import { sceneWords, transitionWords } from '../support/report/page/words.ts';
import type { CauseData, FailureData, ModelData, PlaceData } from '../support/report/report-model.ts';

/* The pages of the report of paths, in Portuguese. */

beforeEach(() => document.body.replaceChildren());

const row: PlaceData = {
  role: 'model',
  name: '',
  file: 'models/transfer.model.ts',
  line: 12,
  from: 12,
  lines: ['leads'],
};
const transition: PlaceData = {
  role: 'transition',
  name: 'transfer · pending · transfer.confirmed',
  file: 'src/machines/transfer/transfer.machine.ts',
  line: 31,
  from: 30,
  lines: ['before', 'the line', 'after'],
};
const failure: FailureData = {
  number: 0,
  scene: WHOLE,
  start: 'pending',
  steps: ['ticket.opened', 'transfer.confirmed'],
  states: ['pending', 'deleted'],
  at: 1,
  problems: [{ text: '', kind: 'row', cause: '', expected: 'confirmed', came: 'count = 2' }],
  opening: [],
  events: 0,
  looked: null,
  places: [transition],
  command: 'npm run paths',
};
const cause: CauseData = {
  kind: 'row',
  title: 'what leaves · transfer.confirmed',
  isNew: false,
  count: 1,
  row,
  apart: { kind: 'from', step: 'transfer.confirmed' },
  failures: [failure],
};
const model: ModelData = {
  id: 'machine-transfer',
  kind: 'machine',
  name: 'transfer',
  at: '2026-01-01',
  took: 1,
  paths: 1,
  failed: 1,
  states: { covered: 0, total: 0 },
  transitions: { covered: 0, total: 0 },
  wired: null,
  screens: [],
  people: [],
  causes: [],
  mended: 0,
  source: '',
  names: [],
  stateNames: [],
  scenes: [],
  chunks: 0,
  groups: [cause],
  diagram: { width: 0, height: 0, boxes: [], arrows: [] },
  missed: [],
  onlyInTheLog: {},
  wiredRuns: 0,
  invariants: [],
  runs: [],
  filmed: [],
};
const box = { name: '', type: 'atomic', isLeaf: true, initial: false, covered: true, x: 0, y: 0, width: 0, height: 0 };
const drawn = {
  ...model,
  diagram: { ...model.diagram, boxes: ['pending', 'confirmed'].map((path) => ({ ...box, path })) },
};

function showFailures(): void {
  const told = failures(drawn, () => undefined);
  if (told !== null) document.body.append(told);
}

describe('a failure', () => {
  test('says beside the model’s line what the product did and where, and opens the lines', () => {
    showFailures();
    expect(screen.getByText('models/transfer.model.ts:12')).toBeTruthy();
    const where = screen.getByText('src/machines/transfer/transfer.machine.ts:31');
    const place = where.closest('details');
    expect(where.closest('summary')?.textContent).toBe(
      'O que o produto fez transfer · pendente · a transferência é confirmada src/machines/transfer/transfer.machine.ts:31',
    );
    if (place === null) throw new Error('It does not open');
    place.open = true;
    place.dispatchEvent(new Event('toggle'));
    expect(within(place).getByText(/the line/u).className).toBe('here');
    expect(within(place).getByText(/after/u).className).toBe('');
  });

  test('of several causes -> what of the product all of them have in common', () => {
    const other: PlaceData = { ...transition, line: 77 };
    const with2 = (places: readonly PlaceData[]): CauseData => ({ ...cause, failures: [{ ...failure, places }] });
    const common = (groups: readonly CauseData[]) => {
      const told = failures({ ...drawn, groups }, () => undefined);
      const title = told && within(told).queryByText('Em comum a todas as falhas abaixo');
      return [...(title?.parentElement?.querySelectorAll('summary code') ?? [])].map(({ textContent }) => textContent);
    };
    const where = 'src/machines/transfer/transfer.machine.ts:31';
    expect(common([with2([other, transition]), with2([transition]), with2([transition, row])])).toEqual([where]);
    expect(common([with2([other]), with2([transition])])).toEqual([]);
    expect(common([with2([row]), with2([row])])).toEqual([]);
    expect(common([with2([transition])])).toEqual([]);
  });

  test('is told in Portuguese, but for what is no state', () => {
    showFailures();
    expect(screen.getByText('o que é pedido ao servidor e ao navegador · a transferência é confirmada')).toBeTruthy();
    expect(screen.getByText('vai para confirmado')).toBeTruthy();
    expect(screen.getByText('count = 2')).toBeTruthy();
    expect(document.body.textContent).not.toContain(WHOLE);
  });

  test('of a journey -> what was not to be seen; what the page was like only when it is asked for', () => {
    const [problem] = failure.problems;
    if (problem === undefined) throw new Error('There is no problem');
    const problems = [{ ...problem, expected: 'one unread', came: 'Bruno does not see it\nauth: "fresh"' }];
    const groups = [{ ...cause, failures: [{ ...failure, problems }] }];
    const told = failures({ ...model, kind: 'journey', groups }, () => undefined);
    if (told !== null) document.body.append(told);
    expect(screen.getByText('Bruno does not see it')).toBeTruthy();
    expect(screen.queryByText('auth: "fresh"')).toBeNull();
    const details = screen.getByText('Como estava a página').closest('details');
    if (details === null) throw new Error('It does not open');
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    expect(screen.getByText('auth: "fresh"')).toBeTruthy();
  });

  test('says from which step on it is apart from those that pass', () => {
    showFailures();
    expect(document.querySelector('.apart')?.textContent).toBe(
      'Até este passo, outros caminhos passam: a transferência é confirmada',
    );
  });
});

test('a journey in Chromium -> each step with everybody’s screen, where it stopped, and what opens the trace', () => {
  const pictures = [
    { who: 'Ana Ribeiro', file: 'answer-1-1-0.jpeg' },
    { who: 'Bruno Carvalho', file: 'answer-1-1-1.jpeg' },
  ];
  const steps = [
    { deed: null, scene: 'an open chat', failed: false, pictures: [] },
    { deed: 'the customer writes', scene: 'one unread', failed: true, pictures },
  ];
  const filmed = [{ steps, traces: [{ who: 'Ana Ribeiro', file: 'answer-1-0.zip' }] }];
  const shown = film({ ...model, id: 'chromium-answer', kind: 'chromium', filmed });
  if (shown === null) throw new Error('Nothing is shown');
  document.body.append(shown);
  const [first, last] = within(shown).getAllByRole('listitem');
  expect(first?.textContent).toBe('No começoan open chat');
  expect(last?.textContent).toContain('Não apareceu: one unread');
  expect(
    within(shown)
      .getAllByRole('img')
      .map((image) => image.getAttribute('src')),
  ).toEqual(pictures.map(({ file }) => file));
  expect(
    screen.getByText('npx playwright-core show-trace --port 0 reports/paths/chromium-answer/answer-1-0.zip'),
  ).toBeTruthy();
  expect(film(model)).toBeNull();
});

test.each([
  ['pending', 'pendente'],
  ['any state · app.opened', 'qualquer estado · a página abre'],
  [
    'draft.failed · at once (branch 2) → pending, deleted',
    'rascunho · falhou · de imediato (alternativa 2) → pendente, desfeito',
  ],
])('what no path came to: %s -> %s', (text, words) => {
  expect(transitionWords(text)).toBe(words);
});

test.each([
  [WHOLE, 'do começo ao fim'],
  ['pins, with adapters', 'pins, com adaptadores'],
])('a scene: %s -> %s', (name, words) => {
  expect(sceneWords(name)).toBe(words);
});

describe('what no journey comes to', () => {
  const left = 'telas, formulários, permissões, opções e idiomas não estão em nenhuma jornada';

  test('says what is counted, and how many journeys are still to run', () => {
    document.body.append(indexPage({ models: [], unwalked: 230, notRun: 3 }));
    expect(document.body.textContent).toContain(`230 ${left}`);
    expect(document.body.textContent).toContain('3 jornadas ainda não rodaram aqui');
  });

  test('of one, with none to run -> that one alone', () => {
    const unwalked = { kind: 'route', name: '/nowhere', journeys: [], reason: null } as const;
    document.body.append(walkedPage({ rows: [unwalked], notRun: 0 }));
    expect(screen.getByRole('heading').textContent).toBe(
      '1 tela, formulário, permissão, opção ou idioma não está em nenhuma jornada',
    );
    expect(document.body.textContent).not.toContain('ainda não');
  });
});
