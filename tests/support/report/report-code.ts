import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import type { ESTree } from 'vite';
import { isProduct } from './report-product.ts';

/* Where in the project's files something is written, by its name: a transition, an action, a scene, what a check asks. */

export const project = fileURLToPath(new URL('../../../', import.meta.url));

interface Code {
  /** From the project's root. */
  readonly file: string;
  readonly text: string;
  readonly program: ESTree.Program;
}

/** A part of a file. */
export interface Spot<Node extends ESTree.Span = ESTree.Span> {
  readonly code: Code;
  readonly node: Node;
}

type Value = Spot<ESTree.Expression>;
/** A property, or a function or constant of a module: what has a name and something behind it. */
export type Named = Spot<ESTree.ObjectProperty | ESTree.Function | ESTree.Class | ESTree.VariableDeclarator>;

const known = new Map<string, Code | null>();

/** Null for what isn't there or can't be read as code: then nothing is said of it. */
export function codeOf(file: string): Code | null {
  const found = known.get(file);
  if (found !== undefined) return found;
  const code = read(file);
  known.set(file, code);
  return code;
}

function read(file: string): Code | null {
  const path = `${project}${file}`;
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  return { file, text, program: parseSync(file, text).program };
}

/** The files of a folder, those in the folders within it too, whose name ends so. */
export function filesIn(folder: string, end: string): readonly string[] {
  return readdirSync(`${project}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .toSorted();
}

export function lineAt({ code, node }: Spot): number {
  return code.text.slice(0, node.start).split('\n').length;
}

/** What a module declares or takes from another file of the project under a name. */
export function declared(code: Code, name: string): Named | null {
  for (const statement of code.program.body) {
    const found = declarationIn(code, statement, name) ?? importIn(code, statement, name);
    if (found !== null) return found;
  }
  return null;
}

function declarationIn(code: Code, statement: ESTree.Directive | ESTree.Statement, name: string): Named | null {
  const own = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (own?.type === 'FunctionDeclaration' || own?.type === 'ClassDeclaration') {
    return own.id?.name === name ? { code, node: own } : null;
  }
  if (own?.type !== 'VariableDeclaration') return null;
  const node = own.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
  return node === undefined ? null : { code, node };
}

function importIn(code: Code, statement: ESTree.Directive | ESTree.Statement, name: string): Named | null {
  if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) return null;
  const taken = statement.specifiers.find(({ local }) => local.name === name);
  if (taken?.type !== 'ImportSpecifier' || taken.imported.type === 'Literal') return null;
  const other = codeOf(join(code.file, '..', statement.source.value));
  return other && declared(other, taken.imported.name);
}

/** What is behind a name, without what only says something of its type. */
function valueOf({ code, node }: Value): Value | null {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return valueOf({ code, node: node.expression });
    case 'Identifier':
      return behind(declared(code, node.name));
    case 'MemberExpression':
      return node.property.type === 'Identifier' && !node.computed
        ? behind(propertyOf({ code, node: node.object }, node.property.name))
        : null;
    default:
      return { code, node };
  }
}

/** The value of a property or of a constant. */
export function behind(named: Named | null): Value | null {
  if (named === null) return null;
  const { code, node } = named;
  if (node.type === 'Property') return valueOf({ code, node: node.value });
  return node.type === 'VariableDeclarator' && node.init !== null ? valueOf({ code, node: node.init }) : null;
}

/** A property of an object, also of one that is spread into it: of several the last. */
export function propertyOf(value: Value | null, name: string): Named | null {
  const object = value && valueOf(value);
  if (object?.node.type !== 'ObjectExpression') return null;
  for (const part of object.node.properties.toReversed()) {
    if (part.type === 'SpreadElement') {
      const found = propertyOf({ code: object.code, node: part.argument }, name);
      if (found !== null) return found;
    } else if (keyOf(part) === name) return { code: object.code, node: part };
  }
  return null;
}

function keyOf({ computed, key }: ESTree.ObjectProperty): string | null {
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : null;
}

/** One of a list's elements, where it is written itself; of what is no list, the whole. */
export function elementOf(named: Named, at: number): Spot {
  const list = behind(named);
  if (list?.node.type !== 'ArrayExpression') return named;
  const { code } = list;
  const elements = list.node.elements.flatMap((node): readonly Value[] => {
    if (node?.type !== 'SpreadElement') return node === null ? [] : [{ code, node }];
    const spread = valueOf({ code, node: node.argument });
    if (spread?.node.type !== 'ArrayExpression') return [];
    return spread.node.elements.flatMap((each) =>
      each === null || each.type === 'SpreadElement' ? [] : [{ code: spread.code, node: each }],
    );
  });
  const element = elements[at];
  if (element === undefined) return named;
  return (element.node.type === 'Identifier' && declared(element.code, element.node.name)) || element;
}

/** What a module's call of a method of this name is given first, and what the method is of. */
export function callIn(code: Code, method: string): { readonly given: Value; readonly of: Value } | null {
  const found: { readonly given: Value; readonly of: Value }[] = [];
  new Visitor({
    CallExpression({ arguments: [first], callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name !== method || first === undefined || first.type === 'SpreadElement') return;
      found.push({ given: { code, node: first }, of: { code, node: callee.object } });
    },
  }).visit(code.program);
  return found[0] ?? null;
}

/** What a call is given first, the call itself or one behind a name. */
export function argumentOf(value: Value): Value | null {
  const call = valueOf(value);
  if (call?.node.type !== 'CallExpression') return null;
  const [first] = call.node.arguments;
  return first === undefined || first.type === 'SpreadElement' ? null : { code: call.code, node: first };
}

/** The function that a line is in: a method, one with a name, one in an object. */
export function functionAt(code: Code, line: number): Spot | null {
  const around: ESTree.Span[] = [];
  const take = (node: ESTree.Span): void => {
    const from = lineAt({ code, node });
    if (from <= line && line < from + code.text.slice(node.start, node.end).split('\n').length) around.push(node);
  };
  const takeFunction = (node: ESTree.Span, value: { readonly type: string } | null): void => {
    if (value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression') take(node);
  };
  new Visitor({
    FunctionDeclaration: take,
    MethodDefinition: take,
    Property: (node) => takeFunction(node, node.value),
    VariableDeclarator: (node) => takeFunction(node, node.init),
  }).visit(code.program);
  const [node] = around.toSorted((one, other) => one.end - one.start - (other.end - other.start));
  return node === undefined ? null : { code, node };
}

/** A property with this name in a part of a file: of several the last. */
export function propertyIn({ code, node }: Spot, name: string): Named | null {
  const found: ESTree.ObjectProperty[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      for (const part of properties) {
        if (part.type === 'Property' && part.start >= node.start && part.end <= node.end && keyOf(part) === name)
          found.push(part);
      }
    },
  }).visit(code.program);
  const last = found.at(-1);
  return last === undefined ? null : { code, node: last };
}

/** What a part of a file takes from the product, itself or by what else it asks; in the order in which it is named. */
export function productIn(part: Spot, deep = 2): readonly { readonly name: string; readonly spot: Named }[] {
  return askedIn(part).flatMap(({ name, spot }) => {
    if (isProduct(spot.code.file)) return [{ name, spot }];
    return deep === 0 || spot.code.file.startsWith('models/') ? [] : productIn(spot, deep - 1);
  });
}

/** Methods in a file that a part of another names, itself or by its file's functions that it asks. */
export function methodsFor(part: Spot, code: Code): readonly Spot[] {
  const helpers = askedIn(part).flatMap(({ spot }) => (spot.code === part.code ? [spot] : []));
  const names = new Set([part, ...helpers].flatMap(namesIn));
  const found: Spot[] = [];
  new Visitor({
    MethodDefinition(node) {
      if (node.key.type === 'Identifier' && names.has(node.key.name)) found.push({ code, node });
    },
  }).visit(code.program);
  return found;
}

/** What is declared elsewhere and named in a part of a file. */
function askedIn({ code, node }: Spot): readonly { readonly name: string; readonly spot: Named }[] {
  return namesIn({ code, node }).flatMap((name) => {
    const spot = declared(code, name);
    const isItself = spot?.code === code && spot.node.start <= node.start && spot.node.end >= node.end;
    return spot === null || isItself ? [] : [{ name, spot }];
  });
}

/** Variables and properties alike, each once. */
function namesIn({ code, node }: Spot): readonly string[] {
  const names = new Set<string>();
  new Visitor({
    Identifier({ end, name, start }) {
      if (start >= node.start && end <= node.end) names.add(name);
    },
  }).visit(code.program);
  return [...names];
}
