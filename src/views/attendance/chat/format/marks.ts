/** WhatsApp's marks: bold, italic, struck out. */
export type Mark = '*' | '_' | '~';

/** What takes the place of a range of the text, and what of it is selected then. */
interface Marked {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

/**
 * Puts marks around what is selected, line by line as they don't reach over lines; or takes them away where they are.
 * Blanks at the edges stay outside, since no mark stands beside one. With nothing selected the caret is between two.
 */
export function withMarks(text: string, from: number, to: number, mark: Mark): Marked {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text.charAt(start))) start += 1;
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1;
  const isAround = start > 0 && text.charAt(start - 1) === mark && text.charAt(end) === mark;
  if (isAround) {
    const words = text.slice(start, end);
    return { start: start - 1, end: end + 1, insert: words, selectFrom: start - 1, selectTo: end - 1 };
  }
  if (start === end) return { start, end, insert: mark + mark, selectFrom: start + 1, selectTo: start + 1 };
  const lines = text.slice(start, end).split('\n');
  const isMarked = lines.every((line) => line.trim() === '' || isWithin(line, mark));
  const changed = lines.map((line) => (isMarked ? unmarked(line, mark) : marked(line, mark)));
  const insert = changed.join('\n');
  // Of one line the words stay selected, so that further marks go around these.
  const inset = isMarked || lines.length > 1 ? 0 : 1;
  return { start, end, insert, selectFrom: start + inset, selectTo: start + insert.length - inset };
}

function isWithin(line: string, mark: Mark): boolean {
  const words = line.trim();
  return words.length > 2 && words.startsWith(mark) && words.endsWith(mark);
}

function marked(line: string, mark: Mark): string {
  if (isWithin(line, mark)) return line;
  return line.replace(/^(\s*)(\S(?:[^]*\S)?)(\s*)$/u, (_all, before: string, words: string, after: string) =>
    [before, mark, words, mark, after].join(''),
  );
}

function unmarked(line: string, mark: Mark): string {
  const first = line.indexOf(mark);
  const last = line.lastIndexOf(mark);
  return first < last ? line.slice(0, first) + line.slice(first + 1, last) + line.slice(last + 1) : line;
}
