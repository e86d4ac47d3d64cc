import { GraphQLError, parse } from 'graphql';
import type { DocumentNode } from 'graphql';
import { GRAPHQL_LIMITS, reasonAgainst } from './limits.ts';

/** The client has some twenty. */
const KEPT = 100;
/** Documents longer than this are nobody's everyday call. */
const KEPT_LENGTH_MAX = 8_192;

/** Parsed documents by their text: clients send the same few over and over. */
export class Documents {
  readonly #known = new Map<string, DocumentNode>();

  get size(): number {
    return this.#known.size;
  }

  /** Throws the syntax error of what is no document, and a GraphQL error for one that asks for too much. */
  parse(text: string): DocumentNode {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const document = parse(text, { maxLexicalTokens: GRAPHQL_LIMITS.tokens, noLocation: true });
    const reason = reasonAgainst(document);
    if (reason !== undefined) throw new GraphQLError(reason);
    if (text.length <= KEPT_LENGTH_MAX) this.#keep(text, document);
    return document;
  }

  #keep(text: string, document: DocumentNode): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= KEPT && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(text, document);
  }
}
