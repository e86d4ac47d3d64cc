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
      label: null,
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
      label: null,
      cases: [
        { id: 'enviado', when: 'situacao in ["enviado", "em trânsito"]' },
        { id: 'entregue', when: 'situacao.startsWith("entregue")' },
      ],
      exits: { enviado: 'enviado', entregue: 'entregue', else: 'outra' },
    },
    enviado: say('O pedido {{pedido}} está a caminho. 🚚', 'mais'),
    entregue: say('O pedido {{pedido}} já foi entregue.', 'mais'),
    outra: say('Situação do pedido {{pedido}}: {{situacao}}.', 'mais'),
    naoachou: {
      kind: 'set',
      label: null,
      target: { of: 'variable', name: 'vezes', value: 'vezes + 1' },
      exits: { next: 'denovo' },
    },
    denovo: {
      kind: 'branch',
      label: null,
      cases: [{ id: 'sim', when: 'vezes < 2' }],
      exits: { sim: 'avisa', else: 'atendente' },
    },
    avisa: say('Não encontramos o pedido {{pedido}}.', 'pergunta'),
    mais: {
      kind: 'ask',
      label: null,
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
    atendente: { kind: 'handoff', label: null, to: { of: 'queue' }, text: null, exits: {} },
    fim: { kind: 'end', label: null, text: null, finishes: true, exits: {} },
  },
});

function say(text: string, next: string): Flow['nodes'][string] {
  return { kind: 'say', label: null, content: { of: 'text', text }, exits: { next, failed: 'atendente' } };
}
