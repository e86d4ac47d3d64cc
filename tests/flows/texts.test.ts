import { describe, expect, test } from 'vitest';
import { flowSchema } from '../../contract/flows/flow.ts';
import { filledAddress, isAddress } from '../../flows/address.ts';
import { runner } from '../../flows/run.ts';
import type { Outside } from '../../flows/run.ts';
import { filled } from '../../flows/text.ts';
import { ask, branch, flow, link, media, menu, request, say, set, template } from './builders.ts';

const outside: Outside = {
  known: { first_name: 'Rita', customer_name: '', customer_number: '55', protocol: '1' },
  isOpen: () => true,
  canSend: () => true,
};

describe('placeholders -> values', () => {
  test.each<[text: string, values: Record<string, string | number | boolean>, length: number, full: string]>([
    ['Oi, {{ nome }}!', { nome: 'Rita' }, 100, 'Oi, Rita!'],
    ['{{dia}} {{valor}} {{pago}}', { dia: '2026-03-01', valor: 12.5, pago: true }, 100, '01/03/2026 12,5 sim'],
    // What a customer writes isn't filled in again.
    ['{{a}}', { a: '{{b}}', b: 'x' }, 100, '{{b}}'],
    ['{{constructor}}{{toString}}', {}, 100, ''],
    ['{{a}} e {{b}}', { a: 'aaaa', b: 'bbbb' }, 9, 'aaaa e bb'],
    ['{{a}}.', { a: '🙂🙂' }, 4, '🙂.'],
    ['$& {{a}}', { a: '$&' }, 100, '$& $&'],
  ])('%j %j -> %j', (text, values, length, full) => {
    expect(filled(text, values, length)).toBe(full);
  });
});

describe('an address -> over https, to a host that is written out', () => {
  test.each([
    'https://loja.example',
    'https://loja.example/a?b={{v}}',
    'https://a-b.loja.com.br:8443/x',
    'https://LOJA.example#x',
    'https://loja.example/{{ v }}',
  ])('%s -> one', (url) => expect(isAddress(url)).toBe(true));

  test.each([
    'http://loja.example/',
    'https://{{v}}/',
    'https://{{v}}.loja.example/',
    'https://loja.example{{v}}/',
    'https://loja.example:{{v}}/',
    'https://rita@loja.example/',
    'https://loja.example\\@outra.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://127.0.0.0x1/',
    'https://0x7f.0x1/',
    'https://loja.example:99999/',
    'https://[::1]/',
    'https://loja.example /',
    'https://.example/',
    'https:///loja.example',
    'javascript:alert(1)',
  ])('%s -> none', (url) => expect(isAddress(url)).toBe(false));

  test.each<[url: string, v: string | number, full: string | undefined]>([
    ['https://loja.example/p/{{v}}', 'a/b?c#d', 'https://loja.example/p/a%2Fb%3Fc%23d'],
    ['https://loja.example/?q={{v}}', 'é & {{v}}', 'https://loja.example/?q=%C3%A9%20%26%20%7B%7Bv%7D%7D'],
    ['https://loja.example/p/{{v}}', 12.5, 'https://loja.example/p/12.5'],
    ['https://loja.example/p/{{v}}/x', '..', undefined],
    ['https://loja.example/p/.{{v}}/x', '.', undefined],
    ['https://loja.example/p/{{v}}/x', '', undefined],
    ['https://loja.example/p/{{v}}', '\uD800', 'https://loja.example/p/%EF%BF%BD'],
    ['https://loja.example/?q={{v}}', 'é'.repeat(700), undefined],
  ])('%s with %j -> %s', (url, v, full) => expect(filledAddress(url, { v })).toBe(full));

  test('a value that would lead elsewhere -> the request has failed, and nothing was called', () => {
    const it = flow(
      {
        start: ask('Pedido?', { answer: 'look' }, { saves: 'pedido' }),
        look: request({ ok: 'bye', failed: 'person' }, {}, 'https://loja.example/pedidos/{{pedido}}/situacao'),
      },
      { variables: { pedido: { type: 'text' } } },
    );
    const runs = runner(it);
    const take = (text: string) => runs.take(runs.begin(outside).run, { of: 'message', text }, outside);
    expect(take('..')).toMatchObject({ run: { node: 'person' }, effects: [{ of: 'handoff' }] });
    expect(take('a b')).toMatchObject({
      run: { node: 'look' },
      effects: [{ url: 'https://loja.example/pedidos/a%20b/situacao' }],
    });
  });
});

