import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];
type Create = Extract<Rule, { readonly create: unknown }>['create'];
type Context = Parameters<Create>[0];
type Scope = Context['sourceCode']['scopeManager']['scopes'][number];
type Variable = Scope['variables'][number];
type Reference = Variable['references'][number];
type Node = Scope['block'];

const CONTAINERS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array']);
const WRITING = new Set('set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '));

/** Whether what a node names is changed there: assigned to, in part or as a whole, deleted, or told to change itself. */
function isChanged(node: Node, isContainer: boolean): boolean {
  const { parent } = node;
  if (parent === null) return false;
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left === node;
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'MemberExpression': {
      if (parent.object !== node) return false;
      const { property, parent: above } = parent;
      const isCalled = above.type === 'CallExpression' && above.callee === parent;
      if (isCalled) return isContainer && property.type === 'Identifier' && WRITING.has(property.name);
      return isChanged(parent, true);
    }
    default:
      return false;
  }
}

/** A `new Map()` or the like, a list or an object, whatever type it is said to have. */
function isContainer(node: Node | null | undefined): boolean {
  if (node === null || node === undefined) return false;
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return isContainer(node.expression);
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return true;
  return node.type === 'NewExpression' && node.callee.type === 'Identifier' && CONTAINERS.has(node.callee.name);
}

/** Whether a variable holds something that outlives the call that changes it. */
function isState({ scope, defs, references }: Variable): boolean {
  const [definition] = defs;
  if (definition?.type !== 'Variable' || definition.node.type !== 'VariableDeclarator') return false;
  const { parent, node } = definition;
  if (scope.type === 'module' && parent?.type === 'VariableDeclaration' && parent.kind !== 'const') return true;
  const holds = isContainer(node.init);
  const isElsewhere = ({ from }: Reference): boolean => from.variableScope !== scope.variableScope;
  return references.some(
    (reference) => isElsewhere(reference) && (reference.isWrite() || isChanged(reference.identifier, holds)),
  );
}

function isInConstructor(node: Node): boolean {
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.type === 'ArrowFunctionExpression') return false;
    if (at.type !== 'FunctionExpression' && at.type !== 'FunctionDeclaration') continue;
    return at.parent.type === 'MethodDefinition' && at.parent.kind === 'constructor';
  }
  return false;
}

/** The field that a `this` is asked for; a private one with its sign. */
function fieldOf({ parent }: Node): string | null {
  if (parent?.type !== 'MemberExpression' || parent.computed) return null;
  const { property } = parent;
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  return property.type === 'Identifier' ? property.name : null;
}

function allowedBy(options: Context['options']): readonly unknown[] {
  const [allowed] = options;
  return Array.isArray(allowed) ? allowed : [];
}

const noMutableState: Rule = {
  meta: { schema: [{ type: 'array', items: { type: 'string' } }] },
  create(context) {
    const allowed = allowedBy(context.options);
    return {
      'Program:exit'() {
        for (const { variables } of context.sourceCode.scopeManager.scopes) {
          for (const variable of variables) {
            const [node] = variable.identifiers;
            if (node === undefined || allowed.includes(variable.name) || !isState(variable)) continue;
            context.report({
              node,
              message: `What changes lives in a snapshot: \`${variable.name}\` is state outside.`,
            });
          }
        }
      },
      ThisExpression(node) {
        if (allowed.includes(fieldOf(node)) || !isChanged(node, false) || isInConstructor(node)) return;
        context.report({ node, message: 'What changes lives in a snapshot: a field is set once, by the constructor.' });
      },
    };
  },
};

/** The linter's plugin of our own: the machines hold no state but their actors' snapshots. */
export default { meta: { name: 'balcao' }, rules: { 'no-mutable-state': noMutableState } };
