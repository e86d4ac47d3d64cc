import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { own } from './exits.ts';
import { isProblem } from './expression.ts';
import type { Expression, Expressions } from './expression.ts';
import { nearest } from './nearest.ts';
import { labelsOf, namesIn, namesOf } from './text.ts';
import { expressionsIn, textsOf } from './uses.ts';
import { typedDate, TYPES_TAKING } from './values.ts';

/** A name that a step uses but that doesn't exist, with the one that was probably meant. */
export interface UnknownName {
  readonly name: string;
  readonly nearest?: string;
}

export function unknownNames(node: FlowNode, flow: Flow): UnknownName[] {
  const all = namesOf(flow);
  const saved = Object.keys(flow.variables);
  const wrong = (name: string, of: readonly string[]): UnknownName[] => {
    if (of.includes(name)) return [];
    const meant = nearest(name, of);
    return [{ name, ...(meant !== undefined && { nearest: meant }) }];
  };
  return [
    ...[...new Set(textsOf(node).flatMap(namesIn))].flatMap((name) => wrong(name, all)),
    ...savesOf(node).flatMap((name) => wrong(name, saved)),
  ];
}

function savesOf(node: FlowNode): string[] {
  if (node.kind === 'ask') return node.saves === null ? [] : [node.saves];
  if (node.kind === 'set') return node.target.of === 'variable' ? [node.target.name] : [];
  return node.kind === 'request' ? node.results.map(({ saves }) => saves) : [];
}

/** The variables and expressions of a step that have the wrong type. */
export function wrongTypes(node: FlowNode, flow: Flow, expressions: Expressions): string[] {
  switch (node.kind) {
    case 'ask': {
      const type = node.saves === null ? undefined : own(flow.variables, node.saves)?.type;
      return node.saves === null || type === undefined || TYPES_TAKING[node.expects].includes(type) ? [] : [node.saves];
    }
    case 'branch':
      return expressionsIn(node).filter((text) => {
        const parsed = expressions(text);
        return !isProblem(parsed) && parsed.type !== 'boolean';
      });
    case 'set': {
      if (node.target.of !== 'variable') return [];
      const { name, value } = node.target;
      const parsed = expressions(value);
      return isProblem(parsed) || isKept(parsed, name, flow) ? [] : [name];
    }
    case 'request':
      // Option ids are internal to the flow: no server answers with one.
      return savesOf(node).filter((name) => own(flow.variables, name)?.type === 'choice');
    case 'say':
    case 'hours':
    case 'pause':
    case 'call':
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

/** Whether a variable can hold an expression's value. */
function isKept({ part, type }: Expression, name: string, flow: Flow): boolean {
  const wanted = own(flow.variables, name)?.type;
  // A variable that doesn't exist is reported by itself.
  if (wanted === undefined) return true;
  if (wanted === 'choice' || wanted === 'date') {
    if (part.op !== 'constant') return wanted === type && wanted === 'date';
    const value = String(part.value);
    return wanted === 'date' ? typedDate(value) === value : labelsOf(flow).get(name)?.has(value) === true;
  }
  return wanted === type;
}
