import type { Flow } from '../../contract/flows/flow.ts';

/** The customer says what, on which day and when; a person confirms it. */
export const appointment = (): Flow => ({
  schema: 1,
  kind: 'passive',
  start: 'servico',
  variables: { servico: { type: 'choice' }, dia: { type: 'date' }, periodo: { type: 'choice' } },
  nodes: {
    servico: choose(
      'Serviço',
      'Que serviço você quer agendar?',
      'servico',
      [
        ['consulta', 'Consulta'],
        ['retorno', 'Retorno'],
        ['exame', 'Exame'],
        ['outro', 'Outro serviço'],
      ],
      { consulta: 'dia', retorno: 'dia', exame: 'dia', outro: 'atendente' },
    ),
    dia: {
      kind: 'ask',
      label: 'Dia',
      text: 'Para que dia? Escreva como 25/03/2027.',
      again: 'Não reconheci a data. Escreva como 25/03/2027.',
      expects: 'date',
      options: [],
      saves: 'dia',
      tries: 3,
      minutes: 60,
      exits: { answer: 'periodo', other: 'atendente', media: 'atendente', timeout: 'fim' },
    },
    periodo: choose(
      'Período',
      'De manhã ou à tarde?',
      'periodo',
      [
        ['manha', 'Manhã'],
        ['tarde', 'Tarde'],
      ],
      { manha: 'confere', tarde: 'confere' },
    ),
    confere: choose(
      'Confirmar',
      '{{servico}} em {{dia}}, {{periodo}}. Está certo?',
      null,
      [
        ['sim', 'Sim'],
        ['mudar', 'Mudar o dia'],
      ],
      { sim: 'anotado', mudar: 'dia' },
    ),
    anotado: {
      kind: 'say',
      label: 'Anotado',
      content: { of: 'text', text: 'Anotado! Alguém da equipe confirma em seguida.' },
      exits: { next: 'atendente', failed: 'atendente' },
    },
    atendente: { kind: 'handoff', label: 'Atendente', to: { of: 'queue' }, text: null, exits: {} },
    fim: { kind: 'end', label: 'Despedida', text: 'Quando quiser agendar, é só escrever.', finishes: true, exits: {} },
  },
});

function choose(
  label: string,
  text: string,
  saves: string | null,
  options: readonly (readonly [id: string, label: string])[],
  exits: Readonly<Record<string, string>>,
): Flow['nodes'][string] {
  return {
    kind: 'ask',
    label,
    text,
    again: null,
    expects: 'options',
    options: options.map(([id, label]) => ({ id, label })),
    saves,
    tries: 2,
    minutes: 60,
    exits: { ...exits, other: 'atendente', media: 'atendente', timeout: 'fim' },
  };
}
