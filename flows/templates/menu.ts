import type { Flow } from '../../contract/flows/flow.ts';

/** The customer chooses whom to talk to. */
export const menu = (): Flow => ({
  schema: 1,
  kind: 'passive',
  start: 'ola',
  variables: { assunto: { type: 'choice' } },
  nodes: {
    ola: {
      kind: 'say',
      label: 'Boas-vindas',
      content: { of: 'text', text: 'Olá, {{first_name}}! 👋' },
      exits: { next: 'menu', failed: 'atendente' },
    },
    menu: {
      kind: 'ask',
      label: 'Menu',
      text: 'Com que assunto podemos ajudar?',
      again: 'Não entendi. Toque em uma das opções ou escreva o número dela.',
      expects: 'options',
      options: [
        { id: 'vendas', label: 'Vendas' },
        { id: 'suporte', label: 'Suporte' },
        { id: 'financeiro', label: 'Financeiro' },
      ],
      saves: 'assunto',
      tries: 2,
      minutes: 30,
      exits: {
        vendas: 'vendas',
        suporte: 'suporte',
        financeiro: 'financeiro',
        other: 'atendente',
        media: 'atendente',
        timeout: 'lembrete',
      },
    },
    lembrete: {
      kind: 'ask',
      label: 'Lembrete',
      text: 'Ainda está por aí? Posso passar para um atendente.',
      again: null,
      expects: 'options',
      options: [
        { id: 'sim', label: 'Quero um atendente' },
        { id: 'nao', label: 'Não preciso mais' },
      ],
      saves: null,
      tries: 1,
      minutes: 60,
      exits: { sim: 'atendente', nao: 'fim', other: 'atendente', media: 'atendente', timeout: 'fim' },
    },
    vendas: handoff('Vendas', 'Um instante: já chamamos alguém de vendas.'),
    suporte: handoff('Suporte', 'Um instante: já chamamos alguém do suporte.'),
    financeiro: handoff('Financeiro', 'Um instante: já chamamos alguém do financeiro.'),
    atendente: handoff('Atendente', 'Um instante: já chamamos um atendente.'),
    fim: { kind: 'end', label: 'Despedida', text: 'Quando precisar, é só escrever.', finishes: true, exits: {} },
  },
});

function handoff(label: string, text: string): Flow['nodes'][string] {
  return { kind: 'handoff', label, to: { of: 'queue' }, text, exits: {} };
}
