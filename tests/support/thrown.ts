import { fileURLToPath } from 'node:url';

/** Where something went wrong: the lines of the project's files that were under way, the innermost first. */
export interface Thrown {
  /** While somebody did something, or while it was looked at what is then to be seen. */
  readonly during: 'deed' | 'scene';
  /** Each as `file:line`, from the project's root. */
  readonly lines: readonly string[];
}

const project = fileURLToPath(new URL('../../', import.meta.url));

/** The lines that an error and what caused it tell of. */
export function linesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = (error.stack ?? '').split('\n').flatMap((line) => {
    const [, place = ''] = /(\/[^()\s]+:\d+):\d+\)?$/u.exec(line) ?? [];
    return place.startsWith(project) && !place.includes('/node_modules/') ? [place.slice(project.length)] : [];
  });
  return [...new Set([...own, ...linesOf(error.cause)])];
}
