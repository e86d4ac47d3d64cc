/** The word that a mistyped one most likely means; undefined if none is near. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let found: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const other of words) {
    const far = distance(word, other);
    if (far >= least) continue;
    least = far;
    found = other;
  }
  return found;
}

/** Levenshtein distance: letters to change, add or remove. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const changed = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
