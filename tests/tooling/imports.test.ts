import { describe, expect, test } from 'vitest';
import { lint } from './lint.ts';

interface Row {
  /** The file that imports. */
  readonly from: string;
  /** Modules; after `type ` for a type-only import. */
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

/** The import table of the design, each row by what it allows and what it refuses. */
const table: readonly Row[] = [
  {
    from: 'contract/graphql/x.ts',
    allowed: ['zod/mini', '../y.ts'],
    refused: ['zod', 'node:fs', '../../src/machines/y.ts', 'type ../../server/y.ts', '../../models/y.ts'],
  },
  {
    from: 'contract/facts/x.ts',
    allowed: ['./y.ts'],
    refused: [
      'zod/mini',
      'type zod/mini',
      '../fields.ts',
      'type ../entities/y.ts',
      '../../src/machines/y.ts',
      'node:fs',
    ],
  },
  {
    from: 'flows/x.ts',
    allowed: ['xstate', '@xstate/graph', '@marcbachmann/cel-js', '../contract/flows/flow.ts', './y.ts'],
    refused: [
      '../src/machines/y.ts',
      'type ../server/y.ts',
      '../models/y.ts',
      '../tests/y.ts',
      'zod/mini',
      'node:crypto',
    ],
  },
  {
    from: 'src/machines/ticket/x.ts',
    allowed: [
      'xstate',
      'immer',
      'type ../../../contract/entities/y.ts',
      '../../../contract/facts/y.ts',
      '../log/event.ts',
    ],
    refused: [
      '../../../contract/entities/y.ts',
      '../../../contract/fields.ts',
      '../../adapters/clock/y.ts',
      'type ../../views/y.ts',
      '../../i18n/y.ts',
      '../../main.tsx',
      'react',
      '@xstate/react',
      'xstate/graph',
      'zod/mini',
      'node:crypto',
    ],
  },
  {
    from: 'src/adapters/tenant/x.ts',
    allowed: [
      'zod/mini',
      'graphql-request',
      'partysocket',
      'partysocket/ws',
      'type ../../machines/log/event.ts',
      '../../../contract/graphql/y.ts',
      '../clock/y.ts',
    ],
    refused: [
      '../../machines/log/log.ts',
      '../../views/y.ts',
      '../../i18n/y.ts',
      'react',
      'xstate',
      'zod',
      '../../../server/y.ts',
    ],
  },
  {
    from: 'src/i18n/x.ts',
    allowed: ['@formatjs/intl', './y.ts', '../../contract/facts/y.ts'],
    refused: ['react-intl', '../machines/y.ts', '../views/y.ts', 'type ../../contract/y.ts'],
  },
  {
    from: 'src/views/attendance/x.tsx',
    allowed: [
      'react',
      'react-intl',
      'react-router-dom',
      'react-aria-components',
      'react-aria-components/Button',
      '@xstate/react',
      '../../machines/unseen/selectors.ts',
      '../../i18n/y.ts',
      '../../../contract/facts/y.ts',
      './x.module.css',
    ],
    refused: [
      '../../adapters/tenant/y.ts',
      'type ../../adapters/tenant/y.ts',
      'type ../../../contract/y.ts',
      '../../../contract/fields.ts',
      'type ../../../contract/realtime/y.ts',
      '../../main.tsx',
      '../../../server/y.ts',
      'xstate',
      'graphql-request',
      'react-aria',
    ],
  },
  {
    from: 'src/main.tsx',
    allowed: ['./adapters/y.ts', './machines/y.ts', './views/y.tsx', 'react-dom/client'],
    refused: ['../server/y.ts', '../contract/y.ts', '../models/y.ts', '../tests/y.ts'],
  },
  {
    from: 'models/journeys/x.model.ts',
    allowed: ['xstate', '../../src/machines/y.ts', '../../contract/y.ts', '../y.ts'],
    refused: [
      '../../src/adapters/y.ts',
      '../../src/views/y.ts',
      '../../src/main.tsx',
      '../../server/y.ts',
      '../../tests/support/graph.ts',
      'vitest',
    ],
  },
  {
    from: 'server/emulator/page/x.tsx',
    allowed: ['react', '../view.ts', '../../../src/views/kit/Button.tsx', '../../../src/i18n/catalogues/en.ts'],
    refused: ['../../../src/machines/y.ts', '../../../src/views/attendance/y.tsx', '../../../src/adapters/y.ts'],
  },
  {
    from: 'server/domain/x.ts',
    allowed: ['../../contract/y.ts', 'pg', '../db/y.ts'],
    refused: [
      '../../src/machines/y.ts',
      'type ../../src/machines/y.ts',
      '../../models/y.ts',
      '../../tests/support/y.ts',
    ],
  },
];

const refusedBy = 'eslint(no-restricted-imports)';

/** All imports of a row as one file, each on a line of its own. */
function source({ allowed, refused }: Row): string {
  return [...allowed, ...refused]
    .map((specifier, index) => {
      const [, type = '', module = ''] = /^(type )?(.*)$/.exec(specifier) ?? [];
      return `import ${type}{ x as x${index} } from '${module}';\n`;
    })
    .join('');
}

const found = lint(Object.fromEntries(table.map((row) => [row.from, source(row)])));

describe.each(table)('$from', ({ from, allowed, refused }) => {
  const rulesAt = (index: number): string[] =>
    (found.get(from) ?? []).filter(({ line }) => line === index + 1).map(({ rule }) => rule);

  test.each(allowed.map((module, index) => ({ module, index })))('may import $module', ({ index }) => {
    expect(rulesAt(index)).not.toContain(refusedBy);
  });

  test.each(refused.map((module, index) => ({ module, index: allowed.length + index })))(
    'may not import $module',
    ({ index }) => {
      expect(rulesAt(index)).toContain(refusedBy);
    },
  );
});
