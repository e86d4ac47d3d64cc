import { describe, expect, test } from 'vitest';
import { lint } from './lint.ts';

interface Refusal {
  readonly what: string;
  readonly path: string;
  readonly source: string;
  readonly rule: string;
}

const globals = 'eslint(no-restricted-globals)';
const properties = 'eslint(no-restricted-properties)';

const refusals: readonly Refusal[] = [
  ...[
    'fetch("/")',
    'new WebSocket("/")',
    'localStorage.clear()',
    'setTimeout(x, 1)',
    'window.close()',
    'Date.now()',
  ].map((call) => ({
    what: `${call} in a machine`,
    path: 'src/machines/auth',
    source: `export const y = ${call};`,
    rule: globals,
  })),
  {
    what: 'Math.random() in a machine',
    path: 'src/machines/auth',
    source: 'export const y = Math.random();',
    rule: properties,
  },
  ...['fetch("/")', 'new WebSocket("/")', 'localStorage.clear()'].map((call) => ({
    what: `${call} in a view`,
    path: 'src/views/login',
    source: `export const y = ${call};`,
    rule: globals,
  })),
  { what: 'Date.now() in a view', path: 'src/views/login', source: 'export const y = Date.now();', rule: properties },
  {
    what: 'any',
    path: 'server/domain',
    source: 'export const y = (x: any): number => Number(x);',
    rule: 'typescript(no-explicit-any)',
  },
  {
    what: 'a non-null assertion',
    path: 'server/domain',
    source: 'export const y = (x: string | null): string => x!;',
    rule: 'typescript(no-non-null-assertion)',
  },
  {
    what: 'a value import of a type',
    path: 'server/domain',
    source: `import { Pool } from 'pg';\nexport type Y = Pool;`,
    rule: 'typescript(consistent-type-imports)',
  },
  { what: 'a barrel', path: 'server/domain', source: `export * from './other.ts';`, rule: 'oxc(no-barrel-file)' },
  {
    what: 'a hook under a condition',
    path: 'src/views/login',
    source: `import { useState } from 'react';\nexport function Y({ x }: { x: boolean }) { if (x) useState(1); return null; }`,
    rule: 'react-hooks(rules-of-hooks)',
  },
  {
    what: 'an image without a text',
    path: 'src/views/login',
    source: 'export const Y = () => <img src="/x.png" />;',
    rule: 'jsx-a11y(alt-text)',
  },
  {
    what: 'a switched-off rule that is not needed',
    path: 'server/domain',
    source: '// oxlint-disable-next-line no-var\nexport const y = 1;',
    rule: 'unused directive',
  },
  {
    what: 'a skipped test',
    path: 'tests/server',
    source: `import { expect, test } from 'vitest';\ntest.skip('x', () => { expect(1).toBe(1); });`,
    rule: 'vitest(no-disabled-tests)',
  },
  {
    what: 'a test that asserts nothing',
    path: 'tests/server',
    source: `import { test } from 'vitest';\ntest('x', () => { Number(1); });`,
    rule: 'vitest(expect-expect)',
  },
];

const path = ({ path: folder }: Refusal, index: number): string =>
  `${folder}/case-${index}.${folder.includes('views') ? 'tsx' : folder.startsWith('tests') ? 'test.ts' : 'ts'}`;

describe('the linter refuses', () => {
  const found = lint(
    Object.fromEntries(refusals.map((refusal, index) => [path(refusal, index), `${refusal.source}\n`])),
  );

  test.each(refusals.map((refusal, index) => ({ ...refusal, file: path(refusal, index) })))(
    '$what',
    ({ file, rule }) => {
      expect(found.get(file)?.map((finding) => finding.rule)).toContain(rule);
    },
  );

  test('a cycle of imports', () => {
    const cycle = lint({
      'server/domain/a.ts': `import { b } from './b.ts';\nexport const a = (): number => b();\n`,
      'server/domain/b.ts': `import { a } from './a.ts';\nexport const b = (): number => a();\n`,
    });
    expect(cycle.get('server/domain/a.ts')?.map(({ rule }) => rule)).toContain('import(no-cycle)');
  });
});

test('a machine that only folds passes', () => {
  const source = `import { setup } from 'xstate';\nexport const machine = setup({}).createMachine({ initial: 'idle', states: { idle: {} } });\n`;
  expect(lint({ 'src/machines/auth/auth.ts': source }).get('src/machines/auth/auth.ts')).toEqual([]);
});
