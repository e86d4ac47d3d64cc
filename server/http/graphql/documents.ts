import { parse } from 'graphql';
import type { DocumentNode } from 'graphql';
import { checkDocument, countTokens } from './limits.ts';
import type { DocumentLimits } from './limits.ts';

/** Cached documents of callers with a login; the client has some sixty. `once`: most that were used only once. */
const CACHE_SIZE = { all: 200, once: 80 } as const;
/** The same for callers without a login; the client needs ten. */
const OPEN_CACHE_SIZE = { all: 40, once: 20 } as const;
/** Longer documents aren't cached. */
const CACHED_LENGTH_MAX = 8_192;

type Parsed = { readonly document: DocumentNode; readonly tokens: number };
/** `isNew`: not cached, so not validated yet. */
export type Read = Parsed & { readonly isNew: boolean };

/** Cache of parsed documents by text: clients repeat the same few. */
export class Documents {
  readonly #limits: DocumentLimits;
  readonly #known = new DocumentCache(CACHE_SIZE);
  readonly #open = new DocumentCache(OPEN_CACHE_SIZE);

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#known.size + this.#open.size;
  }

  /**
   * Returns a text's document. Throws syntax errors, and `DocumentTooLarge` for one over the limits. `admit` gets the
   * token count before parsing, and may throw.
   */
  read(text: string, admit: (tokens: number) => void = () => undefined): Read {
    const known = this.#known.get(text) ?? this.#open.get(text);
    if (known !== undefined) {
      admit(known.tokens);
      return { ...known, isNew: false };
    }
    const tokens = countTokens(text, this.#limits);
    admit(tokens);
    const document = parse(text, { noLocation: true });
    checkDocument(document, this.#limits);
    return { document, tokens, isNew: true };
  }

  /**
   * Caches a document that was run, as most recently used. Callers without a login have a separate cache, which they
   * can't use to evict others' documents.
   */
  keep(text: string, { document, tokens }: Read, isOpen: boolean): void {
    if (text.length > CACHED_LENGTH_MAX) return;
    (isOpen ? this.#open : this.#known).keep(text, { document, tokens });
  }
}

/** A least-recently-used cache. Documents used twice evict those used once, not vice versa. */
class DocumentCache {
  readonly #max: { readonly all: number; readonly once: number };
  readonly #once = new Map<string, Parsed>();
  readonly #often = new Map<string, Parsed>();

  constructor(max: { all: number; once: number }) {
    this.#max = max;
  }

  get size(): number {
    return this.#once.size + this.#often.size;
  }

  get(text: string): Parsed | undefined {
    return this.#often.get(text) ?? this.#once.get(text);
  }

  keep(text: string, parsed: Parsed): void {
    const { all, once } = this.#max;
    const isUsedAgain = this.#often.delete(text) || this.#once.delete(text);
    if (isUsedAgain) this.#add(this.#often, all - once, text, parsed);
    else this.#add(this.#once, once, text, parsed);
  }

  #add(stored: Map<string, Parsed>, max: number, text: string, parsed: Parsed): void {
    const [oldest] = stored.keys();
    if (stored.size >= max && oldest !== undefined) stored.delete(oldest);
    stored.set(text, parsed);
  }
}