describe('messages -> within what the provider takes', () => {
  const sent = (node: ReturnType<typeof say>) => runner(flow({ start: node })).begin(outside).effects[0];

  test('the label of a link is filled in, and shortened', () => {
    expect(sent(link('Ver, {{first_name}}', 'https://loja.example/?de={{first_name}}', { next: 'bye' }))).toMatchObject(
      {
        content: { label: 'Ver, Rita', url: 'https://loja.example/?de=Rita' },
      },
    );
    expect(sent(link('Ver como {{first_name}} pagou', 'https://loja.example', { next: 'bye' }))).toMatchObject({
      content: { label: 'Ver como  pagou'.replace('  ', ' Rita ').slice(0, 20) },
    });
  });

  test('a value in a template has no line break', () => {
    const it = flow(
      {
        start: ask('Nome?', { answer: 'tells' }, { saves: 'nome' }),
        tells: template({ nome: 'Cara  {{nome}}' }, { next: 'bye' }),
      },
      { variables: { nome: { type: 'text' } } },
    );
    const runs = runner(it);
    const { effects } = runs.take(runs.begin(outside).run, { of: 'message', text: 'Rita\n\nLima' }, outside);
    expect(effects[0]).toMatchObject({ content: { values: { nome: 'Cara Rita Lima' } } });
  });

  test('a message that is empty once filled in -> failed; a caption is left out; a question has its time', () => {
    const begins = (node: Parameters<typeof flow>[0][string]) => runner(flow({ start: node })).begin(outside);
    expect(begins(say('{{customer_name}}', { next: 'bye', failed: 'person' })).run.node).toBe('person');
    expect(begins(template({ a: '{{customer_name}}' }, { next: 'bye', failed: 'person' })).run.node).toBe('person');
    expect(begins(ask('{{customer_name}}', { answer: 'person', timeout: 'bye' })).run.node).toBe('bye');
    expect(begins(media('{{customer_name}}', { next: 'bye' })).effects[0]).toMatchObject({
      content: { caption: null },
    });
  });

  test('a message of zero-width characters alone -> failed, since it would be refused', () => {
    const it = flow({ start: say('{{customer_name}}', { next: 'bye', failed: 'person' }) });
    const unseen = { ...outside, known: { customer_name: '\u200B' } };
    expect(runner(it).begin(unseen).run.node).toBe('person');
  });

  test('options of a question for something else -> not sent', () => {
    const options = [{ id: 'sim', label: 'Um rótulo longo demais para um botão' }];
    const [effect] = runner(flow({ start: ask('Seu nome?', { answer: 'bye' }, { options }) })).begin(outside).effects;
    expect(effect).toMatchObject({ of: 'send', content: { of: 'question', options: [] } });
  });

  test('an option in a text -> its label', () => {
    const it = flow(
      {
        start: menu(
          'Já é cliente?',
          { sim: 'tells' },
          { saves: 'cliente', options: [{ id: 'sim', label: 'Sou, sim' }] },
        ),
        tells: say('Cliente: {{cliente}}', { next: 'bye' }),
      },
      { variables: { cliente: { type: 'choice' } } },
    );
    const runs = runner(it);
    const { effects, run } = runs.take(runs.begin(outside).run, { of: 'message', text: '1' }, outside);
    expect(effects[0]).toMatchObject({ content: { text: 'Cliente: Sou, sim' } });
    expect(run.values).toEqual({ cliente: 'sim' });
  });
});

describe('ids that stand there twice -> refused', () => {
  const refused = (node: object): string[] =>
    flowSchema
      .safeParse({ schema: 1, kind: 'passive', start: 'a', variables: {}, nodes: { a: node } })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  const option = { id: 'sim', label: 'Sim' };
  const result = { path: 'a', saves: 'v' };

  test.each([
    ['options', { ...menu('?', {}), options: [option, option] }, 'nodes.a.options'],
    [
      'cases',
      {
        ...branch({}, {}),
        cases: [
          { id: 'x', when: 'true' },
          { id: 'x', when: 'false' },
        ],
      },
      'nodes.a.cases',
    ],
    ['results', { ...request({}), results: [result, result] }, 'nodes.a.results'],
    [
      'keys',
      {
        ...request({}),
        body: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      'nodes.a.body',
    ],
  ])('%s', (_name, node, at) => expect(refused(node)).toEqual([`${at} error.flow.sameId`]));

  test('a name that the expressions have for themselves -> refused', () => {
    expect(refused(set('in', '1', 'a'))).toEqual(['nodes.a.target.name error.flow.variableName']);
  });
});
