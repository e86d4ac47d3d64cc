import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressRefused, createProviderFetch, isPublic } from '../../../server/identity/provider-fetch.ts';

let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  if (request.url === '/elsewhere') response.writeHead(302, { location: '/' });
  response.end(request.url === '/large' ? 'x'.repeat(600 * 1024) : '{}');
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => void server.close());

const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['8.8.8.8', true],
  ['::1', false],
  ['::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['::ffff:0:7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::7f00:1', false],
  ['fec0::1', false],
  ['2001:4860:4860::8888', true],
  ['localhost', false],
])('%s is public: %s', (address, wanted) => {
  expect(isPublic(address)).toBe(wanted);
});

test('what an administrator types reaches nothing inside, by number or by name; a host that is named may be there', async () => {
  const strict = createProviderFetch(() => false);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433']) {
    await expect(strict(`http://${host}:${port}/`, options)).rejects.toThrow(AddressRefused);
  }
  expect(asked).toBe(0);
  // A connection that whoever may have left open isn't used.
  expect((await createProviderFetch(() => true)(`http://localhost:${port}/`, options)).status).toBe(200);
  await expect(strict(`http://localhost:${port}/`, options)).rejects.toThrow(AddressRefused);
  const named = createProviderFetch((host) => host === '127.0.0.1');
  expect((await named(`http://127.0.0.1:${port}/`, options)).status).toBe(200);
  // A redirect is an answer, and a large one is none.
  expect((await named(`http://127.0.0.1:${port}/elsewhere`, options)).status).toBe(302);
  await expect(named(`http://127.0.0.1:${port}/large`, options)).rejects.toThrow('too large');
});
