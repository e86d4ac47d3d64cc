import type { Flow } from '../../contract/flows/flow.ts';

/** In business hours a person answers; outside them a message can be left, for the morning. */
export const businessHours = ({ departmentId }: { readonly departmentId: string }): Flow => ({
  schema: 1,
  kind: 'passive',
  start: 'horario',
  variables: { recado: { type: 'text' } },
  nodes: {
    horario: {
      kind: 'hours',
      label: 'Horário de atendimento',
      department_id: departmentId,
      exits: { open: 'atendente', closed: 'fechado' },
    },
    fechado: {
      kind: 'ask',
      label: 'Fora do horário',
      text: 'Nosso atendimento está fechado agora. Quer deixar um recado?',
      again: 'Não entendi. Quer deixar um recado?',
      expects: 'options',
      options: [
        { id: 'sim', label: 'Sim' },
        { id: 'nao', label: 'Não' },
      ],
      saves: null,
      tries: 2,
      minutes: 60,
      exits: { sim: 'recado', nao: 'fim', other: 'espera', media: 'espera', timeout: 'fim' },
    },
    recado: {
      kind: 'ask',
      label: 'Recado',
      text: 'Escreva seu recado em uma mensagem.',
      again: null,
      expects: 'text',
      options: [],
      saves: 'recado',
      tries: 2,
      minutes: 60,
      exits: { answer: 'anotado', other: 'espera', media: 'espera', timeout: 'fim' },
    },
    anotado: {
      kind: 'say',
      label: 'Recado anotado',
      content: { of: 'text', text: 'Anotado: “{{recado}}”. Respondemos assim que abrirmos.' },
      exits: { next: 'espera', failed: 'espera' },
    },
    espera: {
      kind: 'pause',
      label: 'Até abrir',
      lasts: { until: '08:00' },
      exits: { next: 'atendente', message: 'atendente' },
    },
    atendente: {
      kind: 'handoff',
      label: 'Atendente',
      to: { of: 'department', id: departmentId },
      text: null,
      exits: {},
    },
    fim: { kind: 'end', label: 'Fim', text: null, finishes: true, exits: {} },
  },
});
