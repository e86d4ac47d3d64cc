import type { ASTNode } from '@marcbachmann/cel-js';
import type { FlowVariableType } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { walk } from './expression.ts';
import type { Expressions } from './expression.ts';
import { expressionsIn, isUnderstood } from './uses.ts';
import { typedDate } from './values.ts';
import type { Value } from './values.ts';

/** A value that nothing is known of: whatever depends on it goes both ways. */
export const UNKNOWN = null;
export type Sample = Value | null;

/** A text that no flow compares with. */
const ANY_TEXT = 'qualquer coisa';

const COMPARED: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * For each variable the values that stand for all that a customer or a server can say: each constant that it is compared with, and
 * points between and beyond. That is exact where a variable is only compared with constants; any other is unknown.
 */
export function samplesOf(flow: Flow, expressions: Expressions): ReadonlyMap<string, readonly Sample[]> {
  const constants = new Map<string, Set<Value>>(Object.keys(flow.variables).map((name) => [name, new Set()]));
  const inexact = new Set<string>();
  const decides = new Set<string>();
  for (const node of Object.values(flow.nodes)) {
    for (const { text, wanted } of expressionsIn(node)) {
      const parsed = expressions(text, wanted);
      if (!isUnderstood(parsed)) continue;
      for (const name of parsed.variables) decides.add(name);
      const exact = new Set<ASTNode>();
      walk(parsed.ast, (part) => {
        for (const [id, value] of comparisonsIn(part)) {
          if (id.op === 'id') constants.get(id.args)?.add(value);
          exact.add(id);
        }
        for (const id of conditionsIn(part)) exact.add(id);
      });
      walk(parsed.ast, (part) => {
        if (part.op === 'id' && !exact.has(part)) inexact.add(part.args);
      });
      if (parsed.ast.op === 'id' && wanted === 'bool') inexact.delete(parsed.ast.args);
    }
  }
  const options = optionsOf(flow);
  return new Map(
    Object.entries(flow.variables).map(([name, { type }]) => {
      if (!decides.has(name) || inexact.has(name)) return [name, [UNKNOWN]];
      const compared = [...(constants.get(name) ?? []), ...(options.get(name) ?? [])];
      return [name, between(type, compared)];
    }),
  );
}

/** The comparisons of a variable with a constant that a part of an expression is. */
function comparisonsIn(part: ASTNode): (readonly [id: ASTNode, value: Value])[] {
  if (part.op === 'in') {
    const [id, list] = part.args;
    if (id.op !== 'id' || list.op !== 'list') return [];
    const values = list.args.map(constantOf);
    return values.every((value) => value !== undefined) ? values.map((value) => [id, value] as const) : [];
  }
  if (!COMPARED.has(part.op) || !Array.isArray(part.args)) return [];
  const [left, right] = part.args as readonly [ASTNode, ASTNode];
  const [id, other] = left.op === 'id' ? [left, right] : [right, left];
  const value = constantOf(other);
  return id.op === 'id' && value !== undefined ? [[id, value]] : [];
}

/** Variables that are conditions themselves, as in `aceita && idade > 18`. */
function conditionsIn(part: ASTNode): ASTNode[] {
  if (part.op === '&&' || part.op === '||') return part.args.filter(({ op }) => op === 'id');
  if (part.op === '!_') return part.args.op === 'id' ? [part.args] : [];
  return part.op === '?:' && part.args[0].op === 'id' ? [part.args[0]] : [];
}

function constantOf(node: ASTNode): Value | undefined {
  if (node.op === '-_') {
    const value = constantOf(node.args);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.op !== 'value') return undefined;
  const value: unknown = node.args;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** The options that are saved to each variable. */
function optionsOf({ nodes }: Flow): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const node of Object.values(nodes)) {
    if (node.kind !== 'ask' || node.expects !== 'options' || node.saves === null) continue;
    found.set(node.saves, [...(found.get(node.saves) ?? []), ...node.options.map(({ id }) => id)]);
  }
  return found;
}

function between(type: FlowVariableType, compared: readonly Value[]): readonly Sample[] {
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'number':
      return aroundNumbers(compared.filter((value) => typeof value === 'number'));
    case 'date':
      return aroundDates(compared.filter((value) => typeof value === 'string'));
    case 'text':
    case 'choice':
      return [...new Set([ANY_TEXT, ...aroundTexts(compared.filter((value) => typeof value === 'string'))])];
  }
}

function aroundNumbers(compared: readonly number[]): number[] {
  const sorted = [...new Set(compared)].toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  const inner = sorted.flatMap((value, at) => {
    const next = sorted[at + 1];
    return next === undefined ? [value] : [value, (value + next) / 2];
  });
  return [...new Set([first - 1, ...inner, (sorted.at(-1) ?? 0) + 1])];
}

/** Texts are also compared by their order. */
function aroundTexts(compared: readonly string[]): string[] {
  return compared.flatMap((text) => [text, `${text}a`]);
}

function aroundDates(compared: readonly string[]): string[] {
  const days = compared.filter((text) => typedDate(text) !== undefined);
  const near = days.flatMap((day) => [-1, 0, 1].map((by) => shifted(day, by)));
  return near.length === 0 ? ['2026-01-15'] : [...new Set(near)].toSorted();
}

function shifted(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}
