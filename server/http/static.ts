import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../domain/errors.ts';
import { isTenantSlug } from '../domain/tenants.ts';

const PAGE = 'index.html';
const MANIFEST = 'manifest.json';
const WORKER = 'service-worker.js';
const YEAR_MS = 31_536_000_000;

/** The requested path; `//` and the like aren't valid URLs, so no path. */
function pathOf(request: FastifyRequest): string {
  const url = URL.parse(request.url, 'http://localhost');
  if (url === null) throw notFound();
  return url.pathname;
}

/** The build's manifests as JSON by language, the default one first. */
function manifestsIn(folder: string): ReadonlyMap<string, string> {
  const file = join(folder, MANIFEST);
  const built: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(Object.entries(built ?? {}).map(([language, manifest]) => [language, JSON.stringify(manifest)]));
}

/**
 * Serves the SPA as built by `npm run build`, with precompressed files: its page under `/{tenant}/…`, its files under
 * `/assets`. An unknown file is 404, never the page. `home` is the redirect target of `/`; if undefined, `/` is the
 * page, which asks for a company's URL name.
 */
export async function addStatic(
  app: FastifyInstance,
  { folder, home }: { folder: string; home: string | undefined },
): Promise<void> {
  await app.register(files, { serve: false, root: folder, preCompressed: true, suppressWarning: true });
  const isBuilt = existsSync(join(folder, PAGE));

  const page = (_request: FastifyRequest, reply: FastifyReply) => {
    if (!isBuilt) {
      return reply.code(503).type('text/plain; charset=utf-8').send('The page is not built yet: npm run build\n');
    }
    return reply.header('cache-control', 'no-cache').sendFile(PAGE, { cacheControl: false });
  };

  // Not counted, as it needs no database.
  const config = { rate: 'free' } as const;
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { logLevel: 'warn', config },
    ({ params: { name } }, reply) => {
      if (name === '' || name.includes('/')) throw notFound();
      // Their names change with their content.
      return reply.sendFile(`assets/${name}`, { maxAge: YEAR_MS, immutable: true });
    },
  );

  // Looked for anew each time, so that pages get the version that is served.
  app.get(`/${WORKER}`, { logLevel: 'warn', config }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').sendFile(WORKER, { cacheControl: false }),
  );

  const manifests = manifestsIn(folder);
  // Each company's is an app of its own, which opens its own pages; in the language of the page that asks.
  app.get<{ Params: { tenant: string }; Querystring: { lang?: unknown } }>(
    '/:tenant/manifest.webmanifest',
    { logLevel: 'warn', config },
    ({ params: { tenant }, query: { lang } }, reply) => {
      const manifest = manifests.get(String(lang)) ?? [...manifests.values()][0];
      if (manifest === undefined || !isTenantSlug(tenant)) throw notFound();
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(manifest.replaceAll('{tenant}', tenant));
    },
  );

  app.get('/', { config }, (request, reply) => (home === undefined ? page(request, reply) : reply.redirect(home)));

  app.get('/*', { config }, (request, reply) => {
    const [first = '', ...rest] = pathOf(request).slice(1).split('/');
    const isFile = rest.at(-1)?.includes('.') ?? false;
    if (!isTenantSlug(first) || isFile || rest[0] === 'graphql') throw notFound();
    return page(request, reply);
  });
}
