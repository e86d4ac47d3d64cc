import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { isProblem } from './expression.ts';
import type { Expression, ExpressionProblem, Expressions, Wanted } from './expression.ts';
import { namesIn } from './text.ts';

/** An expression of a step, and what it has to come to. */
export interface Written {
  readonly text: string;
  readonly wanted: Wanted;
}

/** The texts of a step that a customer or another server gets. */
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

export function expressionsIn(node: FlowNode): readonly Written[] {
  switch (node.kind) {
    case 'branch':
      return node.cases.map(({ when }) => ({ text: when, wanted: 'bool' }));
    case 'set':
      return node.target.of === 'tag' ? [] : [{ text: node.target.value, wanted: 'value' }];
    case 'request':
      return node.body.map(({ value }) => ({ text: value, wanted: 'value' }));
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

/** The flow's own variables that a step gives a value, by the exit at which it does. */
export function savedAt(node: FlowNode, exit: string): readonly string[] {
  if (node.kind === 'ask') return node.saves !== null && !WITHOUT_ANSWER.has(exit) ? [node.saves] : [];
  if (node.kind === 'set') return node.target.of === 'variable' ? [node.target.name] : [];
  return node.kind === 'request' && exit === 'ok' ? node.results.map(({ saves }) => saves) : [];
}

const WITHOUT_ANSWER: ReadonlySet<string> = new Set(['other', 'media', 'timeout']);

/** What the steps of a flow read: `decides` are variables that exits or other values depend on, `shows` those in texts. */
export interface Uses {
  readonly decides: ReadonlySet<string>;
  readonly shows: ReadonlySet<string>;
}

export function usesOf(node: FlowNode, { variables }: Pick<Flow, 'variables'>, expressions: Expressions): Uses {
  const isOwn = (name: string): boolean => Object.hasOwn(variables, name);
  const parsed = expressionsIn(node).map(({ text, wanted }) => expressions(text, wanted));
  return {
    decides: new Set(parsed.filter(isUnderstood).flatMap((each) => [...each.variables].filter(isOwn))),
    shows: new Set(textsOf(node).flatMap(namesIn).filter(isOwn)),
  };
}

export function isUnderstood(parsed: Expression | ExpressionProblem): parsed is Expression {
  return !isProblem(parsed);
}

/**
 * For each step the variables that may still be read from there on before they get another value, those in texts included.
 * What isn't among them needn't be remembered.
 */
export function liveVariables(flow: Flow, expressions: Expressions): ReadonlyMap<string, ReadonlySet<string>> {
  const nodes = Object.entries(flow.nodes);
  const read = new Map(
    nodes.map(([id, node]) => {
      const { decides, shows } = usesOf(node, flow, expressions);
      return [id, new Set([...decides, ...shows])];
    }),
  );
  const live = new Map(nodes.map(([id]) => [id, new Set(read.get(id))]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [id, node] of nodes) {
      const own = live.get(id);
      if (own === undefined) continue;
      const before = own.size;
      for (const [exit, target] of Object.entries(node.exits)) {
        const saved = savedAt(node, exit);
        for (const name of live.get(target) ?? []) if (!saved.includes(name)) own.add(name);
      }
      isChanged ||= own.size > before;
    }
  }
  return live;
}
