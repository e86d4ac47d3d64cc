import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shownAtTheEnd, whatFailed } from './replay-check.ts';
import type { ReadLog } from './replay-log.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = 'tests/replayed';

/** Text as a TypeScript literal, as the formatter writes it. */
function literal(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** The log as lines of one JSON text, an event a line. */
function linesOf({ stored, events, expected, isSimulated = false }: ReadLog): readonly string[] {
  const { position, snapshots } = stored;
  const rest = JSON.stringify({ simulated: isSimulated, ...(expected && { expected }) }).slice(1);
  return [
    `{"position":${position},"snapshots":${JSON.stringify(Object.fromEntries(snapshots))},"tail":[`,
    ...events.map((event, index) => `${JSON.stringify(event)}${index === events.length - 1 ? '' : ','}`),
    `],${rest}`,
  ];
}

/** A test file that fails as the log did. Of a log in which all held, one that holds it to what it came to. */
export function testOf(log: ReadLog, name: string): { readonly text: string; readonly failed: readonly string[] } {
  const failed = whatFailed(log);
  const [first] = failed;
  const shown = first === undefined ? shownAtTheEnd(log) : null;
  const check =
    first === undefined
      ? [
          'test(',
          `  ${literal(`${name} -> shown as it has to be`)},`,
          '  () => {',
          '    // As it came to be: put what has to be seen in the place of what is wrong.',
          `    expect(shownAtTheEnd(log)).toEqual(${JSON.stringify(shown)});`,
          '  });',
        ]
      : [
          `// ${first.replaceAll('\n', ' ')}`,
          `test(${literal(`${name} -> everything holds`)}, () => {`,
          '  expect(whatFailed(log)).toEqual([]);',
          '});',
        ];
  const text = [
    "import { expect, test } from 'vitest';",
    `import { ${first === undefined ? 'shownAtTheEnd' : 'whatFailed'} } from '../support/replay-check.ts';`,
    "import { parseLog } from '../support/replay-log.ts';",
    '',
    'const log = parseLog(',
    '  [',
    ...linesOf(log).map((line) => `    ${literal(line)},`),
    "  ].join(''),",
    ');',
    '',
    ...check,
    '',
  ].join('\n');
  return { text, failed };
}

/** Writes the test beside the others; says where, and what it fails of. */
export async function writeTest(file: string, log: ReadLog): Promise<number> {
  const name = basename(file).replace(/\.\w+$/, '');
  const { text, failed } = testOf(log, name);
  const place = join(root, FOLDER, `${name.replaceAll(/[^\w-]+/g, '-')}.test.ts`);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, text);
  const path = relative(root, place);
  console.log(
    failed.length === 0
      ? `${path} holds the page to what it came to: nothing in the log is wrong by itself. Change there what should have been seen.`
      : `${path} fails as the log did:\n${failed.map((words) => `  ✗ ${words}`).join('\n')}`,
  );
  console.log(`Run it with: npx oxfmt ${path} && npm test ${path}`);
  return 0;
}
