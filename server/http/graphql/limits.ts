import { BREAK, getOperationAST, GraphQLError, Kind, Lexer, Source, TokenKind, visit } from 'graphql';
import type {
  ASTVisitor,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValidationContext,
} from 'graphql';
import type { CallLimits } from '../../config-limits.ts';

/** Fixed limits, which protect code that walks documents recursively. */
export const GRAPHQL_LIMITS = {
  /** Deepest field: `chatTickets.items.customerLastChat.parentCustomerChat.id` is 5. */
  depth: 8,
  /** Steps from the root to any node, including values and types. */
  steps: 100,
  /** Nesting of brackets; the client's deepest document has 6. */
  brackets: 32,
} as const;

export type DocumentLimits = Pick<
  CallLimits,
  'documentLength' | 'documentTokens' | 'documentFields' | 'documentCalls' | 'documentCost'
>;

/** A document over the limits; the message says which. */
export class DocumentTooLarge extends GraphQLError {
  readonly limit: string;

  constructor(limit: string, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** Calls that check a credential: one per document, so that aliases can't multiply tries. */
const SINGLE_CALLS: ReadonlySet<string> = new Set(['logIn', 'refreshToken', 'confirmSecondFactor']);

/** Refuses documents that ask for the schema. */
export function noIntrospectionRule(context: ValidationContext): ASTVisitor {
  return {
    Field({ name: { value: name } }) {
      if (name === '__schema' || name === '__type') context.reportError(new GraphQLError('Introspection is disabled'));
    },
  };
}

/** Size of a selection: its depth, all its fields, its top-level calls, and how many of these check a credential. */
type Size = { depth: number; fields: number; calls: number; singles: number };

const NOTHING: Size = { depth: 0, fields: 0, calls: 0, singles: 0 };

/**
 * Counts a text's tokens before parsing, in one pass without recursion, up to a limit. `DocumentTooLarge` if too long
 * or too deeply nested, a syntax error if it isn't GraphQL.
 */
export function countTokens(text: string, limits: DocumentLimits): number {
  const { documentLength, documentTokens } = limits;
  if (text.length > documentLength) {
    throw new DocumentTooLarge('documentLength', `The document is longer than ${documentLength} characters`);
  }
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let brackets = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    tokens += 1;
    if (OPENING.has(kind)) brackets += 1;
    if (CLOSING.has(kind)) brackets -= 1;
    if (brackets > GRAPHQL_LIMITS.brackets) throw tooDeep();
    if (tokens > documentTokens) {
      throw new DocumentTooLarge('documentTokens', `The document has more than ${documentTokens} tokens`);
    }
  }
  return tokens;
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function tooDeep(): DocumentTooLarge {
  return new DocumentTooLarge('documentDepth', `The document is nested deeper than ${GRAPHQL_LIMITS.depth}`);
}

/**
 * Refuses with `DocumentTooLarge` a document over the limits. Runs in linear time, so it comes before the validation,
 * which doesn't.
 */
export function checkDocument(document: DocumentNode, { documentFields, documentCalls }: DocumentLimits): void {
  if (isSteep(document)) throw tooDeep();
  const walk = walkOf(document);
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const { depth, fields, calls, singles } = sizeOf(definition.selectionSet, walk);
    if (depth > GRAPHQL_LIMITS.depth) throw tooDeep();
    if (fields > documentFields) {
      throw new DocumentTooLarge('documentFields', `The document asks for more than ${documentFields} fields`);
    }
    if (definition.kind === Kind.FRAGMENT_DEFINITION) continue;
    if (calls > documentCalls) {
      throw new DocumentTooLarge('documentCalls', `The document makes more than ${documentCalls} calls`);
    }
    if (singles > 1) throw new DocumentTooLarge('documentLogins', 'Only one login or refresh a document');
  }
}

/** The calls of a document's operation, including those in fragments, and the number of fields of each. */
export function callsOf(
  document: DocumentNode,
  operationName: string | undefined,
): { call: FieldNode; fields: number }[] {
  const walk = walkOf(document);
  const operation = getOperationAST(document, operationName);
  return operation ? callsIn(operation.selectionSet, walk) : [];
}

function callsIn(set: SelectionSetNode, walk: Walk): { call: FieldNode; fields: number }[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ call: selection, fields: sizeOfOne(selection, walk).fields }];
    if (selection.kind === Kind.INLINE_FRAGMENT) return callsIn(selection.selectionSet, walk);
    const name = selection.name.value;
    const fragment = walk.fragments.get(name);
    // Don't walk fragments without calls, however often they are nested.
    if (fragment === undefined || walk.path.has(name) || fragmentSize(name, walk).calls === 0) return [];
    return callsIn(fragment.selectionSet, { ...walk, path: new Set([...walk.path, name]) });
  });
}

function walkOf(document: DocumentNode): Walk {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return { fragments, sizes: new Map(), path: new Set() };
}

function isSteep(document: DocumentNode): boolean {
  let most = 0;
  visit(document, {
    enter: (_node, _key, _parent, path) => {
      most = Math.max(most, path.length);
      return most > GRAPHQL_LIMITS.steps ? BREAK : undefined;
    },
  });
  return most > GRAPHQL_LIMITS.steps;
}

type Walk = {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  sizes: Map<string, Size>;
  path: ReadonlySet<string>;
};

function sizeOf(set: SelectionSetNode, walk: Walk): Size {
  return set.selections.map((selection) => sizeOfOne(selection, walk)).reduce(together, NOTHING);
}

function sizeOfOne(selection: SelectionNode, walk: Walk): Size {
  if (selection.kind === Kind.INLINE_FRAGMENT) return sizeOf(selection.selectionSet, walk);
  if (selection.kind === Kind.FRAGMENT_SPREAD) return fragmentSize(selection.name.value, walk);
  const under = selection.selectionSet === undefined ? NOTHING : sizeOf(selection.selectionSet, walk);
  const singles = SINGLE_CALLS.has(selection.name.value) ? 1 : 0;
  return { depth: under.depth + 1, fields: under.fields + 1, calls: 1, singles };
}

function together(one: Size, other: Size): Size {
  const sum = (a: number, b: number) => Math.min(a + b, Number.MAX_SAFE_INTEGER);
  return {
    depth: Math.max(one.depth, other.depth),
    fields: sum(one.fields, other.fields),
    calls: sum(one.calls, other.calls),
    singles: sum(one.singles, other.singles),
  };
}

/** Fragments are measured once: nesting them repeatedly must not multiply the work. */
function fragmentSize(name: string, walk: Walk): Size {
  const known = walk.sizes.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  // A cycle or an unknown fragment: the validation refuses it.
  if (fragment === undefined || walk.path.has(name)) return NOTHING;
  const size = sizeOf(fragment.selectionSet, { ...walk, path: new Set([...walk.path, name]) });
  walk.sizes.set(name, size);
  return size;
}
