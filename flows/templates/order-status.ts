import type { Flow } from '../../contract/flows/flow.ts';

/** The customer asks for an order, and the shop's system says where it is. */
export const orderStatus = ({ url }: { readonly url: string }): Flow => ({
  schema: 1,
  kind: 'passive',
  start: 'comeca',
  variables: { pedido: { type: 'number' }, situacao: { type: 'text' }, vezes: { type: 'number' } },
  nodes: {
    comeca: {
      kind: 'set',
      label: 'Contar tentativas',
      target: { of: 'variable', name: 'vezes', value: '0' },
      exits: { next: 'pergunta' },
    },
    pergunta: {
      kind: 'ask',
      label: 'Número do pedido',
      text: 'Qual é o número do seu pedido?',
      again: 'Escreva só o número, por exemplo 12345.',
      expects: 'number',
      options: [],
      saves: 'pedido',
      tries: 3,
      minutes: 60,
      exits: { answer: 'busca', other: 'atendente', media: 'atendente', timeout: 'fim' },
    },
    busca: {
      kind: 'request',
      label: 'Sistema da loja',
      method: 'GET',
      url,
      body: [],
      results: [{ path: 'order.status', saves: 'situacao' }],
      exits: { ok: 'qual', failed: 'naoachou' },
    },
    qual: {
      kind: 'branch',
      label: 'Situação',
      cases: [
        { id: 'enviado', when: 'situacao in ["enviado", "em trânsito"]' },
        { id: 'entregue', when: 'situacao.startsWith("entregue")' },
      ],
      exits: { enviado: 'enviado', entregue: 'entregue', else: 'outra' },
    },
    enviado: say('A caminho', 'O pedido {{pedido}} está a caminho. 🚚', 'mais'),
    entregue: say('Entregue', 'O pedido {{pedido}} já foi entregue.', 'mais'),
    outra: say('Outra situação', 'Situação do pedido {{pedido}}: {{situacao}}.', 'mais'),
    naoachou: {
      kind: 'set',
      label: 'Mais uma tentativa',
      target: { of: 'variable', name: 'vezes', value: 'vezes + 1' },
      exits: { next: 'denovo' },
    },
    denovo: {
      kind: 'branch',
      label: 'Perguntar de novo?',
      cases: [{ id: 'sim', when: 'vezes < 2' }],
      exits: { sim: 'avisa', else: 'atendente' },
    },
    avisa: say('Não encontrado', 'Não encontramos o pedido {{pedido}}.', 'pergunta'),
    mais: {
      kind: 'ask',
      label: 'Mais alguma coisa',
      text: 'Posso ajudar em mais alguma coisa?',
      again: null,
      expects: 'options',
      options: [
        { id: 'sim', label: 'Falar com alguém' },
        { id: 'nao', label: 'Não, obrigado' },
      ],
      saves: null,
      tries: 2,
      minutes: 30,
      exits: { sim: 'atendente', nao: 'fim', other: 'atendente', media: 'atendente', timeout: 'fim' },
    },
    atendente: { kind: 'handoff', label: 'Atendente', to: { of: 'queue' }, text: null, exits: {} },
    fim: { kind: 'end', label: 'Fim', text: null, finishes: true, exits: {} },
  },
});

function say(label: string, text: string, next: string): Flow['nodes'][string] {
  return { kind: 'say', label, content: { of: 'text', text }, exits: { next, failed: 'atendente' } };
}
