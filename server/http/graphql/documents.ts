import { parse } from 'graphql';
import type { DocumentNode } from 'graphql';
import { checkDocument, countTokens } from './limits.ts';
import type { DocumentLimits } from './limits.ts';

/** The client has some sixty. */
const KEPT = 200;
/** Documents longer than this are nobody's everyday call. */
const KEPT_LENGTH_MAX = 8_192;

/** Parsed documents by their text: clients send the same few over and over. */
export class Documents {
  readonly #limits: DocumentLimits;
  readonly #known = new Map<string, Parsed>();

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#known.size;
  }

  /**
   * A text's document, and whether it was known: one that is new has still to be validated. Throws the syntax error of
   * what is no document, and `DocumentTooLarge` for one that asks for too much. `admit` gets the number of its tokens
   * before it is parsed, and may throw.
   */
  read(text: string, admit: (tokens: number) => void = () => undefined): { document: DocumentNode; isNew: boolean } {
    const known = this.#known.get(text);
    if (known !== undefined) {
      admit(known.tokens);
      this.#keep(text, known);
      return { document: known.document, isNew: false };
    }
    const tokens = countTokens(text, this.#limits);
    admit(tokens);
    const document = parse(text, { noLocation: true });
    checkDocument(document, this.#limits);
    if (text.length <= KEPT_LENGTH_MAX) this.#keep(text, { document, tokens });
    return { document, isNew: true };
  }

  /** As the last one used: whoever sends another text each time doesn't drive out what everybody sends. */
  #keep(text: string, parsed: Parsed): void {
    this.#known.delete(text);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= KEPT && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(text, parsed);
  }
}

type Parsed = { document: DocumentNode; tokens: number };
