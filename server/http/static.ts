import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTenantSlug } from '../domain/tenants.ts';
import { notFound } from '../domain/errors.ts';

const compress = promisify(brotliCompress);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);
const PAGE = 'index.html';

type File = { type: string; body: Buffer; etag: string; brotli: (() => Promise<Buffer>) | undefined };

/** The built SPA, in memory: nothing outside the list can be asked for. Undefined when there is no build. */
async function readBuild(folder: string): Promise<Map<string, File> | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return undefined;
  const files = new Map<string, File>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), fileOf(type, await readFile(path), extname(entry.name)));
  }
  return files.has(PAGE) ? files : undefined;
}

function fileOf(type: string, body: Buffer, extension: string): File {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  if (!COMPRESSED.has(extension)) return { type, body, etag, brotli: undefined };
  // Compressed when first asked for, once.
  let compressed: Promise<Buffer> | undefined;
  const brotli = () => (compressed ??= compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  return { type, body, etag, brotli };
}

async function send(request: FastifyRequest, reply: FastifyReply, file: File, caching: string): Promise<FastifyReply> {
  reply.header('cache-control', caching).header('etag', file.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  reply.type(file.type);
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (file.brotli === undefined || !takesBrotli) return reply.send(file.body);
  return reply.header('content-encoding', 'br').send(await file.brotli());
}

/** The path that is asked for; `//` and the like are no address, and nothing's path. */
function pathOf(request: FastifyRequest): string {
  const url = URL.parse(request.url, 'http://localhost');
  if (url === null) throw notFound();
  return url.pathname;
}

/**
 * The SPA: its page under `/{tenant}/…`, its files under `/assets`. An unknown file is 404, never
 * the page. `home` is where `/` leads; undefined: to the page, which asks for a company's address.
 */
export async function addStatic(
  app: FastifyInstance,
  options: { folder: string; home: string | undefined },
): Promise<void> {
  const files = await readBuild(options.folder);

  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const file = files?.get(PAGE);
    if (file !== undefined) return send(request, reply, file, 'no-cache');
    return reply.code(503).type('text/plain; charset=utf-8').send('The page is not built yet: npm run build\n');
  };

  // Not counted: it is all in memory.
  const config = { rate: 'free' } as const;
  app.get('/assets/*', { logLevel: 'warn', config }, (request, reply) => {
    const file = files?.get(pathOf(request).slice(1));
    if (file === undefined) throw notFound();
    // Their names change with their content.
    return send(request, reply, file, 'public, max-age=31536000, immutable');
  });

  app.get('/', { config }, (request, reply) =>
    options.home === undefined ? page(request, reply) : reply.redirect(options.home),
  );

  app.get('/*', { config }, (request, reply) => {
    const [first = '', ...rest] = pathOf(request).slice(1).split('/');
    const file = rest.length === 0 && first !== PAGE ? files?.get(first) : undefined;
    if (file !== undefined) return send(request, reply, file, 'no-cache');
    const isFile = rest.at(-1)?.includes('.') ?? false;
    if (!isTenantSlug(first) || isFile || rest[0] === 'graphql') throw notFound();
    return page(request, reply);
  });
}
