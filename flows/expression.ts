import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import { FLOW_KNOWN } from '../contract/facts/flows.ts';
import type { FlowVariableType } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import type { Value, Values } from './values.ts';

/* Expressions in CEL. Numbers are numbers whether written `18` or `18.0`; dates are texts, as `2026-03-01`, and so compared. */

const CEL_TYPES: Readonly<Record<FlowVariableType, string>> = {
  text: 'string',
  number: 'double',
  boolean: 'bool',
  date: 'string',
  choice: 'string',
};

/** What an expression has to come to. */
export type Wanted = 'bool' | 'value';

/** An expression that was understood. */
export interface Expression {
  readonly variables: ReadonlySet<string>;
  readonly ast: ASTNode;
  /** Its value; undefined if it can't be worked out, as when a variable isn't set or a number is divided by nothing. */
  readonly evaluate: (values: Values) => Value | undefined;
}

/** Why an expression can't be used: the position in its text, and CEL's own words. */
export interface ExpressionProblem {
  readonly key: 'error.flow.expression' | 'error.flow.expressionType' | 'error.flow.pattern';
  readonly at: number;
  readonly detail: string;
}

export type Expressions = (text: string, wanted: Wanted) => Expression | ExpressionProblem;

export function isProblem(parsed: Expression | ExpressionProblem): parsed is ExpressionProblem {
  return 'key' in parsed;
}

/** Understands the expressions of a flow with these variables; each one once. */
export function expressionsOf(variables: Flow['variables']): Expressions {
  const environment = environmentOf(variables);
  const known = new Map<string, Expression | ExpressionProblem>();
  return (text, wanted) => {
    const name = `${wanted} ${text}`;
    const parsed = known.get(name) ?? parse(environment, text, wanted);
    known.set(name, parsed);
    return parsed;
  };
}

function environmentOf(variables: Flow['variables']): Environment {
  const environment = new Environment({ limits: { maxAstNodes: 200, maxDepth: 12, maxListElements: 50 } });
  for (const name of FLOW_KNOWN) environment.registerVariable(name, 'string');
  for (const [name, { type }] of Object.entries(variables)) environment.registerVariable(name, CEL_TYPES[type]);
  const number = (value: unknown): number => Number(value);
  const arithmetic = {
    '+': (a: unknown, b: unknown) => number(a) + number(b),
    '-': (a: unknown, b: unknown) => number(a) - number(b),
    '*': (a: unknown, b: unknown) => number(a) * number(b),
    '/': (a: unknown, b: unknown) => number(a) / number(b),
  };
  for (const [operator, run] of Object.entries(arithmetic)) {
    environment.registerOperator(`double ${operator} int: double`, run);
    environment.registerOperator(`int ${operator} double: double`, run);
  }
  environment.registerOperator('double == int: bool', (a: unknown, b: unknown) => number(a) === number(b));
  environment.registerOperator('double in list<int>: bool', (a: unknown, all: readonly unknown[]) =>
    all.some((each) => number(each) === number(a)),
  );
  return environment;
}

function parse(environment: Environment, text: string, wanted: Wanted): Expression | ExpressionProblem {
  let parsed;
  try {
    parsed = environment.parse(text);
  } catch (error) {
    return { key: 'error.flow.expression', ...where(error) };
  }
  const variables = new Set<string>();
  // A regular expression of JavaScript's can take for ever.
  let pattern: number | undefined;
  walk(parsed.ast, (node) => {
    if (node.op === 'id') variables.add(node.args);
    if ((node.op === 'rcall' || node.op === 'call') && node.args[0] === 'matches') pattern ??= node.pos;
  });
  if (pattern !== undefined) return { key: 'error.flow.pattern', at: pattern, detail: 'matches' };
  const checked = parsed.check();
  if (!checked.valid) return { key: 'error.flow.expression', ...where(checked.error) };
  const isFit =
    wanted === 'bool' ? checked.type === 'bool' : ['bool', 'string', 'double', 'int'].includes(checked.type ?? '');
  if (!isFit) return { key: 'error.flow.expressionType', at: 0, detail: checked.type ?? '' };
  return {
    variables,
    ast: parsed.ast,
    evaluate: (values) => {
      try {
        return plain(parsed(values));
      } catch {
        return undefined;
      }
    },
  };
}

function plain(value: unknown): Value | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

function where(error: unknown): { at: number; detail: string } {
  if (!(error instanceof Error)) return { at: 0, detail: String(error) };
  const range = 'range' in error ? error.range : undefined;
  const start = typeof range === 'object' && range !== null && 'start' in range ? range.start : 0;
  return { at: Number(start), detail: (error.message.split('\n', 1)[0] ?? '').trim() };
}

/** Looks at an expression's parts, the whole first. */
export function walk(node: ASTNode, look: (node: ASTNode) => void): void {
  look(node);
  for (const part of partsOf(node)) walk(part, look);
}

function isNode(part: unknown): part is ASTNode {
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}

function partsOf({ args }: ASTNode): ASTNode[] {
  const found: ASTNode[] = [];
  const add = (part: unknown): void => {
    if (Array.isArray(part)) for (const each of part) add(each);
    else if (isNode(part)) found.push(part);
  };
  add(args);
  return found;
}
