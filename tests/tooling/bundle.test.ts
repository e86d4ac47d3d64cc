import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);

/** Built before, when its sources changed since: `npm test` sees to it. */
const dist = join(root, 'dist');
const scripts = readdirSync(join(dist, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
  .join('\n');
const page = readFileSync(join(dist, 'index.html'), 'utf8');

describe('the bundle has no parser of', () => {
  // A text or a method's name, which minifying leaves alone.
  test.each([
    {
      what: 'GraphQL',
      mark: 'Unterminated string.',
      source: join(require.resolve('graphql/package.json'), '..', 'language', 'lexer.mjs'),
    },
    {
      what: 'ICU messages',
      mark: 'tryParseLeftAngleBracket',
      source: createRequire(require.resolve('react-intl')).resolve('@formatjs/icu-messageformat-parser'),
    },
  ])('$what', ({ mark, source }) => {
    // Else a new version that says it otherwise would pass unseen.
    expect(readFileSync(source, 'utf8')).toContain(mark);
    expect(scripts).not.toContain(mark);
  });
});

test('the bundle has React for production alone', () => {
  expect(scripts).toContain('Minified React error');
  expect(scripts).not.toMatch(/Each child in a list should have a unique/);
});

test('the bundle has no component of React Router that nothing uses', () => {
  const router = join(require.resolve('react-router'), '..');
  const source = readdirSync(router).filter((name) => name.endsWith('.mjs'));
  const mark = 'ScrollRestoration.displayName = "';
  expect(source.some((name) => readFileSync(join(router, name), 'utf8').includes(mark))).toBe(true);
  expect(scripts).not.toMatch(/"ScrollRestoration"|"unstable_HistoryRouter"/);
});

test('the bundle has the texts of no locale but ours', () => {
  // Two tables that can't be cut: a date field's placeholders, and what people call a number's extension.
  const tables = [/year:"[^"]*",month:"[^"]*",day:"[^"]*"/gu, /\|доб\|/gu];
  for (const table of tables) expect(scripts).toMatch(table);
  const rest = tables.reduce((text, table) => text.replaceAll(table, ''), scripts);
  // Arabic, Cyrillic, Hangul, Hebrew, Kana: React Aria speaks them all. Digits of any script may be typed.
  expect(rest).not.toMatch(/[\u0400-\u04ff\u0590-\u065f\u066a-\u06ef\u06fa-\u06ff\u3040-\u30ff\uac00-\ud7af]{3}/u);
});

const asset = (name: string) => readFileSync(join(dist, 'assets', name), 'utf8');
/** The files that a script imports before it runs. */
const importsOf = (name: string) =>
  [...asset(name).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/gu)].flatMap(([, imported]) => imported ?? []);

test('what is kept for the time without a network -> all that it imports is kept too', () => {
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
  const kept = new Set([...worker.matchAll(/"\/assets\/([\w-]+\.js)"/gu)].flatMap(([, name]) => name ?? []));
  expect([...kept].filter((name) => importsOf(name).length > 0).length).toBeGreaterThan(20);
  const missing = [...kept].flatMap((name) => importsOf(name).filter((imported) => !kept.has(imported)));
  expect(missing).toEqual([]);
});

test('the page -> the script that reads the stored log comes first, and the program imports that one', () => {
  const [first = '', program = ''] = [...page.matchAll(/<script\b[^>]*\bsrc="\/assets\/([^"]+)"/gu)].flatMap(
    ([, name]) => name ?? [],
  );
  expect(asset(first)).toContain('balcao:');
  expect(asset(first).length).toBeLessThan(20_000);
  expect(importsOf(program)).toContain(first);
});

test('the page loads everything from /assets/ and holds no script of its own', () => {
  const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
  const found = [...page.matchAll(script)];
  expect(found.length).toBeGreaterThan(0);
  for (const [, attributes, content] of found) {
    expect(attributes).toMatch(/\bsrc="\/assets\//);
    expect(content).toBe('');
  }
  expect(page).not.toMatch(/<style\b|\sstyle=|\son\w+=/);
  for (const [, target] of page.matchAll(/<link\b[^>]*\bhref="([^"]*)"/g)) expect(target).toMatch(/^\/(?!\/)/);
});
