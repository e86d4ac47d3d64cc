import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogueProblems, compileFile, refusalProblems } from '../../server/boot/catalogues.ts';

const complete = {
  'src/i18n/catalogues/pt-BR/login.json':
    '{"login.title": "Entrar", "login.tries": "{count, plural, one {# vez} other {# vezes}}"}',
  'src/i18n/catalogues/en/login.json':
    '{"login.title": "Log in", "login.tries": "{count, plural, one {# time} other {# times}}"}',
  'src/i18n/catalogues/pt/login.json':
    '{"login.title": "Entrar", "login.tries": "{count, plural, one {# vez} other {# vezes}}"}',
};

function problems(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'balcao-catalogues-'));
  try {
    for (const [path, text] of Object.entries({ ...complete, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const found = catalogueProblems(root);
    return found.length > 0 ? found : refusalProblems(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('complete catalogues have no problem', () => {
  expect(problems({ 'src/views/a.tsx': `<FormattedMessage id="login.title" />; <div id="root" />` })).toEqual([]);
});

test('an id that one locale has not', () => {
  expect(problems({ 'src/i18n/catalogues/en/login.json': '{"login.title": "Log in"}' })).toEqual([
    'en: "login.tries" is missing',
  ]);
});

test('an id that the source locale has not', () => {
  expect(problems({ 'src/i18n/catalogues/en/more.json': '{"more.title": "More"}' })).toEqual([
    'en: "more.title" is not in pt-BR',
  ]);
});

test('a message that takes other variables than its source', () => {
  const found = problems({
    'src/i18n/catalogues/pt/login.json': '{"login.title": "Entrar", "login.tries": "{number} vezes"}',
  });
  expect(found).toEqual(['pt: "login.tries" takes {number}, but pt-BR takes {count}']);
});

test('wrong syntax, an empty text, the same id twice', () => {
  expect(problems({ 'src/i18n/catalogues/en/login.json': '{"login.title": "Log {in"}' }).join()).toContain(
    '"login.title"',
  );
  expect(problems({ 'src/i18n/catalogues/en/login.json': '{"login.title": " "}' }).join()).toContain('has no text');
  expect(problems({ 'src/i18n/catalogues/en/more.json': '{"login.title": "x"}' }).join()).toContain(
    'another file of en',
  );
});

test.each([
  `<FormattedMessage id="login.missing" />`,
  `<FormattedMessage id={'login.missing'} />`,
  `intl.formatMessage({ id: 'login.missing' })`,
  `text('login.missing')`,
  `export const titleMessageId = 'login.missing';`,
  `export const messageIds = { title: 'login.missing' } as const;`,
  `const texts: Record<State, MessageId> = { idle: 'login.missing' };`,
])('an id that no catalogue has: %s', (source) => {
  expect(problems({ 'src/views/a.tsx': source })).toEqual([
    'src/views/a.tsx: uses "login.missing", which no catalogue has',
  ]);
});

test.each(['server/domain/a.ts', 'src/machines/transfer/a.ts'])('a refusal in %s that no catalogue has', (file) => {
  expect(problems({ [file]: `throw refuse('NOT_FOUND', 'error.missing');` })).toEqual([
    `${file}: uses "error.missing", which no catalogue has`,
  ]);
});

test('a compiled catalogue holds nodes, not texts to parse', () => {
  expect(compileFile('{"greeting": "Olá, {name}!"}', 'x.json')).toEqual({
    greeting: [
      { type: 0, value: 'Olá, ' },
      { type: 1, value: 'name' },
      { type: 0, value: '!' },
    ],
  });
});
