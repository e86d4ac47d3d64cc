import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { PluginOption } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectConfiguration } from 'vitest/config';
import { catalogues } from './server/boot/catalogues-plugin.ts';
import { earlyScript } from './server/boot/early-script-plugin.ts';
import { installable } from './server/boot/pwa-plugin.ts';
import { withoutDebugNames } from './server/boot/debug-names-plugin.ts';
import { PATIENCE_MS, TEST_MS } from './tests/support/patience.ts';
import { PICTURES_MODE } from './tests/support/pictures-mode.ts';

const root = import.meta.dirname;
const serverAddress = `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`;
const fromReactIntl = createRequire(createRequire(import.meta.url).resolve('react-intl'));

/** Paths that belong to the server, in front of which the development server only stands. */
const ofServer = '^/(?:(?:api|webhooks|emulator)(?:[/?]|$)|config\\.json|healthz|readyz|[^/?]+/graphql(?:[?]|$))';

/**
 * In the browser documents are strings and messages are compiled, so no parser of either ships: compressed, 9 KB of
 * GraphQL's and 6 KB of the messages'.
 */
const withoutParsers = [
  { find: /^graphql$/, replacement: `${root}/src/adapters/tenant/graphql-stub.ts` },
  {
    find: /^@formatjs\/icu-messageformat-parser$/,
    replacement: fromReactIntl.resolve('@formatjs/icu-messageformat-parser/no-parser.js'),
  },
];

/** Only under test: it imports the whole runner. */
const sequence =
  process.env['VITEST'] === undefined
    ? {}
    : { sequencer: (await import('./tests/support/longest-first.ts')).LongestFirst };

/** Two cores; more workers only make the browser and the database slower. A project doesn't inherit it. */
const maxWorkers = 2;

/** Looks at what all journeys came to. */
const EVERYTHING_WALKED = 'tests/paths/everything-walked.test.ts';

const patience = { poll: { timeout: PATIENCE_MS, interval: 20 } };
const limits = { testTimeout: TEST_MS, hookTimeout: TEST_MS };

/** Pictures are compared where they were accepted, so they are no part of `npm test`. */
const pictures: TestProjectConfiguration[] =
  process.env[PICTURES_MODE] === undefined
    ? []
    : [
        {
          extends: false,
          plugins: plugins(),
          test: {
            name: 'pictures',
            maxWorkers: 1,
            environment: 'node',
            expect: patience,
            include: ['tests/pictures/**/*.test.ts'],
            ...limits,
          },
        },
      ];

const classFiles = new Map<string, string>();

/** A short class name, always the same for a name in a file: in the bundle it stands three times. By trial, these two letters pack best. */
function shortName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(root, file)).digest('base64');
  const short = `${name}_${hash.replaceAll(/[+/]/gu, '').slice(1, 3)}`;
  const other = classFiles.get(short) ?? file;
  if (other !== file)
    throw new Error(`The class ${name} of ${file} and of ${other} have the same short name: rename one`);
  classFiles.set(short, file);
  return short;
}

/** Plugins that the app needs both in the bundle and under test. */
function plugins(): PluginOption[] {
  return [react(), catalogues(root)];
}

