import type { Flow } from '../../contract/flows/flow.ts';

/** How satisfied the customer was, and why not. */
export const survey = (): Flow => ({
  schema: 1,
  kind: 'passive',
  start: 'nota',
  variables: { nota: { type: 'number' }, motivo: { type: 'text' } },
  nodes: {
    nota: {
      kind: 'ask',
      label: 'Nota',
      text: 'De 0 a 10, que nota você dá ao nosso atendimento?',
      again: 'Escreva um número de 0 a 10.',
      expects: 'number',
      options: [],
      saves: 'nota',
      tries: 2,
      minutes: 720,
      exits: { answer: 'qual', other: 'fim', media: 'fim', timeout: 'fim' },
    },
    qual: {
      kind: 'branch',
      label: 'Que nota foi',
      cases: [
        { id: 'invalida', when: 'nota < 0 || nota > 10' },
        { id: 'otima', when: 'nota >= 9' },
        { id: 'boa', when: 'nota >= 7' },
      ],
      exits: { invalida: 'nota', otima: 'otima', boa: 'boa', else: 'motivo' },
    },
    otima: {
      kind: 'end',
      label: 'Nota ótima',
      text: 'Que bom! Obrigado pela nota {{nota}}. 💚',
      finishes: true,
      exits: {},
    },
    boa: { kind: 'end', label: 'Nota boa', text: 'Obrigado pela nota {{nota}}!', finishes: true, exits: {} },
    motivo: {
      kind: 'ask',
      label: 'Motivo',
      text: 'Sentimos muito. O que podemos melhorar?',
      again: 'Conte em uma mensagem de texto, por favor.',
      expects: 'text',
      options: [],
      saves: 'motivo',
      tries: 2,
      minutes: 600,
      exits: { answer: 'agradece', other: 'fim', media: 'fim', timeout: 'fim' },
    },
    agradece: {
      kind: 'end',
      label: 'Agradecer',
      text: 'Obrigado por contar. Vamos trabalhar nisso.',
      finishes: true,
      exits: {},
    },
    fim: { kind: 'end', label: 'Fim', text: null, finishes: true, exits: {} },
  },
});
