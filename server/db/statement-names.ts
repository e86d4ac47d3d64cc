import { createHash } from 'node:crypto';

/** After this many uses a statement gets a prepared plan: large ones take longer to plan than to run. */
const PREPARE_AFTER = 4;
/** Each connection keeps its plans, so their number is limited. */
const STATEMENTS_MAX = 256;

/**
 * Names for preparing repeated statements. Those that select `*` are excluded: their prepared form would break on
 * another node's migration.
 */
export class StatementNames {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name to prepare a statement under; undefined if it isn't worth it (yet). */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= STATEMENTS_MAX || /(?:select|returning|\.)\s*\*/i.test(text)) return undefined;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < PREPARE_AFTER) {
      // Statements with unlimited variants must not fill the memory.
      if (this.#seen.size >= STATEMENTS_MAX * 4) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    const named = createHash('sha256').update(text).digest('base64url').slice(0, 40);
    this.#seen.delete(text);
    this.#names.set(text, named);
    return named;
  }
}
