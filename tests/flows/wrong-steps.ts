import { ask, branch, end, flow, link, media, menu, request, say, set } from './builders.ts';
import type { Wrong } from './wrong-flows.ts';

const number = { type: 'number' } as const;
const text = { type: 'text' } as const;
const date = { type: 'date' } as const;
const choice = { type: 'choice' } as const;

/** Each has a step that is wrong by itself. */
export const wrongSteps: Readonly<Record<string, Wrong>> = {
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
  'half a date': {
    flow: flow(
      {
        start: ask('Quando?', { answer: 'which' }, { expects: 'date', saves: 'dia' }),
        which: branch({ soon: 'dia < "2027-03"' }, { soon: 'bye', else: 'person' }),
      },
      { variables: { dia: date } },
    ),
    property: 'expressions',
    at: 'which',
    about: 'dia < "2027-03"',
    shows: ['start', 'answer', 'which'],
  },
  'an option that the choice does not have': {
    flow: flow(
      {
        start: menu('Já é cliente?', { sim: 'which', nao: 'person' }, { saves: 'cliente' }),
        which: branch({ old: 'cliente == "sin"' }, { old: 'bye', else: 'person' }),
      },
      { variables: { cliente: choice } },
    ),
    property: 'expressions',
    at: 'which',
    about: 'cliente == "sin"',
    shows: ['start', 'option sim', 'which'],
  },
  'a number that is kept as a date': {
    flow: flow(
      { start: ask('Quantos?', { answer: 'tells' }, { expects: 'number', saves: 'dia' }), tells: end('{{dia}}') },
      { variables: { dia: date } },
    ),
    property: 'types',
    at: 'start',
    about: 'dia',
    shows: ['start'],
  },
  'a text that is set where a number is kept': {
    flow: flow({ start: set('vezes', '"muitas"', 'bye') }, { variables: { vezes: number } }),
    property: 'types',
    at: 'start',
    about: 'vezes',
    shows: ['start'],
  },
  'a number that is a condition': {
    flow: flow(
      { start: set('vezes', '1', 'which'), which: branch({ yes: 'vezes' }, { yes: 'bye', else: 'person' }) },
      { variables: { vezes: number } },
    ),
    property: 'types',
    at: 'which',
    about: 'vezes',
    shows: ['start', 'which'],
  },
  'a server that chooses an option': {
    flow: flow(
      {
        start: menu('Já é cliente?', { sim: 'look' }, { saves: 'cliente' }),
        look: request({ ok: 'bye', failed: 'person' }, { cliente: 'cliente' }),
      },
      { variables: { cliente: choice } },
    ),
    property: 'types',
    at: 'look',
    about: 'cliente',
    shows: ['start', 'option sim', 'look'],
  },
  'a mistyped placeholder': {
    flow: flow(
      { start: ask('Seu nome?', { answer: 'tells' }, { saves: 'nome' }), tells: end('Oi, {{nmoe}}') },
      { variables: { nome: text } },
    ),
    property: 'names',
    at: 'tells',
    about: 'nmoe',
    nearest: 'nome',
    shows: ['start', 'answer', 'tells'],
  },
  'a placeholder that every object has': {
    flow: flow({ start: say('Oi, {{constructor}}', { next: 'bye' }) }),
    property: 'names',
    at: 'start',
    about: 'constructor',
    shows: ['start'],
  },
  'a placeholder with a brace too few': {
    flow: flow({ start: say('Oi, {{first_name}', { next: 'bye' }) }),
    property: 'names',
    at: 'start',
    about: '{{first_name}',
    shows: ['start'],
  },
  'an answer that is kept nowhere': {
    flow: flow({ start: ask('Seu nome?', { answer: 'bye' }, { saves: 'nome' }) }),
    property: 'names',
    at: 'start',
    about: 'nome',
    shows: ['start'],
  },
  'two buttons with one label': {
    flow: flow({ start: options('Sim', 'SIM ') }),
    property: 'limits',
    at: 'start',
    about: 'sameLabels',
    shows: ['start'],
  },
  'buttons numbered against their places': {
    flow: flow({ start: options('2', '1') }),
    property: 'limits',
    at: 'start',
    about: 'ambiguousLabels',
    shows: ['start'],
  },
  'a button whose label is filled in': {
    flow: flow({ start: options('{{first_name}}') }),
    property: 'limits',
    at: 'start',
    about: 'labelPlaceholder',
    shows: ['start'],
  },
  'a button with a label too long': {
    flow: flow({ start: options('Quero falar com vendas') }),
    property: 'limits',
    at: 'start',
    about: 'buttonLabel',
    shows: ['start'],
  },
  'a list with a label too long': {
    flow: flow({ start: options('Um', 'Dois', 'Três', 'Quero falar com as vendas') }),
    property: 'limits',
    at: 'start',
    about: 'listLabel',
    shows: ['start'],
  },
  'a text too long above buttons': {
    flow: flow({ start: { ...options('Sim'), text: 'a'.repeat(1_025) } }),
    property: 'limits',
    at: 'start',
    about: 'questionLength',
    shows: ['start'],
  },
  'a numbered list too long together with its text': {
    flow: flow({
      start: {
        ...options(...Array.from({ length: 30 }, (_, at) => `${at} ${'a'.repeat(55)}`)),
        text: 'a'.repeat(2_400),
      },
    }),
    property: 'limits',
    at: 'start',
    about: 'questionLength',
    shows: ['start'],
  },
  'a caption too long': {
    flow: flow({ start: media('a'.repeat(1_025), { next: 'bye' }) }),
    property: 'limits',
    at: 'start',
    about: 'captionLength',
    shows: ['start'],
  },
  'a link with a label too long': {
    flow: flow({ start: link('Veja o catálogo completo', 'https://loja.example', { next: 'bye' }) }),
    property: 'limits',
    at: 'start',
    about: 'linkLabel',
    shows: ['start'],
  },
  'a link whose host is filled in': {
    flow: flow({ start: link('Veja', 'https://{{first_name}}.example/', { next: 'bye' }) }),
    property: 'limits',
    at: 'start',
    about: 'linkAddress',
    shows: ['start'],
  },
  'a request whose host ends in a value': {
    flow: flow({ start: request({ ok: 'bye', failed: 'person' }, {}, 'https://loja.example{{first_name}}') }),
    property: 'limits',
    at: 'start',
    about: 'linkAddress',
    shows: ['start'],
  },
};

function options(...labels: readonly string[]) {
  return menu(
    'Escolha',
    { sim: 'bye' },
    {
      options: labels.map((label, at) => ({ id: `o${at}`, label })),
      exits: {
        ...Object.fromEntries(labels.map((_, at) => [`o${at}`, 'bye'])),
        other: 'person',
        media: 'person',
        timeout: 'bye',
      },
    },
  );
}
