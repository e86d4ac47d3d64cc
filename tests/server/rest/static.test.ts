import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../../../server/http/errors.ts';
import { addStatic } from '../../../server/http/static.ts';

const PAGE = '<!doctype html><title>Balcão</title>';
const SCRIPT = 'export const x = 1;\n'.repeat(50);
const COMPRESSED = brotliCompressSync(SCRIPT);
let folder: string;

async function serving(build: string, home?: string): Promise<FastifyInstance> {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => reply.code(refusalOf(error, request.id).httpStatus).send());
  await addStatic(app, { folder: build, home });
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-static-'));
  await mkdir(join(folder, 'build', 'assets'), { recursive: true });
  await writeFile(join(folder, 'build', 'index.html'), PAGE);
  await writeFile(join(folder, 'build', 'assets', 'icon-abc.svg'), '<svg/>');
  await writeFile(join(folder, 'build', 'assets', 'main-abc.js'), SCRIPT);
  await writeFile(join(folder, 'build', 'assets', 'main-abc.js.br'), COMPRESSED);
  await writeFile(join(folder, 'build', 'service-worker.js'), 'self.x = 1;');
  const manifest = (lang: string) => ({ lang, start_url: '/{tenant}/', scope: '/{tenant}/' });
  await writeFile(
    join(folder, 'build', 'manifest.json'),
    JSON.stringify({ 'pt-BR': manifest('pt-BR'), en: manifest('en') }),
  );
  await writeFile(join(folder, 'outside.js'), 'secret');
  app = await serving(join(folder, 'build'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the SPA', () => {
  test('its page under any path of a tenant', async () => {
    for (const url of ['/aurora', '/aurora/', '/aurora/users', '/brisa/pages/error-404?x=1', '/aurora/roles/edit/7']) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
        url,
        200,
        PAGE,
        'no-cache',
      ]);
    }
  });

  test('a file by its name: for good under assets, compressed for who takes it, 304 for who has it', async () => {
    const plain = await app.inject({ url: '/assets/main-abc.js' });
    expect(plain.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const small = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(small.rawPayload).toEqual(COMPRESSED);
    expect([plain.body, plain.headers['content-encoding']]).toEqual([SCRIPT, undefined]);
    const known = await app.inject({
      url: '/assets/main-abc.js',
      headers: { 'if-none-match': String(plain.headers.etag) },
    });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await app.inject({ url: '/assets/icon-abc.svg' })).headers['content-type']).toBe('image/svg+xml');
  });

  test('installs as an app of the company, in the page’s language, and its worker is always the newest', async () => {
    const manifest = await app.inject({ url: '/aurora/manifest.webmanifest?lang=en' });
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(manifest.json()).toEqual({ lang: 'en', start_url: '/aurora/', scope: '/aurora/' });
    for (const query of ['', '?lang=pt-BR', '?lang=xx', '?lang=__proto__', '?lang=en&lang=pt'])
      expect((await app.inject({ url: `/aurora/manifest.webmanifest${query}` })).json().lang).toBe('pt-BR');
    expect((await app.inject({ url: '/api/manifest.webmanifest' })).statusCode).toBe(404);
    const worker = await app.inject({ url: '/service-worker.js' });
    expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(worker.headers['content-type']).toContain('javascript');
  });

  test('an unknown file is 404, never the page; so are reserved segments and ways out of the folder', async () => {
    const urls = [
      '/assets/none.js',
      '/none.js',
      '/index.html',
      '/assets/%2e%2e%2findex.html',
      '/aurora/main.js',
      '/assets/',
      '/assets/../../outside.js',
      '/assets/..%2f..%2foutside.js',
      '/%2e%2e/outside.js',
      '/api',
      '/api/x',
      '/ws/x',
      '/webhooks/x',
      '/emulator/x',
      '/metrics/x',
      '/Aurora/',
      '/aurora/graphql',
      '/a%00b/',
      '//',
      '//[',
      '/%',
    ];
    for (const url of urls) {
      const answer = await app.inject({ url });
      const isRefusal = answer.statusCode === 404 || answer.statusCode === 400;
      expect([url, isRefusal, answer.body.includes('secret')]).toEqual([url, true, false]);
    }
  });

  test('the root leads home where there is one, else to the page', async () => {
    expect((await app.inject({ url: '/' })).body).toBe(PAGE);
    const withHome = await serving(join(folder, 'build'), '/aurora/');
    expect((await withHome.inject({ url: '/' })).headers.location).toBe('/aurora/');
    await withHome.close();
  });

  test('not built yet: says how', async () => {
    const empty = await serving(join(folder, 'none'));
    const answer = await empty.inject({ url: '/aurora/' });
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')]);
    await empty.close();
  });
});
