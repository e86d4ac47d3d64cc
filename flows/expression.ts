import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import {
  FLOW_EXPRESSION_DEPTH_MAX,
  FLOW_EXPRESSION_MAX,
  FLOW_KNOWN,
  FLOW_NUMBER_MAX,
} from '../contract/facts/flows.ts';
import type { FlowVariableType } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { nearest } from './nearest.ts';
import { labelsOf, namesOf } from './text.ts';
import { typedDate } from './values.ts';
import type { Value } from './values.ts';

/*
 * Expressions are written in a subset of CEL: constants, names, comparisons, `in`, `&&`, `||`, `!`, arithmetic, and
 * three questions about texts. Evaluation time depends on an expression's length alone: there are no macros, patterns
 * or loops over lists.
 */

const ORDERS = ['<', '<=', '>', '>='] as const;
const SUMS = ['+', '-', '*', '/'] as const;
const QUESTIONS = ['contains', 'startsWith', 'endsWith'] as const;

/** A parsed expression. */
export type Part =
  | { readonly op: 'constant'; readonly value: Value }
  | { readonly op: 'name'; readonly name: string }
  | {
      readonly op: 'compare';
      readonly of: '==' | '!=' | (typeof ORDERS)[number];
      readonly sides: readonly [Part, Part];
    }
  | { readonly op: 'oneOf'; readonly part: Part; readonly values: readonly Value[] }
  | { readonly op: 'question'; readonly of: (typeof QUESTIONS)[number]; readonly part: Part; readonly value: string }
  | { readonly op: 'and' | 'or'; readonly sides: readonly [Part, Part] }
  | { readonly op: 'not'; readonly part: Part }
  | { readonly op: 'sum'; readonly of: (typeof SUMS)[number]; readonly sides: readonly [Part, Part] };

export interface Expression {
  readonly part: Part;
  readonly type: FlowVariableType;
  readonly names: ReadonlySet<string>;
}

/** Why an expression can't be used. */
export interface ExpressionProblem {
  readonly problem: 'syntax' | 'notKnown' | 'tooLong' | 'type' | 'name' | 'option' | 'byNought';
  /** The position in the expression's text. */
  readonly at: number;
  readonly detail: string;
  /** What was probably meant. */
  readonly nearest?: string;
}

export type Expressions = (text: string) => Expression | ExpressionProblem;

export function isProblem(parsed: Expression | ExpressionProblem): parsed is ExpressionProblem {
  return 'problem' in parsed;
}

/** Parses and memoizes the expressions of a flow. */
export function expressionsOf(flow: Pick<Flow, 'variables' | 'nodes'>): Expressions {
  const environment = new Environment({
    limits: { maxAstNodes: 200, maxDepth: FLOW_EXPRESSION_DEPTH_MAX, maxListElements: 50 },
  });
  const read = reader(flow);
  const known = new Map<string, Expression | ExpressionProblem>();
  return (text) => {
    const found = known.get(text) ?? understood(environment, read, text);
    known.set(text, found);
    return found;
  };
}

/** Aborts the reading of an expression. */
class Refused extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

interface Read {
  readonly part: Part;
  readonly type: FlowVariableType;
}

function understood(
  environment: Environment,
  read: (node: ASTNode) => Read,
  text: string,
): Expression | ExpressionProblem {
  if (text.length > FLOW_EXPRESSION_MAX) return { problem: 'tooLong', at: FLOW_EXPRESSION_MAX, detail: '' };
  try {
    const { part, type } = read(environment.parse(text).ast);
    return { part, type, names: new Set(namesIn(part)) };
  } catch (error) {
    return error instanceof Refused ? error.problem : { problem: 'syntax', ...where(error) };
  }
}

function where(error: unknown): { at: number; detail: string } {
  if (!(error instanceof Error)) return { at: 0, detail: String(error) };
  const range = 'range' in error ? error.range : undefined;
  const start = typeof range === 'object' && range !== null && 'start' in range ? range.start : 0;
  return { at: Number(start), detail: (error.message.split('\n', 1)[0] ?? '').trim() };
}

