/**
 * Replaces the `graphql` package in the browser bundle (alias in vite.config.ts). graphql-request only needs the
 * operation's name from the parser; our documents are strings already.
 */

interface OperationNode {
  readonly kind: typeof Kind.OPERATION_DEFINITION;
  readonly operation: string;
  readonly name: { readonly value: string } | undefined;
}

/** The one node kind graphql-request compares with. */
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;

const operationHead = /(?:^|\n|\})\s*(query|mutation|subscription)\b\s*(\w+)?/g;

/** Finds a document's operations and their names, nothing else. */
export function parse(document: string): { readonly definitions: readonly OperationNode[] } {
  const definitions = [...document.matchAll(operationHead)].map(([, operation = '', name]): OperationNode => ({
    kind: Kind.OPERATION_DEFINITION,
    operation,
    name: name === undefined ? undefined : { value: name },
  }));
  return { definitions };
}

/** Throws: only documents that aren't strings would need the printer. */
export function print(): never {
  throw new Error('GraphQL documents are given as strings');
}

/** One entry of an answer's `errors`, with the fields the client reads. */
export class GraphQLError extends Error {
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options?: { readonly path?: readonly (string | number)[]; readonly extensions?: Readonly<Record<string, unknown>> },
  ) {
    super(message);
    this.name = 'GraphQLError';
    this.path = options?.path;
    this.extensions = options?.extensions ?? {};
  }
}
