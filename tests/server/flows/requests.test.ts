import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FLOW_STEPS_MAX } from '../../../contract/facts/flows.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { returnTicketToFlow } from '../../../contract/graphql/ticket-flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { createProviderFetch } from '../../../server/identity/provider-fetch.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* What flows call: a shop whose answers the test gives, and all other hosts by what the server itself calls with. */

type Called = { url: string; method: string | undefined; key: string | null; body: unknown };
const called: Called[] = [];
let answer: (call: Called) => Promise<Response> | Response = () => new Response(null, { status: 500 });
const real = createProviderFetch(() => false);
/** Counts what reaches this machine, which nothing may. */
let reached = 0;
const inside = createServer((_request, response) => {
  reached += 1;
  response.end('{"pedido": {"situacao": "dentro"}}');
});
let world: FlowsWorld;

beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  world = await startFlows({
    attendance: {
      upkeep: false,
      flowRequests: {
        pollMs: 20,
        fetch: async (url, init) => {
          if (new URL(url).hostname !== 'loja.example') return real(url, init);
          const call = {
            url,
            method: init.method,
            key: new Headers(init.headers).get('idempotency-key'),
            body: init.body,
          };
          called.push(call);
          return answer(call);
        },
      },
    },
  });
});
afterAll(async () => {
  await world.stop();
  inside.close();
});
afterEach(() => {
  called.length = 0;
});

const port = () => {
  const address: AddressInfo | string | null = inside.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
const json = (value: unknown) => Response.json(value);
const SHOP = 'https://loja.example/pedidos/{{pedido}}';

async function asks(url = SHOP, more: Partial<Parameters<typeof orders>[1]> = {}): Promise<string> {
  await world.answering(orders(url, more));
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  await world.says(phone, '123');
  return phone;
}
const lastOf = async (phone: string) => (await world.told(phone)).at(-1);

describe('a request', () => {
  test('answered -> its result is kept and said; called once, with a key', async () => {
    answer = () => json({ pedido: { situacao: 'a caminho' } });
    const phone = await asks();
    await expectEventually(() => lastOf(phone)).toBe('Seu pedido está: a caminho.');
    const [run] = await world.runsOf(phone);
    expect(called).toEqual([
      {
        url: 'https://loja.example/pedidos/123',
        method: 'GET',
        key: expect.stringMatching(`^${run?.id}-`),
        body: undefined,
      },
    ]);
  });

  test.each([
    ['nothing', () => new Response(null, { status: 204 })],
    ['a sentence', () => new Response('Criado', { status: 201 })],
  ])('nothing is wanted of it, and it answers %s -> it went well', async (_what, given) => {
    answer = given;
    const phone = await asks('https://loja.example/pedidos', { method: 'POST', results: [] });
    await expectEventually(() => lastOf(phone)).toBe('Anotado.');
    expect(called).toHaveLength(1);
  });

  test('answered with what no database stores -> kept without it', async () => {
    answer = () => json({ pedido: { situacao: 'a \0caminho\ud800' } });
    const phone = await asks();
    await expectEventually(() => lastOf(phone)).toBe('Seu pedido está: a caminho\ufffd.');
    expect(called).toHaveLength(1);
  });

  test('what it leads to can’t be read any more -> called once, and a person takes over', async () => {
    const flow = await world.answering(orders(SHOP));
    answer = async () => {
      await world.spoil(flow);
      return json({ pedido: { situacao: 'novo' } });
    };
    const phone = world.aPhone();
    for (const text of ['Oi', '123']) await world.says(phone, text);
    await expectEventually(() => world.runsOf(phone)).toMatchObject([{ status: 'stuck' }]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, waits: true }]);
    expect(await world.rows("select from flow_request where state = 'waiting'")).toEqual([]);
    expect(called).toHaveLength(1);
  });

  test('a node died over it again and again -> not called once more, and its exit failed', async () => {
    answer = () => json({ pedido: { situacao: 'novo' } });
    await world.rows('alter table flow_request alter attempts set default 5');
    const phone = await asks();
    await world.rows('alter table flow_request alter attempts set default 0');
    await expectEventually(() => lastOf(phone)).toBe('Não deu.');
    expect(called).toEqual([]);
  });

  test('posted -> with its body', async () => {
    answer = () => json({ pedido: { situacao: 'novo' } });
    const phone = await asks('https://loja.example/pedidos', { method: 'POST', body: [{ key: 'n', value: 'pedido' }] });
    await expectEventually(() => lastOf(phone)).toBe('Seu pedido está: novo.');
    expect(called).toMatchObject([{ method: 'POST', body: '{"n":"123"}' }]);
  });

  test.each([
    ['an error', () => new Response('{}', { status: 500 })],
    ['no JSON', () => new Response('<p>oi</p>')],
    ['what was asked for is missing', () => json({ pedido: {} })],
    ['the connection breaks', () => Promise.reject(new Error('gone'))],
  ])('%s -> its exit failed', async (_what, given) => {
    answer = given;
    const phone = await asks();
    await expectEventually(() => lastOf(phone)).toBe('Não deu.');
    expect(called).toHaveLength(1);
  });

  test('that leads to itself, as only another server’s version could -> a person after 50 steps', async () => {
    const { id } = await world.answering(orders(SHOP));
    const circle = orders(SHOP, { exits: { ok: 'consulta', failed: 'falhou' } });
    await world.rows("update flow_version set flow = $2, hash = hash || 'x' where flow_id = $1", [id, circle]);
    answer = () => json({ pedido: { situacao: 'novo' } });
    const phone = world.aPhone();
    for (const text of ['Oi', '123']) await world.says(phone, text);
    await expectEventually(() => world.runsOf(phone)).toMatchObject([{ status: 'stuck', node: 'consulta' }]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ flow_run_id: null, waits: true }]);
    expect(called).toHaveLength(FLOW_STEPS_MAX);
  });

  test('an answer that comes when an attendant has the ticket -> counts no more', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const phone = await asks();
    await expectEventually(() => called.length).toBe(1);
    const [ticket] = await world.ticketsOf(phone);
    await world.call(world.people.bruno, takeChatTicket, { id: ticket?.id ?? '' });
    resolve(json({ pedido: { situacao: 'a caminho' } }));
    await expectEventually(() => world.rows("select from flow_request where state = 'waiting'")).toEqual([]);
    expect(await world.told(phone)).toEqual(['Qual o número do pedido?']);
    expect(await world.runsOf(phone)).toMatchObject([{ status: 'stopped' }]);
  });
});

