import { FLOW_KNOWN } from '../contract/facts/flows.ts';
import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { exitsOf, nextOf, nodeAt, own } from './exits.ts';
import { isProblem } from './expression.ts';
import type { Expression, Expressions } from './expression.ts';
import { namesIn } from './text.ts';

/** The texts of a step that go to a customer or another server. */
export function textsOf(node: FlowNode): readonly string[] {
  switch (node.kind) {
    case 'say':
      return contentTexts(node.content);
    case 'ask':
      return node.again === null ? [node.text] : [node.text, node.again];
    case 'handoff':
    case 'end':
      return node.text === null ? [] : [node.text];
    case 'request':
      return [node.url];
    case 'branch':
    case 'hours':
    case 'set':
    case 'pause':
    case 'call':
    case 'goto':
      return [];
  }
}

function contentTexts(content: Extract<FlowNode, { kind: 'say' }>['content']): readonly string[] {
  switch (content.of) {
    case 'text':
      return [content.text];
    case 'media':
      return content.caption === null ? [] : [content.caption];
    case 'template':
      return Object.values(content.values);
    case 'link':
      return [content.text, content.label, content.url];
  }
}

export function expressionsIn(node: FlowNode): readonly string[] {
  switch (node.kind) {
    case 'branch':
      return node.cases.map(({ when }) => when);
    case 'set':
      return node.target.of === 'tag' ? [] : [node.target.value];
    case 'request':
      return node.body.map(({ value }) => value);
    case 'say':
    case 'ask':
    case 'hours':
    case 'pause':
    case 'call':
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

/** The variables that a step sets when it is left by an exit. */
export function savedAt(node: FlowNode, exit: string): readonly string[] {
  if (node.kind === 'ask') return node.saves !== null && !WITHOUT_ANSWER.has(exit) ? [node.saves] : [];
  if (node.kind === 'set') return node.target.of === 'variable' ? [node.target.name] : [];
  return node.kind === 'request' && exit === 'ok' ? node.results.map(({ saves }) => saves) : [];
}

const WITHOUT_ANSWER: ReadonlySet<string> = new Set(['other', 'media', 'timeout']);

/** The expressions among the texts that are valid. */
export function understood(texts: readonly string[], expressions: Expressions): Expression[] {
  return texts.flatMap((text) => {
    const parsed = expressions(text);
    return isProblem(parsed) ? [] : [parsed];
  });
}

/** The flow's own variables that must be set at a step. */
export function neededBy(node: FlowNode, { variables }: Pick<Flow, 'variables'>, expressions: Expressions): string[] {
  const decides = understood(expressionsIn(node), expressions).flatMap(({ names }) => [...names]);
  const all = [...decides, ...textsOf(node).flatMap(namesIn)];
  return [...new Set(all)].filter((name) => Object.hasOwn(variables, name));
}

/** The live names at each step: those whose values may still decide an exit before they are set again. */
export type Deciding = ReadonlyMap<string, ReadonlySet<string>>;

/** Liveness by a fixed point: only live values need remembering. Whether a variable is set is checked separately. */
export function decidingIn(flow: Flow, expressions: Expressions): Deciding {
  const nodes = Object.entries(flow.nodes);
  const found = new Map(nodes.map(([id]) => [id, new Set<string>()]));
  const before = new Map<string, string[]>();
  for (const [id, node] of nodes) {
    for (const target of nextOf(node)) {
      const all = before.get(target);
      if (all === undefined) before.set(target, [id]);
      else all.push(id);
    }
  }
  const waiting = new Set(nodes.map(([id]) => id).toReversed());
  // A worklist: the loop also visits what it adds, until nothing changes.
  for (const id of waiting) {
    waiting.delete(id);
    const names = found.get(id);
    const node = nodeAt(flow, id);
    if (names === undefined || node === undefined) continue;
    const size = names.size;
    for (const name of decidingAt(node, found, expressions)) names.add(name);
    if (names.size > size) for (const each of before.get(id) ?? []) waiting.add(each);
  }
  return found;
}

function decidingAt(node: FlowNode, after: Deciding, expressions: Expressions): string[] {
  const onward = exitsOf(node).flatMap((exit) => {
    const saved = savedAt(node, exit);
    return [...(after.get(own(node.exits, exit) ?? '') ?? [])].filter((name) => !saved.includes(name));
  });
  if (node.kind === 'branch')
    return [...onward, ...understood(expressionsIn(node), expressions).flatMap(({ names }) => [...names])];
  if (node.kind !== 'set' || node.target.of !== 'variable') return onward;
  const { name, value } = node.target;
  const isWanted = nextOf(node).some((target) => after.get(target)?.has(name) === true);
  return isWanted ? [...onward, ...understood([value], expressions).flatMap(({ names }) => [...names])] : onward;
}

/** The expressions on which exits depend. */
export function decidingExpressions(flow: Flow, deciding: Deciding, expressions: Expressions): Expression[] {
  const texts = Object.values(flow.nodes).flatMap((node) => {
    if (node.kind === 'branch') return expressionsIn(node);
    if (node.kind !== 'set' || node.target.of !== 'variable') return [];
    const { name, value } = node.target;
    return nextOf(node).some((target) => deciding.get(target)?.has(name) === true) ? [value] : [];
  });
  return understood([...new Set(texts)], expressions);
}

/** What every flow knows about its customer, whoever that is. */
const KNOWN: ReadonlySet<string> = new Set(FLOW_KNOWN);

/**
 * Whether a name has some value from the beginning: known names do, and so do variables with an initial value. It may
 * be any value, as a given one replaces the initial one.
 */
export function hasValueAnyway({ variables }: Pick<Flow, 'variables'>, name: string): boolean {
  return KNOWN.has(name) || own(variables, name)?.initial !== undefined;
}

/** All names that have some value from the beginning. */
export function valuedAnyway({ variables }: Pick<Flow, 'variables'>): string[] {
  return [...KNOWN, ...Object.keys(variables).filter((name) => variables[name]?.initial !== undefined)];
}
