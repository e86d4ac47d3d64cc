import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EvolutionChannel } from '../../../server/channels/gateway/evolution-channel.ts';
import { gatewayHookRoutes } from '../../../server/channels/gateway/hook-routes.ts';
import { GATEWAY_HOOK_HEADER } from '../../../server/channels/gateway/secret.ts';
import { callGateway, isAllowed } from '../../../server/channels/gateway/gateway-call.ts';

/* Companies enter their gateways' addresses, so what the server may call is the operator's to say. */

const app = Fastify();
let url: string;
let inside = 0;
beforeAll(async () => {
  app.get('/instance/away', (_request, reply) => reply.redirect(`${url}/inside`));
  app.get('/inside', () => {
    inside += 1;
    return {};
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const call = { method: 'GET', path: '/instance/away' } as const;
const own = { listed: ['127.0.0.1'], anyPublic: false };

test('a redirect isn’t followed', async () => {
  expect(await callGateway(own, { url, key: 'k' }, call, undefined)).toMatchObject({ kind: 'answer', status: 302 });
  expect(inside).toBe(0);
});

test.each([
  ['http://127.0.0.1:9', own, true],
  ['http://127.0.0.2:9', own, false],
  ['https://gateway.example', own, false],
  ['https://gateway.example', { listed: [], anyPublic: true }, true],
  ['http://gateway.example', { listed: [], anyPublic: true }, false],
  ['https://10.1.2.3', { listed: [], anyPublic: true }, false],
  ['https://[::ffff:10.1.2.3]', { listed: [], anyPublic: true }, false],
  ['https://10.1.2.3', { listed: ['10.1.2.3'], anyPublic: true }, true],
  ['gateway', own, false],
] as const)('%s by %j: %s', (address, hosts, expected) => {
  expect(isAllowed(address, hosts)).toBe(expected);
});

test('a name that leads to a private address isn’t called, though any public host may be', async () => {
  const { port } = new URL(url);
  const answer = await callGateway(
    { listed: [], anyPublic: true },
    { url: `https://localhost:${port}`, key: 'k' },
    call,
    undefined,
  );
  expect(answer).toEqual({ kind: 'notAllowed' });
});

test('a callback with an invalid address -> nothing is looked up', async () => {
  const looked: string[] = [];
  const unused = () => Promise.reject(new Error('Nothing is signed'));
  const hooks = Fastify();
  await hooks.register(gatewayHookRoutes, {
    channel: new EvolutionChannel({ hosts: () => own, gatewayOf: unused, keyOf: unused, publicUrl: () => url }),
    sink: {
      receiveMessages: unused,
      receiveEchoes: unused,
      receiveStatuses: unused,
      receiveNews: unused,
      reject: unused,
    },
    keyOf: async (address) => void looked.push(address),
    now: () => new Date(),
  });
  const headers = { [GATEWAY_HOOK_HEADER]: 'x', 'content-type': 'application/json' };
  for (const path of [
    'x/1/balcao',
    '1/x/balcao',
    `${'1'.repeat(20)}/1/balcao`,
    '1/1/a:b',
    `1/1/${'a'.repeat(91)}`,
    '1/2/balcao-1',
  ]) {
    const call = { method: 'POST', url: `/webhooks/gateway/${path}`, headers, payload: '{}' } as const;
    expect((await hooks.inject(call)).statusCode).toBe(401);
  }
  expect(looked).toEqual(['evolution:1-2:balcao-1']);
  await hooks.close();
});
