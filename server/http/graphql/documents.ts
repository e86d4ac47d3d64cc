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
   * Throws the syntax error of what is no document, and `DocumentTooLarge` for one that asks for too much. `admit` gets
   * the number of its tokens before it is parsed, and may throw.
   */
  parse(text: string, admit: (tokens: number) => void = () => undefined): DocumentNode {
    const known = this.#known.get(text);
    if (known !== undefined) {
      admit(known.tokens);
      return known.document;
    }
    const tokens = countTokens(text, this.#limits);
    admit(tokens);
    const document = parse(text, { noLocation: true });
    checkDocument(document, this.#limits);
    if (text.length <= KEPT_LENGTH_MAX) this.#keep(text, { document, tokens });
    return document;
  }

  #keep(text: string, parsed: Parsed): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= KEPT && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(text, parsed);
  }
}

type Parsed = { document: DocumentNode; tokens: number };
