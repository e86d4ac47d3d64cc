import type { RuleTester } from 'oxlint/plugins-dev';

export type Rule = Parameters<RuleTester['run']>[1];
type Create = Extract<Rule, { readonly create: unknown }>['create'];
export type Scope = Parameters<Create>[0]['sourceCode']['scopeManager']['scopes'][number];
export type Variable = Scope['variables'][number];
export type Node = Scope['block'];

const CONTAINERS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array']);
/** Calls of a container's that change it; `next` is a generator's. */
const WRITING = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin next'.split(' '),
);
/** Of `Object` and `Reflect`: those that change their first argument. */
const CHANGING = new Set('assign defineProperty defineProperties deleteProperty set setPrototypeOf'.split(' '));
/** Of a list: those that make another. */
const COPYING = new Set('map filter slice concat flat flatMap toSorted toSpliced toReversed split'.split(' '));
const MAKING = new Set('from of assign create fromEntries entries keys values'.split(' '));

/** A member's name, if it is written out. */
function nameOf(member: Node): string | null {
  if (member.type !== 'MemberExpression') return null;
  const { property, computed } = member;
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** A node, with what only says something of its type around it. */
function aroundOf(node: Node): Node {
  const { parent } = node;
  const isSaid =
    parent?.type === 'TSAsExpression' ||
    parent?.type === 'TSSatisfiesExpression' ||
    parent?.type === 'TSNonNullExpression' ||
    parent?.type === 'ParenthesizedExpression' ||
    parent?.type === 'ChainExpression';
  return isSaid ? aroundOf(parent) : node;
}

/** Whether a place is assigned to, by itself or as part of a pattern. */
export function isAssigned(place: Node): boolean {
  const node = aroundOf(place);
  const { parent } = node;
  switch (parent?.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === node;
    case 'UpdateExpression':
    case 'RestElement':
    case 'ArrayPattern':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'Property':
      return parent.value === node && parent.parent.type === 'ObjectPattern';
    default:
      return false;
  }
}

/** Whether a call changes its first argument, as `Object.assign(x, …)` and `Array.prototype.push.call(x, …)` do. */
function isGivenToWrite(node: Node): boolean {
  const { parent } = node;
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false;
  const { callee } = parent;
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  const name = nameOf(callee) ?? '';
  if (name === 'call' || name === 'apply') return WRITING.has(nameOf(object) ?? '');
  return object.type === 'Identifier' && ['Object', 'Reflect'].includes(object.name) && CHANGING.has(name);
}

/** Whether what a node names is changed there: in part, or told to change itself, which a container alone can. */
export function isWritten(named: Node, isContaining: boolean): boolean {
  const node = aroundOf(named);
  const { parent } = node;
  if (isGivenToWrite(node)) return true;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return false;
  const member = aroundOf(parent);
  const { parent: above } = member;
  const isCalled = above?.type === 'CallExpression' && above.callee === member;
  if (isCalled) return isContaining && WRITING.has(nameOf(parent) ?? '');
  return isAssigned(parent) || isWritten(parent, true);
}

function isMadeByCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'structuredClone' || CONTAINERS.has(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  const name = nameOf(callee) ?? '';
  const isOfClass = object.type === 'Identifier' && (object.name === 'Object' || CONTAINERS.has(object.name));
  return isOfClass ? MAKING.has(name) : COPYING.has(name);
}

/** A `new Map()` or the like, a list or an object, whatever type it is said to have. */
export function isContainer(node: Node | null | undefined): boolean {
  switch (node?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return isContainer(node.expression);
    case 'ArrayExpression':
    case 'ObjectExpression':
      return true;
    case 'ConditionalExpression':
      return isContainer(node.consequent) || isContainer(node.alternate);
    case 'LogicalExpression':
      return isContainer(node.left) || isContainer(node.right);
    case 'NewExpression':
      return node.callee.type === 'Identifier' && CONTAINERS.has(node.callee.name);
    case 'CallExpression':
      return isMadeByCall(node.callee);
    default:
      return false;
  }
}

function typeNameOf(type: Node | null | undefined): string {
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
}

/** A list or a map that its type lets one change. */
export function isContainerType(type: Node | null | undefined): boolean {
  return type?.type === 'TSArrayType' || CONTAINERS.has(typeNameOf(type));
}

export function isReadonlyType(type: Node | null | undefined): boolean {
  return typeNameOf(type).startsWith('Readonly');
}

/** The name or `this` that an expression begins with, if it only names a part of it. */
export function rootOf(node: Node | null | undefined): Node | null {
  switch (node?.type) {
    case 'Identifier':
    case 'ThisExpression':
      return node;
    case 'MemberExpression':
      return rootOf(node.object);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return rootOf(node.expression);
    default:
      return null;
  }
}