/** Turns what CEL parsed into the subset that flows know. */
function reader(flow: Pick<Flow, 'variables' | 'nodes'>): (node: ASTNode) => Read {
  const types = new Map<string, FlowVariableType>(FLOW_KNOWN.map((name) => [name, 'text']));
  for (const [name, { type }] of Object.entries(flow.variables)) types.set(name, type);
  const labels = labelsOf(flow);
  const yes = (part: Part): Read => ({ part, type: 'boolean' });

  return read;

  function read(node: ASTNode): Read {
    switch (node.op) {
      case 'value':
        return constant(node, node.args);
      case 'id':
        return named(node, node.args);
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return compared(node, node.op, node.args);
      case 'in':
        return oneOf(node, node.args);
      case '&&':
      case '||': {
        const sides = [only('boolean', node.args[0]), only('boolean', node.args[1])] as const;
        return yes({ op: node.op === '&&' ? 'and' : 'or', sides });
      }
      case '!_':
        return yes({ op: 'not', part: only('boolean', node.args) });
      case '-_': {
        const part = only('number', node.args);
        if (part.op === 'constant') return { part: { op: 'constant', value: -Number(part.value) }, type: 'number' };
        return { part: { op: 'sum', of: '-', sides: [{ op: 'constant', value: 0 }, part] }, type: 'number' };
      }
      case '+':
      case '-':
      case '*':
      case '/':
        return summed(node, node.op, node.args);
      case 'rcall':
        return questioned(node, node.args);
      default:
        return refuse(node, 'notKnown', wordOf(node));
    }
  }

  function refuse(
    { pos }: Pick<ASTNode, 'pos'>,
    problem: ExpressionProblem['problem'],
    detail: string,
    meant?: string,
  ): never {
    throw new Refused({ problem, at: pos, detail, ...(meant !== undefined && { nearest: meant }) });
  }

  function constant(node: ASTNode, value: unknown): Read {
    if (typeof value === 'string') return { part: { op: 'constant', value }, type: 'text' };
    if (typeof value === 'boolean') return { part: { op: 'constant', value }, type: 'boolean' };
    if (typeof value === 'number' || typeof value === 'bigint') {
      // No variable can hold a larger number.
      if (Math.abs(Number(value)) > FLOW_NUMBER_MAX) return refuse(node, 'notKnown', String(value));
      return { part: { op: 'constant', value: Number(value) }, type: 'number' };
    }
    return refuse(node, 'notKnown', String(value));
  }

  function named(node: ASTNode, name: string): Read {
    const type = types.get(name);
    if (type === undefined) return refuse(node, 'name', name, nearest(name, namesOf(flow)));
    return { part: { op: 'name', name }, type };
  }

  function only(type: FlowVariableType, node: ASTNode): Part {
    const found = read(node);
    return found.type === type ? found.part : refuse(node, 'type', found.type);
  }

  function compared(
    node: ASTNode,
    of: Extract<Part, { op: 'compare' }>['of'],
    [left, right]: readonly [ASTNode, ASTNode],
  ): Read {
    const sides = [read(left), read(right)] as const;
    const type = matched(sides[0], sides[1], right) ?? matched(sides[1], sides[0], left);
    if (type === undefined) return refuse(node, 'type', `${sides[0].type} ${of} ${sides[1].type}`);
    if (of !== '==' && of !== '!=' && type !== 'number' && type !== 'date') return refuse(node, 'type', type);
    return yes({ op: 'compare', of, sides: [sides[0].part, sides[1].part] });
  }

  /** The type in which two sides are compared. A date or a choice also compares with a text constant that fits it. */
  function matched(one: Read, other: Read, node: ASTNode): FlowVariableType | undefined {
    if (one.type === other.type) return one.type;
    if (other.part.op !== 'constant' || other.type !== 'text') return undefined;
    const value = String(other.part.value);
    if (one.type === 'date') return typedDate(value) === value ? 'date' : refuse(node, 'type', value);
    if (one.type !== 'choice' || one.part.op !== 'name') return undefined;
    const options = [...(labels.get(one.part.name)?.keys() ?? [])];
    return options.includes(value) ? 'choice' : refuse(node, 'option', value, nearest(value, options));
  }

  function oneOf(node: ASTNode, [left, list]: readonly [ASTNode, ASTNode]): Read {
    if (list.op !== 'list') return refuse(list, 'notKnown', wordOf(list));
    const found = read(left);
    const values = list.args.map((each) => {
      const value = read(each);
      if (value.part.op !== 'constant') return refuse(each, 'notKnown', wordOf(each));
      if (matched(found, value, each) === undefined) return refuse(each, 'type', `${found.type} in ${value.type}`);
      return value.part.value;
    });
    return values.length === 0 ? refuse(node, 'notKnown', '[]') : yes({ op: 'oneOf', part: found.part, values });
  }

  function summed(node: ASTNode, of: (typeof SUMS)[number], [left, right]: readonly [ASTNode, ASTNode]): Read {
    const [one, other] = [read(left), read(right)];
    const isText = of === '+' && one.type === 'text' && other.type === 'text';
    if (!isText && (one.type !== 'number' || other.type !== 'number'))
      return refuse(node, 'type', `${one.type} ${of} ${other.type}`);
    // Only a constant divisor other than 0, so that every division has a value.
    if (of === '/' && (other.part.op !== 'constant' || other.part.value === 0)) return refuse(right, 'byNought', '');
    return { part: { op: 'sum', of, sides: [one.part, other.part] }, type: one.type };
  }

  function questioned(node: ASTNode, [word, receiver, given]: readonly [string, ASTNode, readonly ASTNode[]]): Read {
    const of = QUESTIONS.find((each) => each === word);
    const [first] = given;
    if (of === undefined || first === undefined || given.length > 1) return refuse(node, 'notKnown', word);
    const part = only('text', receiver);
    const value = read(first);
    if (value.part.op !== 'constant' || value.type !== 'text' || value.part.value === '')
      return refuse(first, 'type', value.type);
    return yes({ op: 'question', of, part, value: String(value.part.value) });
  }
}

/** The word to name when a part of an expression is refused. */
function wordOf(node: ASTNode): string {
  return node.op === 'call' ? node.args[0] : node.op;
}

/** Visits an expression and all its parts, in pre-order. */
export function walk(part: Part, look: (part: Part) => void): void {
  look(part);
  for (const each of partsOf(part)) walk(each, look);
}

function partsOf(part: Part): readonly Part[] {
  if ('sides' in part) return part.sides;
  return 'part' in part ? [part.part] : [];
}

function namesIn(part: Part): string[] {
  const found: string[] = [];
  walk(part, (each) => {
    if (each.op === 'name') found.push(each.name);
  });
  return found;
}
