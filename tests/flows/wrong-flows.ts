import type { Flow } from '../../contract/flows/flow.ts';
import type { Property } from '../../flows/faults.ts';
import { ask, branch, end, flow, hours, menu, pause, say, set } from './builders.ts';

const number = { type: 'number' } as const;
const text = { type: 'text' } as const;

export interface Wrong {
  readonly flow: Flow;
  readonly property: Property;
  readonly at: string;
  readonly about?: string;
  readonly nearest?: string;
  /** What a shortest conversation has to show. */
  readonly shows: readonly string[];
}

const inARow = (many: number, of: (at: number, next: string) => Flow['nodes'][string], last = 'bye') =>
  Object.fromEntries(
    Array.from({ length: many }, (_, at) => [
      at === 0 ? 'start' : `m${at}`,
      of(at, at === many - 1 ? last : `m${at + 1}`),
    ]),
  );

/** Each breaks one property of what happens in it, at a step. */
export const wrong: Readonly<Record<string, Wrong>> = {
  'an option that leads nowhere': {
    flow: flow({ start: menu('Como podemos ajudar?', { vendas: 'person', suporte: 'gone' }) }),
    property: 'exits',
    at: 'start',
    about: 'suporte',
    shows: ['start', 'option suporte'],
  },
  'an exit to a name that every object has': {
    flow: flow({ start: menu('Como podemos ajudar?', { vendas: 'person', suporte: 'constructor' }) }),
    property: 'exits',
    at: 'start',
    about: 'suporte',
    shows: ['start', 'option suporte'],
  },
  'an option named so without an exit': {
    flow: flow({
      start: menu('Escolha', { sim: 'person' }, { options: [{ id: 'constructor', label: 'Sim' }] }),
    }),
    property: 'exits',
    at: 'start',
    about: 'constructor',
    shows: ['start', 'option constructor'],
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
  'a message that is tried again for ever': {
    flow: flow({ start: say('Oi', { next: 'bye', failed: 'start' }) }),
    property: 'automaticCycle',
    at: 'start',
    shows: ['start', 'world failed', 'start'],
  },
  'a question that nobody answers, asked again': {
    flow: flow({ start: menu('Escolha', { sim: 'bye', timeout: 'start' }) }),
    property: 'silentCycle',
    at: 'start',
    shows: ['start', 'time 30', 'start'],
  },
  'forty-nine steps behind a question that cannot be sent': {
    flow: flow(
      {
        begin: menu('Escolha', { sim: 'bye', timeout: 'start' }),
        ...inARow(50, (_at, next) => set('vezes', '1', next)),
      },
      { variables: { vezes: number }, start: 'begin' },
    ),
    property: 'automaticSteps',
    at: 'bye',
    shows: [
      'begin',
      'time 30',
      ...Array.from({ length: 51 }, (_, at) => (at === 0 ? 'start' : at === 50 ? 'bye' : `m${at}`)),
    ],
  },
  'fifty-one steps by themselves': {
    flow: flow(
      inARow(51, (_at, next) => set('vezes', '1', next)),
      { variables: { vezes: number } },
    ),
    property: 'automaticSteps',
    at: 'bye',
    shows: Array.from({ length: 52 }, (_, at) => (at === 0 ? 'start' : at === 51 ? 'bye' : `m${at}`)),
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
  'a reminder without an end, sent or not': {
    flow: flow({
      start: say('Ainda está aí?', { next: 'wait', failed: 'wait' }),
      wait: pause(180, { next: 'start', message: 'person' }),
    }),
    property: 'silentCycle',
    at: 'start',
    shows: ['start', 'wait', 'time 180', 'start'],
  },
  'fifty-one waits without a word': {
    flow: flow(inARow(51, (_at, next) => pause(1, { next, message: 'bye' }))),
    property: 'automaticSteps',
    at: 'bye',
    about: 'waits',
    shows: Array.from({ length: 52 }, (_, at) => (at === 0 ? 'start' : at === 51 ? 'bye' : `m${at}`)).flatMap(
      (node, at) => (at === 0 ? [node] : ['time 1', node]),
    ),
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
  'one that asks for ever whoever now and then sends nonsense': {
    flow: flow({
      start: menu('Escolha', { sim: 'bye', other: 'wait' }, { tries: 1 }),
      wait: pause(60, { next: 'start', message: 'person' }),
    }),
    property: 'nonsenseCycle',
    at: 'start',
    shows: ['start', 'nonsense', 'wait', 'time 60', 'start'],
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
  'a menu that only whoever fails gets out of': {
    flow: flow({
      start: say('Oi', { next: 'asks' }),
      asks: menu('Mais alguma coisa?', { sim: 'asks', nao: 'asks', timeout: 'person' }),
    }),
    property: 'endInReach',
    at: 'asks',
    shows: ['start', 'asks'],
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
  'a farewell after many waits, only the sum of which is too long': {
    flow: flow({
      start: menu('Um?', { sim: 'person', timeout: 'two' }, { minutes: 700 }),
      two: menu('Dois?', { sim: 'person', timeout: 'last' }, { minutes: 740 }),
      last: end('Até logo'),
    }),
    property: 'window',
    at: 'last',
    shows: ['start', 'time 700', 'two', 'time 740', 'last'],
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
    flow: flow(inARow(9, (at, next) => say(`${at}`, { next }))),
    property: 'row',
    at: 'm8',
    shows: ['start', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'],
  },
  'nine messages, though one of ten may fail': {
    flow: flow(inARow(10, (at, next) => say(`${at}`, { next, failed: next }))),
    property: 'row',
    at: 'm8',
    shows: ['start', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'],
  },
};
