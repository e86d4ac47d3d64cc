import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The company's images are wherever it says.
  "img-src 'self' data: https: http:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
};

/** `/emulator`: the phone, out of the folder `page`. */
export const pageRoutes: FastifyPluginAsync = async (app) => {
  const served = new Map<string, string>();

  app.get('/emulator', async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await readFile(new URL('page/index.html', import.meta.url))),
  );

  app.get<{ Params: { file: string } }>('/emulator/page/:file', async (request, reply) => {
    const { file } = request.params;
    const type = types[/^[a-z-]+\.(css|svg|ts)$/.exec(file)?.[1] ?? ''];
    if (type === undefined) return reply.code(404).send({ error: 'There is no such file.' });
    try {
      const text = served.get(file) ?? (await pageFile(file));
      served.set(file, text);
      return await reply
        .header('cache-control', 'no-cache')
        .header('x-content-type-options', 'nosniff')
        .type(type)
        .send(text);
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') {
        return reply.code(404).send({ error: 'There is no such file.' });
      }
      throw error;
    }
  });
};

const productTokens = new URL('../../src/views/kit/tokens.css', import.meta.url);
const darkTokens = /\[data-theme='dark'\] (\{[^}]*\})/;

async function pageFile(file: string): Promise<string> {
  const text = await readFile(new URL(`page/${file}`, import.meta.url), 'utf8');
  if (file === 'tokens.css') return (await followingTheSystem()) + text;
  if (!file.endsWith('.ts')) return text;
  // Only who opens the page pays for the compiler.
  const { transformWithOxc } = await import('vite');
  return (await transformWithOxc(text, file, { sourcemap: false })).code;
}

/** The product's values. Nobody chooses a theme here: it is the system's. */
async function followingTheSystem(): Promise<string> {
  const text = await readFile(productTokens, 'utf8');
  if (!darkTokens.test(text))
    throw new Error('The product’s tokens.css has no dark theme where the emulator expects it.');
  return text.replace(darkTokens, '@media (prefers-color-scheme: dark) { :root $1 }');
}
