import { describe, expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import type { Property, Proof } from '../../flows/check.ts';
import { ask, branch, flow, hours, menu, pause, say } from './builders.ts';
import { right } from './right-flows.ts';

const number = { type: 'number' } as const;
const text = { type: 'text' } as const;

/** Each wrong flow breaks one property, at a step; what a conversation has to show is written beside it. */
const wrong: Readonly<
  Record<
    string,
    { flow: Flow; property: Property; at: string; about?: string; shows: readonly string[]; severity?: 'warning' }
  >
> = {
  'an option that leads nowhere': {
    flow: flow({ start: menu('Como podemos ajudar?', { vendas: 'person', suporte: 'gone' }) }),
    property: 'exits',
    at: 'start',
    about: 'suporte',
    shows: ['start', 'option suporte'],
  },
  'a step that nothing leads to': {
    flow: flow({ start: say('Oi', { next: 'person' }), lost: say('Alguém?', { next: 'person' }) }),
    property: 'reached',
    at: 'lost',
    shows: [],
  },
  'a case that never holds': {
    flow: flow(
      {
        start: ask('Quantos anos?', { answer: 'which' }, { expects: 'number', saves: 'idade' }),
        which: branch(
          { adult: 'idade >= 18', senior: 'idade >= 60' },
          { adult: 'bye', senior: 'rest', else: 'person' },
        ),
        rest: say('Fila preferencial', { next: 'person' }),
      },
      { variables: { idade: number } },
    ),
    property: 'reached',
    at: 'rest',
    shows: [],
  },
  'two steps that call each other by themselves': {
    flow: flow({
      start: hours({ open: 'one', closed: 'bye' }),
      one: say('Um', { next: 'two' }),
      two: say('Dois', { next: 'one' }),
    }),
    property: 'automaticCycle',
    at: 'one',
    shows: ['start', 'world open', 'one', 'two', 'one'],
  },
  'a reminder without an end': {
    flow: flow({
      start: menu('Ainda está aí?', { sim: 'person', timeout: 'wait' }),
      wait: pause(60, { next: 'start', message: 'person' }),
    }),
    property: 'silentCycle',
    at: 'start',
    shows: ['start', 'time 30', 'wait', 'time 60', 'start'],
  },
  'a menu that asks for ever whoever sends photos': {
    flow: flow({
      start: menu('Escolha', { sim: 'bye', media: 'sorry' }),
      sorry: say('Só leio texto', { next: 'start' }),
    }),
    property: 'nonsenseCycle',
    at: 'start',
    shows: ['start', 'nonsense', 'start', 'media', 'sorry', 'start'],
  },
  'a question that goes round without an end': {
    flow: flow({
      start: menu('Mais alguma coisa?', {
        sim: 'start',
        nao: 'start',
        other: 'start',
        media: 'start',
        timeout: 'start',
      }),
    }),
    property: 'endInReach',
    at: 'start',
    shows: ['start'],
  },
  'a text after a day of silence': {
    flow: flow({
      start: say('Já voltamos', { next: 'wait' }),
      wait: pause(1_440, { next: 'later', message: 'person' }),
      later: say('E então?', { next: 'bye' }),
    }),
    property: 'window',
    at: 'later',
    shows: ['start', 'wait', 'time 1440', 'later'],
  },
  'an active flow that begins with a text': {
    flow: flow({ start: say('Oi!', { next: 'bye' }) }, { kind: 'active' }),
    property: 'window',
    at: 'start',
    shows: ['start'],
  },
  'a name that is used before it is asked for': {
    flow: flow({ start: say('Oi, {{nome}}!', { next: 'bye' }) }, { variables: { nome: text } }),
    property: 'variables',
    at: 'start',
    about: 'nome',
    shows: ['start'],
  },
  'a variable that is set on one way only': {
    flow: flow(
      {
        start: menu('Já é cliente?', { sim: 'asks', nao: 'tells' }),
        asks: ask('Seu nome?', { answer: 'tells' }, { saves: 'nome' }),
        tells: say('Obrigado, {{nome}}', { next: 'bye' }),
      },
      { variables: { nome: text } },
    ),
    property: 'variables',
    at: 'tells',
    about: 'nome',
    shows: ['start', 'option nao', 'tells'],
  },
  'nine messages in a row': {
    flow: flow(
      Object.fromEntries(
        Array.from({ length: 9 }, (_, at) => [
          at === 0 ? 'start' : `m${at}`,
          say(`${at}`, { next: at === 8 ? 'bye' : `m${at + 1}` }),
        ]),
      ),
    ),
    property: 'row',
    at: 'm8',
    about: '9',
    shows: ['start', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'],
  },
  'a pattern in an expression': {
    flow: flow(
      {
        start: ask('CEP?', { answer: 'which' }, { saves: 'cep' }),
        which: branch({ fits: 'cep.matches("^[0-9]+$")' }, { fits: 'bye', else: 'person' }),
      },
      { variables: { cep: text } },
    ),
    property: 'expressions',
    at: 'which',
    about: 'cep.matches("^[0-9]+$")',
    shows: ['start', 'answer', 'which'],
  },
  'a number that is compared with a text': {
    flow: flow(
      {
        start: ask('Quantos?', { answer: 'which' }, { expects: 'number', saves: 'quantos' }),
        which: branch({ many: 'quantos > "10"' }, { many: 'bye', else: 'person' }),
      },
      { variables: { quantos: number } },
    ),
    property: 'expressions',
    at: 'which',
    about: 'quantos > "10"',
    shows: ['start', 'answer', 'which'],
  },
  'two buttons with one label': {
    flow: flow({
      start: menu(
        'Escolha',
        { a: 'bye', b: 'person' },
        {
          options: [
            { id: 'a', label: 'Sim' },
            { id: 'b', label: 'SIM ' },
          ],
        },
      ),
    }),
    property: 'targets',
    at: 'start',
    about: 'sameLabels',
    shows: ['start'],
  },
  'a button with a label too long': {
    flow: flow({ start: menu('Escolha', { a: 'bye' }, { options: [{ id: 'a', label: 'Quero falar com vendas' }] }) }),
    property: 'targets',
    at: 'start',
    about: 'buttonLabel',
    shows: ['start'],
  },
};

/** A conversation in few words. */
function told({ findings }: Proof, property: Property): string[] | undefined {
  return findings
    .find((finding) => finding.property === property)
    ?.conversation.map((turn) => {
      if (turn.by === 'flow') return turn.node;
      if (turn.by === 'time') return `time ${turn.minutes}`;
      if (turn.by === 'world') return `world ${turn.exit}`;
      return turn.of === 'option' ? `option ${turn.option}` : turn.of;
    });
}

describe('a wrong flow -> refused, with a shortest conversation that shows it', () => {
  test.each(Object.entries(wrong))('%s', (_name, { flow: it, property, at, about, shows, severity = 'error' }) => {
    const proof = check(it);
    const found = proof.findings.find((finding) => finding.property === property);
    expect(found).toMatchObject({ property, severity, node: at, ...(about !== undefined && { about }) });
    expect(told(proof, property)).toEqual(shows);
    expect(proof.isSound).toBe(false);
  });
});

test.each(Object.entries(right))('a right flow -> nothing is found: %s', (_name, it) => {
  const { findings, isSound } = check(it);
  expect(findings.map(({ property, node, about }) => [property, node, about])).toEqual([]);
  expect(isSound).toBe(true);
});
