import type { Flow } from '../../contract/flows/flow.ts';
import { flowTemplates } from '../../flows/templates/all.ts';
import { ask, branch, end, flow, hours, link, media, menu, pause, request, say, set, template } from './builders.ts';

const number = { type: 'number' } as const;
const text = { type: 'text' } as const;
const date = { type: 'date' } as const;
const choice = { type: 'choice' } as const;
const boolean = { type: 'boolean' } as const;

const given = { departmentId: '1', url: 'https://loja.example/pedidos/{{pedido}}?origem=whatsapp' };

/** A question of many, each a button that goes on and one that ends. */
function long(steps: number): Flow {
  const nodes = Array.from({ length: steps }, (_, at) => [
    at === 0 ? 'start' : `s${at}`,
    menu(`Pergunta ${at}`, { sim: at === steps - 1 ? 'bye' : `s${at + 1}`, nao: 'person' }),
  ]);
  return flow(Object.fromEntries(nodes));
}

/** Flows in which nothing is wrong. */
export const right: Readonly<Record<string, Flow>> = {
  ...Object.fromEntries(Object.entries(flowTemplates).map(([name, of]) => [`the template ${name}`, of(given)])),
  'a menu of departments': flow({ start: menu('Como podemos ajudar?', { vendas: 'person', suporte: 'person' }) }),
  'business hours': flow({
    start: hours({ open: 'person', closed: 'shut' }),
    shut: say('Abrimos às 8 h', { next: 'bye' }),
  }),
  'an order by HTTP': flow(
    {
      start: ask('Número do pedido?', { answer: 'look' }, { expects: 'number', saves: 'pedido' }),
      look: request({ ok: 'which', failed: 'person' }, { 'order.status': 'status', 'order.paid': 'pago' }),
      which: branch({ sent: 'pago && status == "enviado"' }, { sent: 'tells', else: 'person' }),
      tells: say('O pedido {{pedido}} está a caminho', { next: 'bye' }),
    },
    { variables: { pedido: number, status: text, pago: boolean } },
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
      start: template({ nome: '{{first_name}}' }, { next: 'waits', failed: 'bye' }),
      waits: pause(2_880, { next: 'bye', message: 'person' }),
    },
    { kind: 'active' },
  ),
  'a date on either side of a day': flow(
    {
      start: ask('Quando?', { answer: 'which' }, { expects: 'date', saves: 'dia' }),
      which: branch({ soon: 'dia < "2027-01-01"' }, { soon: 'tells', else: 'person' }),
      tells: say('Dia {{dia}} está cheio', { next: 'bye' }),
    },
    { variables: { dia: date } },
  ),
  'a choice that is looked at later': flow(
    {
      start: menu('Já é cliente?', { sim: 'asks', nao: 'tells' }, { saves: 'cliente' }),
      asks: ask('Seu CPF?', { answer: 'tells' }, { expects: 'cpf', saves: 'cpf' }),
      tells: branch({ known: 'cliente == "sim"' }, { known: 'thanks', else: 'bye' }),
      thanks: say('Obrigado, CPF {{cpf}}', { next: 'person' }),
    },
    { variables: { cliente: choice, cpf: text } },
  ),
  'who is known by name': flow({
    start: branch({ nameless: 'first_name == ""' }, { nameless: 'short', else: 'long' }),
    short: say('Oi!', { next: 'asks' }),
    long: say('Oi, {{first_name}}!', { next: 'asks' }),
    asks: menu('Podemos ajudar?', { sim: 'person', nao: 'bye' }),
  }),
  'words in a text': flow(
    {
      start: ask('O que houve?', { answer: 'which' }, { saves: 'relato' }),
      which: branch(
        { bill: 'relato.contains("boleto")', urgent: 'relato.startsWith("urgente") || relato.endsWith("!")' },
        { bill: 'shows', urgent: 'person', else: 'bye' },
      ),
      shows: link('Segunda via', 'https://loja.example/boletos?de={{customer_number}}', { next: 'bye' }),
    },
    { variables: { relato: text } },
  ),
  'a list and a numbered list': flow({
    start: menu('Estado?', Object.fromEntries(['sp', 'rj', 'mg', 'ba', 'pr'].map((id) => [id, 'more']))),
    more: menu('Cidade?', Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, 'person']))),
  }),
  'eight messages in a row': flow(
    Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        at === 0 ? 'start' : `m${at}`,
        say(`${at}`, { next: at === 7 ? 'bye' : `m${at + 1}` }),
      ]),
    ),
  ),
  'fifty steps by themselves': flow(
    {
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [
          at === 0 ? 'start' : `m${at}`,
          set('vezes', '1', at === 49 ? 'bye' : `m${at + 1}`),
        ]),
      ),
    },
    { variables: { vezes: number } },
  ),
  'eight messages behind one that may fail': flow({
    start: say('Oi', { next: 'bye', failed: 'm0' }),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`m${at}`, say(`${at}`, { next: at === 7 ? 'bye' : `m${at + 1}` })]),
    ),
  }),
  'names that every object has': flow(
    {
      start: ask('Seu nome?', { answer: 'constructor' }, { saves: 'constructor' }),
      constructor: branch({ valueof: 'constructor == "Ana"' }, { valueof: 'tells', else: 'bye' }),
      tells: say('Oi, {{constructor}}', { next: 'bye' }),
    },
    { variables: { constructor: text } },
  ),
  'a file until the morning': flow({
    start: media('Nosso catálogo', { next: 'waits' }),
    waits: { ...pause(1, { next: 'asks', message: 'person' }), lasts: { until: '08:00' } },
    asks: end('Bom dia!'),
  }),
  '200 steps': long(200),
};
