import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { LOCALES } from '../../contract/facts/locales.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import { catalogueWords, LANGUAGE_TAGS } from '../catalogue-words.ts';

/** The chunk that the page begins with. */
const FIRST = 'index';
/** Screens of the administration and the like: kept for the time without a network once they were used. */
const LATER =
  /\/src\/views\/(?:administration|support)\/|\/src\/adapters\/administration\/|\/emojibase-data\/|\/catalogues\/(?:en|pt)\/areas\//;

/**
 * Makes the page installable: icons, the manifest's template in each language (the server puts in the company), and the service worker,
 * with which it opens without a network. Not vite-plugin-pwa: workbox-build would bring a second bundler into each
 * installation, for a list of files.
 */
export function installable(root: string): Plugin {
  return {
    name: 'balcao:installable',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const icon = await readFile(join(root, 'src/views/kit/favicon.svg'));
        const emitIcon = async (name: string, size: number, isMaskable: boolean): Promise<string> => {
          const source = await iconOf(icon, size, isMaskable);
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const fileName = `assets/${name}-${hash}.png`;
          this.emitFile({ type: 'asset', fileName, source });
          return `/${fileName}`;
        };
        const [small, large, maskable] = await Promise.all([
          emitIcon('icon-192', 192, false),
          emitIcon('icon-512', 512, false),
          emitIcon('icon-maskable', 512, true),
        ]);
        this.emitFile({
          type: 'asset',
          fileName: 'manifest.json',
          source: JSON.stringify(
            Object.fromEntries(
              LOCALES.map((locale) => [LANGUAGE_TAGS[locale], manifestOf(locale, { small, large, maskable })]),
            ),
          ),
        });

        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const wanted = chunks.filter(
          ({ moduleIds }) => moduleIds.length === 0 || !moduleIds.every((id) => LATER.test(id)),
        );
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        // What a kept chunk imports has to be kept too; a set is walked to its new end.
        const kept = new Set(wanted);
        for (const { imports } of kept) {
          for (const chunk of imports.map((name) => byName.get(name))) if (chunk !== undefined) kept.add(chunk);
        }
        const files = new Set([...kept].map(({ fileName }) => `/${fileName}`));
        for (const { viteMetadata } of kept) for (const css of viteMetadata?.importedCss ?? []) files.add(`/${css}`);
        const entry = chunks.find(({ name }) => name === FIRST)?.fileName;
        if (entry === undefined) this.error(`The bundle has no chunk ${FIRST}`);
        const worker = await readFile(join(root, 'server/boot/service-worker.js'), 'utf8');
        const source = worker.replace('__FILES__', JSON.stringify([...files].toSorted())).replace('__ENTRY__', entry);
        const version = createHash('sha256').update(source).digest('base64url').slice(0, 10);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: source.replace('__VERSION__', version),
        });
      },
    },
  };
}

/** The icon as a PNG; a maskable one fills its square, with the sign within the circle that is always shown. */
async function iconOf(svg: Buffer, size: number, isMaskable: boolean): Promise<Buffer> {
  if (!isMaskable)
    return sharp(svg, { density: 72 * (size / 36) })
      .resize(size)
      .png()
      .toBuffer();
  const inner = Math.round(size * 0.8);
  const sign = await sharp(svg, { density: 72 * (inner / 36) })
    .resize(inner)
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: '#2450b8' } })
    .composite([{ input: sign }])
    .png()
    .toBuffer();
}

interface Icons {
  readonly small: string;
  readonly large: string;
  readonly maskable: string;
}

/** The manifest; `{tenant}` is a placeholder for the company's URL name. */
function manifestOf(locale: Locale, icons: Icons) {
  const words = catalogueWords(locale);
  const text = (id: string): string => {
    const found = words.get(id);
    if (found === undefined) throw new Error(`The manifest's text ${id} is in no catalogue`);
    return found;
  };
  const icon = { src: icons.small, sizes: '192x192', type: 'image/png' };
  return {
    id: '/{tenant}/',
    name: text('app.name'),
    short_name: text('app.name'),
    description: text('app.description'),
    lang: LANGUAGE_TAGS[locale],
    start_url: '/{tenant}/',
    scope: '/{tenant}/',
    display: 'standalone',
    theme_color: '#f6f5f1',
    background_color: '#f6f5f1',
    icons: [
      { ...icon, purpose: 'any' },
      { src: icons.large, sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: icons.maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: text('attendance.title'), url: '/{tenant}/chat', icons: [icon] },
      { name: text('menu.home'), url: '/{tenant}/', icons: [icon] },
    ],
  };
}