export default defineConfig(({ command, mode }) => ({
  plugins: [
    plugins(),
    withoutDebugNames(),
    installable(root),
    earlyScript('reading'),
    optimizeLocales.vite({ locales: ['pt-BR', 'pt-PT', 'en-US'] }),
  ],
  base: '/',
  json: { namedExports: false },
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  resolve: {
    alias: mode === 'test' ? [] : withoutParsers,
    dedupe: ['react', 'react-dom', 'intl-messageformat', '@formatjs/intl', '@formatjs/fast-memoize'],
  },
  build: {
    target: 'es2022',
    // The styles need `color-mix` anyway.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Compressed, two KB less than what the default leaves: what repeats as it was written packs better.
    minify: 'terser',
    terserOptions: {
      module: true,
      compress: {
        passes: 2,
        side_effects: false,
        inline: 0,
        sequences: false,
        collapse_vars: false,
        ecma: 2020,
        keep_fargs: false,
        unsafe_arrows: true,
        unsafe_methods: true,
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
    // The budget is measured compressed, by `npm run bench`.
    chunkSizeWarningLimit: 1000,
    modulePreload: {
      // Every browser of `target` can by itself.
      polyfill: false,
      // What a chunk imports is asked for along with it, but not from the program's own file: compressed, the names are 1.3 KB.
      resolveDependencies: (_file, imported, { hostId }) => (hostId.startsWith('assets/app-') ? [] : imported),
    },
    // What the page needs from its beginning in one file: it packs better, and is there in one go.
    rolldownOptions: {
      input: { index: `${root}/index.html`, reading: `${root}/src/reading.ts` },
      // Minifying takes most of the time, which is as it should be.
      checks: { bundlerTimings: false },
      // Compressed, 0.2 KB: classes that extend a package's unused component go too.
      treeshake: {
        propertyReadSideEffects: false,
        // Makers of react-intl's components: what nothing uses goes.
        manualPureFunctions: ['createFormattedComponent', 'createFormattedDateTimePartsComponent'],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'reading', test: /\/src\/reading\.ts$/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            // The styles of what loads later in one file: compressed, the names of fifty are 0.4 KB of the page.
            { name: 'late', test: /\.module\.css/ },
            // With what it imports: a second opening waits for it, and has one file sooner than sixteen.
            { name: 'list', test: /\/list\/ConversationList\.tsx$/ },
          ],
        },
        // The page lists some hundred and twenty files that load later: compressed, their names are 1 KB of it.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[hash:7].js',
        entryFileNames: ({ name }) => (name === 'index' ? 'assets/app-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    proxy: {
      [ofServer]: { target: serverAddress },
      '^/ws(?:[/?]|$)': { target: serverAddress, ws: true },
    },
  },
  test: {
    maxWorkers,
    sequence,
    globalSetup: ['tests/support/environment.ts'],
    reporters: ['default', `${root}/tests/support/reporter.ts`],
    passWithNoTests: false,
    // user-event tells of a typed field's change as React takes the focus away, in jsdom alone: no test is wrong by it.
    onUnhandledError: ({ message }) => (message === 'Should not already be working.' ? false : undefined),
    projects: [
      {
        // Not the whole file: the environment would be set up once a project.
        extends: false,
        plugins: plugins(),
        test: {
          name: 'node',
          // None of them replaces a module, so each is read once a worker.
          isolate: false,
          maxWorkers,
          environment: 'node',
          setupFiles: ['tests/support/each-file.ts'],
          expect: patience,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/views/**', 'tests/browser/**', 'tests/paths/**', 'tests/pictures/**'],
          ...limits,
        },
      },
      {
        extends: false,
        plugins: plugins(),
        test: {
          name: 'paths',
          maxWorkers,
          // Millions of short-lived snapshots: with the usual 16 MB a fifth of the time goes into collecting them.
          execArgv: ['--max-semi-space-size=64'],
          environment: 'node',
          expect: patience,
          include: ['tests/paths/**/*.test.ts'],
          exclude: [EVERYTHING_WALKED],
          ...limits,
        },
      },
      {
        extends: false,
        plugins: plugins(),
        // After all that walks.
        test: {
          name: 'walked',
          maxWorkers,
          environment: 'node',
          include: [EVERYTHING_WALKED],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: false,
        plugins: plugins(),
        test: {
          name: 'views',
          maxWorkers,
          environment: 'jsdom',
          // Each file stands alone, in a worker that goes on: a third less work than with a worker for each.
          pool: 'vmThreads',
          setupFiles: ['tests/support/each-view.ts'],
          include: ['tests/views/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          ...limits,
        },
      },
      {
        extends: false,
        plugins: plugins(),
        test: {
          name: 'browser',
          // A whole browser, server and database on two cores: what passes at its second try is named at the end.
          retry: 1,
          // As in `node`.
          isolate: false,
          maxWorkers,
          environment: 'node',
          expect: patience,
          include: ['tests/browser/**/*.test.ts'],
          ...limits,
        },
      },
      ...pictures,
    ],
  },
}));
