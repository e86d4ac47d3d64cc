import { BREAK, GraphQLError, Kind, visit } from 'graphql';
import type {
  ASTVisitor,
  DocumentNode,
  FragmentDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValidationContext,
} from 'graphql';

/** How much one document may ask for. */
export const GRAPHQL_LIMITS = {
  /** Deepest field: `chatTickets.items.customerLastChat.parentCustomerChat.id` is 5. */
  depth: 8,
  /** Steps from the root to any node, those of values and types too: whoever walks the document by recursion must come back. */
  steps: 100,
  /** Fields at the root: each is a call of its own, whatever its alias. */
  calls: 8,
  /** Fields in all, fragments counted wherever they are spread. */
  fields: 600,
  /** Tokens of the document; the client's longest has 184. */
  tokens: 2_500,
} as const;

/** Calls that try a credential: one a document, or an alias would multiply the tries. */
const SINGLE_CALLS: ReadonlySet<string> = new Set(['logIn', 'refreshToken']);

/** Refuses documents that ask for the schema. */
export function noIntrospectionRule(context: ValidationContext): ASTVisitor {
  return {
    Field({ name: { value: name } }) {
      if (name === '__schema' || name === '__type') context.reportError(new GraphQLError('The schema is not told'));
    },
  };
}

/** Levels under a selection, fields in it with all of theirs, and of those at its top how many, and how many that try a credential. */
type Size = { depth: number; fields: number; calls: number; singles: number };

const NOTHING: Size = { depth: 0, fields: 0, calls: 0, singles: 0 };

/**
 * Why a document asks for too much; undefined when it doesn't. Takes a time in proportion to the
 * document's length, so it is asked before the validation, which doesn't.
 */
export function reasonAgainst(document: DocumentNode): string | undefined {
  if (isSteep(document)) return `The document is nested deeper than ${GRAPHQL_LIMITS.depth}`;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const walk: Walk = { fragments, sizes: new Map(), path: new Set() };
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const { depth, fields, calls, singles } = sizeOf(definition.selectionSet, walk);
    if (depth > GRAPHQL_LIMITS.depth) return `The document is nested deeper than ${GRAPHQL_LIMITS.depth}`;
    if (fields > GRAPHQL_LIMITS.fields) return `The document asks for more than ${GRAPHQL_LIMITS.fields} fields`;
    if (definition.kind === Kind.FRAGMENT_DEFINITION) continue;
    if (calls > GRAPHQL_LIMITS.calls) return `The document makes more than ${GRAPHQL_LIMITS.calls} calls`;
    if (singles > 1) return 'Only one login or refresh a document';
  }
  return undefined;
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

/** Fragments are measured once: doubling them in each other must not double the work. */
function fragmentSize(name: string, walk: Walk): Size {
  const known = walk.sizes.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  // A circle or an unknown fragment: the validation refuses the document.
  if (fragment === undefined || walk.path.has(name)) return NOTHING;
  const size = sizeOf(fragment.selectionSet, { ...walk, path: new Set([...walk.path, name]) });
  walk.sizes.set(name, size);
  return size;
}