describe('sent elsewhere', () => {
  const onward = (times: number) => (call: { url: string }) => {
    const at = Number(new URL(call.url).searchParams.get('at'));
    if (at === times) return json({ pedido: { situacao: 'a caminho' } });
    return new Response(null, { status: 307, headers: { location: `?at=${at + 1}` } });
  };

  test('thrice -> followed; a fourth time -> its exit failed', async () => {
    answer = onward(3);
    const followed = await asks();
    await expectEventually(() => lastOf(followed)).toMatch(/a caminho/u);
    expect(called).toHaveLength(4);
    answer = onward(4);
    const failed = await asks();
    await expectEventually(() => lastOf(failed)).toBe('Não deu.');
    expect(called).toHaveLength(8);
  });

  test('what was posted -> isn’t posted there', async () => {
    answer = onward(1);
    const phone = await asks(SHOP, { method: 'POST', body: [{ key: 'pedido', value: 'pedido' }] });
    await expectEventually(() => lastOf(phone)).toBe('Não deu.');
    expect(called).toHaveLength(1);
  });
});

test('handed back while a call is under way -> made again with the same key', async () => {
  const { bruno } = world.people;
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  const phone = await asks();
  await expectEventually(() => called.length).toBe(1);
  const [ticket] = await world.ticketsOf(phone);
  const id = ticket?.id ?? '';
  await world.call(bruno, takeChatTicket, { id });
  await world.call(bruno, returnTicketToFlow, { ticket_id: id });
  await expectEventually(() => called.length).toBe(2);
  resolve(json({ pedido: { situacao: 'novo' } }));
  await expectEventually(() => world.rows("select from flow_request where state = 'waiting'")).toEqual([]);
  expect(called[1]?.key).toBe(called[0]?.key);
});

describe('inside the network -> not called, and its exit failed', () => {
  test('by a name that resolves there', async () => {
    const phone = await asks(`https://interno.localhost:${port()}/{{pedido}}`);
    await expectEventually(() => lastOf(phone)).toBe('Não deu.');
    expect(reached).toBe(0);
  });

  test.each([
    ['https', () => `https://127.0.0.1:${port()}/`],
    ['http', () => `http://127.0.0.1:${port()}/`],
    ['a public host without https', () => 'http://loja.example/'],
  ])('by a redirect: %s', async (_to, location) => {
    answer = ({ url }) =>
      url.startsWith('https:') && url.endsWith('/123')
        ? new Response(null, { status: 302, headers: { location: location() } })
        : json({ pedido: { situacao: 'dentro' } });
    const phone = await asks();
    await expectEventually(() => lastOf(phone)).toBe('Não deu.');
    expect(reached).toBe(0);
    expect(called).toHaveLength(1);
  });
});

/** Asks for an order's number, and says what the shop says of it. */
function orders(
  url: string,
  more: {
    method?: 'GET' | 'POST';
    body?: { key: string; value: string }[];
    results?: [];
    exits?: Flow['nodes'][string]['exits'];
  } = {},
): Flow {
  return {
    schema: 1,
    kind: 'passive',
    start: 'numero',
    variables: { pedido: { type: 'text' }, situacao: { type: 'text' } },
    nodes: {
      numero: {
        kind: 'ask',
        label: 'Número',
        text: 'Qual o número do pedido?',
        again: null,
        expects: 'text',
        options: [],
        saves: 'pedido',
        tries: 1,
        minutes: 30,
        exits: { answer: 'consulta', other: 'falhou', media: 'falhou', timeout: 'falhou' },
      },
      consulta: {
        kind: 'request',
        label: null,
        method: 'GET',
        url,
        body: [],
        results: [{ path: 'pedido.situacao', saves: 'situacao' }],
        exits: { ok: 'diz', failed: 'falhou' },
        ...more,
      },
      diz: {
        kind: 'end',
        label: null,
        text: more.results === undefined ? 'Seu pedido está: {{situacao}}.' : 'Anotado.',
        finishes: true,
        exits: {},
      },
      falhou: { kind: 'end', label: null, text: 'Não deu.', finishes: true, exits: {} },
    },
  };
}
