/** What a patch replaces in one file. */
interface Hunk {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The parts of a patch. Where they apply is found by their lines, so that it doesn't age with every line above. */
function hunksOf(patch: string): readonly Hunk[] {
  return patch
    .split(/^--- .*\n\+\+\+ b\//mu)
    .slice(1)
    .flatMap((part) => {
      const [file = '', ...rest] = part.split('\n');
      return rest
        .join('\n')
        .split(/^@@.*\n/mu)
        .slice(1)
        .map((hunk) => ({ file, from: linesOf(hunk, '-'), to: linesOf(hunk, '+') }));
    });
}

function linesOf(hunk: string, sign: '-' | '+'): string {
  const lines = hunk.replace(/\n(?:diff [^]*)?$/u, '').split('\n');
  return lines.flatMap((line) => (line[0] === sign || (line[0] ?? ' ') === ' ' ? [`${line.slice(1)}\n`] : [])).join('');
}

/** The files that a patch changes, as they are then; throws unless each part's lines occur exactly once. */
export function patched(patch: string, read: (file: string) => string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const hunks = hunksOf(patch);
  if (hunks.length === 0) throw new Error('it changes nothing');
  for (const { file, from, to } of hunks) {
    const before = files.get(file) ?? read(file);
    const [start = '', end, another] = before.split(from);
    if (end === undefined) throw new Error(`${file} no longer has:\n${from}`);
    if (another !== undefined) throw new Error(`${file} has more than once:\n${from}`);
    files.set(file, `${start}${to}${end}`);
  }
  return files;
}
