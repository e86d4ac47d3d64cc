import { createHash } from 'node:crypto';

/** A statement seen so often is worth a prepared plan: the larger ones take longer to plan than to run. */
const WORTH = 4;
/** Each connection keeps its plans, so their number is bounded. */
const STATEMENTS_MAX = 256;

/**
 * Names under which statements that come again and again are prepared. Those that select `*` are
 * left alone: their prepared form would not survive another node's migration.
 */
export class StatementNames {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name to prepare a statement under; undefined for one that isn't worth it, or not yet. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= STATEMENTS_MAX || /(?:select|returning|\.)\s*\*/i.test(text)) return undefined;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < WORTH) {
      // Statements that vary without end must not be remembered without end.
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
