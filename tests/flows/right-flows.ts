import type { Flow } from '../../contract/flows/flow.ts';
import { ask, branch, flow, hours, menu, pause, request, say, set } from './builders.ts';

const number = { type: 'number' } as const;
const text = { type: 'text' } as const;

/** Flows in which nothing is wrong. */
export const right: Readonly<Record<string, Flow>> = {
  'a menu of departments': flow({ start: menu('Como podemos ajudar?', { vendas: 'person', suporte: 'person' }) }),
  'business hours': flow({
    start: hours({ open: 'person', closed: 'shut' }),
    shut: say('Abrimos às 8 h', { next: 'bye' }),
  }),
  'an order by HTTP': flow(
    {
      start: ask('Número do pedido?', { answer: 'look' }, { expects: 'number', saves: 'pedido' }),
      look: request({ ok: 'which', failed: 'person' }, { status: 'status' }),
      which: branch({ sent: 'status == "enviado"' }, { sent: 'tells', else: 'person' }),
      tells: say('O pedido {{pedido}} está a caminho', { next: 'bye' }),
    },
    { variables: { pedido: number, status: text } },
  ),
  'a survey with a note': flow(
    {
      start: ask('De 0 a 10?', { answer: 'which' }, { expects: 'number', saves: 'nota' }),
      which: branch({ bad: 'nota < 7' }, { bad: 'why', else: 'bye' }),
      why: ask('O que faltou?', { answer: 'bye' }),
    },
    { variables: { nota: number } },
  ),
  'a counted circle': flow(
    {
      start: set('vezes', '0', 'asks'),
      asks: menu('Escolha', { sim: 'bye', other: 'count', media: 'count' }),
      count: set('vezes', 'vezes + 1', 'which'),
      which: branch({ more: 'vezes < 3' }, { more: 'asks', else: 'person' }),
    },
    { variables: { vezes: number } },
  ),
  'a reminder that ends': flow({
    start: menu('Posso ajudar?', { sim: 'person', timeout: 'again' }),
    again: menu('Ainda aí?', { sim: 'person' }),
  }),
  'an active flow with a template': flow(
    {
      start: {
        kind: 'say',
        label: null,
        content: { of: 'template', template_id: '1', values: {} },
        exits: { next: 'asks', failed: 'bye' },
      },
      asks: pause(2_880, { next: 'bye', message: 'person' }),
    },
    { kind: 'active' },
  ),
  '200 steps': flow(
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        at === 0 ? 'start' : `s${at}`,
        menu(`Pergunta ${at}`, { sim: at === 199 ? 'bye' : `s${at + 1}`, nao: 'person' }),
      ]),
    ),
  ),
};
