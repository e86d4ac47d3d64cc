import type { CauseData } from './report-model.ts';

const CAUSES_MAX = 10;
const PLACES_MAX = 3;

/** A model's failures for the terminal: each cause with how many paths, the lines to look at, and what runs its shortest path. */
export function causesInTerminal(model: string, groups: readonly CauseData[]): readonly string[] {
  const shown = groups.slice(0, CAUSES_MAX).flatMap(({ title, count, row, failures: [shortest] }) => {
    const places = [...(row === null ? [] : [row]), ...(shortest?.places ?? []).slice(0, PLACES_MAX)];
    return [
      `${model}: ${title} (${count})`,
      ...places.map(({ file, line }) => `  ${file}:${line}`),
      ...(shortest === undefined ? [] : [`  ${shortest.command}`]),
    ];
  });
  const left = groups.length - CAUSES_MAX;
  return left > 0 ? [...shown, `${model}: ${left} more causes, in the report`] : shown;
}
