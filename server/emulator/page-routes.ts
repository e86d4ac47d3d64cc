import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { PRESSABLE_STYLE_SOURCE } from '../http/security.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${PRESSABLE_STYLE_SOURCE}`,
  // The company's images may have any URL.
  "img-src 'self' data: https: http:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const built = join(import.meta.dirname, '../../dist/emulator');
const source = join(import.meta.dirname, 'page');
const productTokens = new URL('../../src/views/kit/tokens.css', import.meta.url);
const darkTokens = /\[data-theme='dark'\] (\{[^}]*\})/;

/** `/emulator`: the phone's page as built by `npm run build`, with the mailbox's styles. */
export const pageRoutes: FastifyPluginAsync = async (app) => {
  await app.register(files, { serve: false, root: built, decorateReply: !app.hasReplyDecorator('sendFile') });

  app.get('/emulator', async (_request, reply) => {
    if (!existsSync(join(built, 'index.html'))) {
      return reply.code(503).type('text/plain; charset=utf-8').send('The page is not built yet: npm run build\n');
    }
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
    return reply.sendFile('index.html', built, { cacheControl: false });
  });

  app.get('/emulator/page/tokens.css', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(await followingTheSystem()),
  );
  app.get('/emulator/page/mailbox.css', (_request, reply) => reply.sendFile('mailbox.css', source));
  app.get('/emulator/page/icon.svg', (_request, reply) => reply.sendFile('icon.svg', source));
  app.get<{ Params: { file: string } }>('/emulator/page/:file', (request, reply) => {
    const { file } = request.params;
    if (!/^[\w-]+\.(?:css|js|svg)$/.test(file)) return reply.code(404).send({ error: 'There is no such file.' });
    return reply.header('x-content-type-options', 'nosniff').sendFile(file, built);
  });
};

/** The product's design tokens. The theme follows the system. */
async function followingTheSystem(): Promise<string> {
  const text = await readFile(productTokens, 'utf8');
  if (!darkTokens.test(text))
    throw new Error('The product’s tokens.css has no dark theme where the emulator expects it.');
  return text.replace(darkTokens, '@media (prefers-color-scheme: dark) { :root $1 }');
}
