import { isContainer, isContainerType, isReadonlyType, isWritten, rootOf } from './written.ts';
import type { Node, Rule, Scope, Variable } from './written.ts';

type Context = Parameters<Extract<Rule, { readonly create: unknown }>['create']>[0];
type Reference = Variable['references'][number];

/** Whether what changes it outlives the call: it is of the module, or of a function around. */
function isElsewhere({ scope }: Variable, { from }: Reference): boolean {
  return from.variableScope !== scope.variableScope;
}

function declaratorOf({ defs: [definition] }: Variable) {
  if (definition?.type !== 'Variable' || definition.node.type !== 'VariableDeclarator') return null;
  const { parent, node } = definition;
  return { node, kind: parent?.type === 'VariableDeclaration' ? parent.kind : 'const' };
}

/** The type that a variable or parameter is said to have, by itself or as a part of the object it is taken out of. */
function typeOf({ identifiers: [name] }: Variable): Node | null | undefined {
  if (name === undefined) return null;
  if ('typeAnnotation' in name && name.typeAnnotation) return name.typeAnnotation.typeAnnotation;
  const place = name.parent?.type === 'AssignmentPattern' ? name.parent.parent : name.parent;
  const pattern = place?.type === 'Property' ? place.parent : null;
  if (place?.type !== 'Property' || pattern?.type !== 'ObjectPattern' || place.key.type !== 'Identifier') return null;
  const { name: key } = place.key;
  const whole = pattern.typeAnnotation?.typeAnnotation;
  const parts = whole?.type === 'TSTypeLiteral' ? whole.members : [];
  for (const part of parts)
    if (part.type === 'TSPropertySignature' && part.key.type === 'Identifier' && part.key.name === key)
      return part.typeAnnotation?.typeAnnotation;
  return null;
}

/** What a parameter is, if it isn't given. */
function defaultOf({ identifiers: [name] }: Variable): Node | null {
  return name?.parent?.type === 'AssignmentPattern' && name.parent.left === name ? name.parent.right : null;
}

function variableOf(scope: Scope, identifier: Node): Variable | null {
  for (let at: Scope | null = scope; at !== null; at = at.upper) {
    const reference = at.references.find((each) => each.identifier === identifier);
    if (reference !== undefined) return reference.resolved;
  }
  return null;
}

/** Whether a call makes a generator, which goes on with each `next`. */
function isGenerator(scope: Scope, call: Node | null | undefined): boolean {
  if (call?.type !== 'CallExpression') return false;
  const [definition] = variableOf(scope, call.callee)?.defs ?? [];
  return definition?.type === 'FunctionName' && 'generator' in definition.node && definition.node.generator;
}

/** Whether a variable is itself a list, a map or the like, so that a call of its `add` or `push` changes it. */
function holds(variable: Variable): boolean {
  const declarator = declaratorOf(variable);
  const init = declarator?.node.init;
  if (isContainerType(typeOf(variable)) || isContainer(init) || isGenerator(variable.scope, init)) return true;
  if (isContainer(defaultOf(variable))) return true;
  // What a module holds under a name is there for good, however it was made.
  return variable.scope.type === 'module' && (declarator !== null || variable.defs[0]?.type === 'ImportBinding');
}

/** One that is made empty for good is there to be filled. */
function isMadeEmpty(variable: Variable): boolean {
  const init = declaratorOf(variable)?.node.init;
  if (variable.scope.type !== 'module' || init?.type !== 'NewExpression') return false;
  return init.arguments.length === 0 && isContainer(init) && !isReadonlyType(typeOf(variable));
}

/** Whether a variable holds something that outlives the call that changes it. */
function isState(variable: Variable): boolean {
  const { scope, defs, references } = variable;
  const isOfModule = scope.type === 'module';
  if (isOfModule && ['let', 'var'].includes(declaratorOf(variable)?.kind ?? 'const')) return true;
  if (isMadeEmpty(variable)) return true;
  const isContaining = holds(variable);
  // A draft is changed, but not replaced, by the functions within the one that got it.
  const mayBeDraft = defs[0]?.type === 'Parameter' && !isContaining;
  return references.some(
    (each) =>
      isElsewhere(variable, each) && (each.isWrite() || (!mayBeDraft && isWritten(each.identifier, isContaining))),
  );
}

/** What is behind a variable that only names something else, or a part of it: a variable of elsewhere, or `this`. */
function namedBy(variable: Variable): Variable | 'this' | null {
  const root = rootOf(declaratorOf(variable)?.node.init);
  if (root === null) return null;
  if (root.type === 'ThisExpression') return isInConstructor(root) ? null : 'this';
  const other = variableOf(variable.scope, root);
  if (other === null || other === variable) return null;
  return other.scope.variableScope === variable.scope.variableScope ? namedBy(other) : other;
}

/** Whether a variable of a function changes what it names, and that is state of elsewhere. */
function isOther(variable: Variable, allowed: readonly unknown[]): boolean {
  if (variable.scope.type === 'module') return false;
  const named = namedBy(variable);
  if (named === null) return false;
  if (named !== 'this' && (allowed.includes(named.name) || named.defs[0]?.type === 'Parameter')) return false;
  const isContaining = named === 'this' ? !isWholeThis(variable) : holds(named);
  return variable.references.some(({ identifier }) => isWritten(identifier, isContaining));
}

function isWholeThis(variable: Variable): boolean {
  const { id, init } = declaratorOf(variable)?.node ?? {};
  return id?.type === 'Identifier' && init?.type === 'ThisExpression';
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
            if (node === undefined || allowed.includes(variable.name)) continue;
            if (!isState(variable) && !isOther(variable, allowed)) continue;
            context.report({
              node,
              message: `What changes lives in a snapshot: \`${variable.name}\` is state outside.`,
            });
          }
        }
      },
      ThisExpression(node) {
        if (allowed.includes(fieldOf(node)) || isInConstructor(node) || !isWritten(node, false)) return;
        context.report({ node, message: 'What changes lives in a snapshot: a field is set once, by the constructor.' });
      },
    };
  },
};

/** The linter's plugin of our own: the machines hold no state but their actors' snapshots. */
export default { meta: { name: 'balcao' }, rules: { 'no-mutable-state': noMutableState } };
