import { coverageOf, pathCount, stateCoverage, transitionCoverage } from './paths-counts.ts';
import type { Coverage } from './paths-counts.ts';
import type { ModelReport } from './paths-findings.ts';

/** What QA reads in the terminal. */
export function table(kind: ModelReport['kind'], models: readonly ModelReport[]): string {
  const head = [
    kind,
    'states',
    'transitions',
    'paths',
    ...(kind === 'machine' ? ['with adapters', 'only in the log'] : []),
    'failures',
  ];
  const rows = models.map((model) => [
    model.name,
    ratio(stateCoverage(model)),
    ratio(transitionCoverage(model)),
    String(pathCount(model)),
    ...(kind === 'machine' ? wiredCells(model) : []),
    String(model.failures.length),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [line(head), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)].join('\n');
}

function wiredCells({ wired }: ModelReport): readonly string[] {
  if (wired === null) return ['', ''];
  return [ratio(coverageOf(wired.root)), String(Object.keys(wired.onlyInTheLog).length)];
}

function ratio({ covered, total }: Coverage): string {
  return `${covered}/${total}`;
}
