import { castDraft, produce } from 'immer';
import type { Draft } from 'immer';
import type { FlowVariableType } from '../../../contract/facts/flows.ts';
import type { Flow, FlowNode, FlowVariable } from '../../../contract/flows/flow.ts';

/** What is edited: a flow, the order in which the outline lists its steps, and where the drawing has them. */
export interface FlowDocument {
  readonly name: string;
  readonly flow: Flow;
  readonly places: FlowPlaces;
}

// Types, not interfaces: they are values of a form's fields.
export type FlowPlaces = {
  readonly order: readonly string[];
  readonly at: Readonly<Record<string, FlowPlace>>;
};

export type FlowPlace = { readonly x: number; readonly y: number };

/** A change; each has its inverse. */
export type FlowEdit =
  | { readonly of: 'named'; readonly name: string }
  /** Exits that lead to a step's id stay when it is removed, so that adding it again restores them. */
  | {
      readonly of: 'added';
      readonly id: string;
      readonly index: number;
      readonly node: FlowNode;
      readonly place?: FlowPlace;
    }
  | { readonly of: 'removed'; readonly id: string }
  | { readonly of: 'moved'; readonly id: string; readonly index: number }
  /** `what`: the part that is being typed; changes of the same are undone at once. */
  | { readonly of: 'changed'; readonly id: string; readonly what: string; readonly node: FlowNode }
  | { readonly of: 'connected'; readonly id: string; readonly exit: string; readonly to: string | null }
  | { readonly of: 'started'; readonly id: string }
  | {
      readonly of: 'variable';
      readonly name: string;
      readonly type: FlowVariableType | null;
      readonly initial?: FlowVariable['initial'];
    }
  /** `what`: the steps that are being moved by keys; such moves of the same are undone at once. */
  | { readonly of: 'placed'; readonly at: FlowPlaces['at']; readonly what?: string }
  | { readonly of: 'replaced'; readonly flow: Flow; readonly places: FlowPlaces }
  /** In their order, undone at once. */
  | { readonly of: 'several'; readonly edits: readonly FlowEdit[] };

/** The document after a change; the same one if it changes nothing. */
export function edited(document: FlowDocument, edit: FlowEdit): FlowDocument {
  // One by one: a draft would write into what an earlier edit of the same recipe brought.
  if (edit.of === 'several') return edit.edits.reduce(edited, document);
  return produce(document, (draft) => apply(draft, edit));
}

function apply(draft: Draft<FlowDocument>, edit: Exclude<FlowEdit, { of: 'several' }>): void {
  const { flow, places } = draft;
  switch (edit.of) {
    case 'named':
      draft.name = edit.name;
      return;
    case 'added':
      if (has(flow.nodes, edit.id)) return;
      flow.nodes[edit.id] = castDraft(edit.node);
      places.order.splice(edit.index, 0, edit.id);
      if (edit.place !== undefined) places.at[edit.id] = castDraft(edit.place);
      return;
    case 'removed':
      if (!has(flow.nodes, edit.id)) return;
      delete flow.nodes[edit.id];
      delete places.at[edit.id];
      places.order = places.order.filter((id) => id !== edit.id);
      return;
    case 'moved': {
      if (!has(flow.nodes, edit.id)) return;
      const order = places.order.filter((id) => id !== edit.id);
      order.splice(edit.index, 0, edit.id);
      if (order.some((id, index) => places.order[index] !== id)) places.order = order;
      return;
    }
    case 'changed':
      if (has(flow.nodes, edit.id)) flow.nodes[edit.id] = castDraft(edit.node);
      return;
    case 'connected': {
      const node = nodeOf(draft, edit.id);
      if (node === undefined) return;
      if (edit.to !== null) node.exits[edit.exit] = edit.to;
      else if (has(node.exits, edit.exit)) delete node.exits[edit.exit];
      return;
    }
    case 'started':
      flow.start = edit.id;
      return;
    case 'variable': {
      const { name, type, initial } = edit;
      const before = variableOf(draft, name);
      if ((before?.type ?? null) === type && before?.initial === initial) return;
      if (type === null) delete flow.variables[name];
      else flow.variables[name] = { type, ...(initial !== undefined && { initial }) };
      return;
    }
    case 'placed':
      places.at = castDraft(edit.at);
      return;
    case 'replaced':
      draft.flow = castDraft(edit.flow);
      draft.places = castDraft(ordered(edit.flow, edit.places));
  }
}

interface Undone {
  readonly now: FlowDocument;
  readonly inverses: readonly FlowEdit[];
}

/** The change that undoes a change of the document. */
export function inverseOf(document: FlowDocument, edit: FlowEdit): FlowEdit {
  const { flow, places } = document;
  switch (edit.of) {
    case 'named':
      return { of: 'named', name: document.name };
    case 'added':
      // One that is there already stays.
      return nodeOf(document, edit.id) === undefined ? { of: 'removed', id: edit.id } : edit;
    case 'removed': {
      const node = nodeOf(document, edit.id);
      // One that isn't there is removed again.
      if (node === undefined) return edit;
      const place = placeOf(document, edit.id);
      const index = places.order.indexOf(edit.id);
      return { of: 'added', id: edit.id, index, node, ...(place !== undefined && { place }) };
    }
    case 'moved':
      return { of: 'moved', id: edit.id, index: places.order.indexOf(edit.id) };
    case 'changed':
      return { ...edit, node: nodeOf(document, edit.id) ?? edit.node };
    case 'connected': {
      const node = nodeOf(document, edit.id);
      return { ...edit, to: (node && targetOf(node, edit.exit)) ?? null };
    }
    case 'started':
      return { of: 'started', id: flow.start };
    case 'variable': {
      const { type = null, initial } = variableOf(document, edit.name) ?? {};
      return { of: 'variable', name: edit.name, type, ...(initial !== undefined && { initial }) };
    }
    case 'placed':
      return { ...edit, at: places.at };
    case 'replaced':
      return { of: 'replaced', flow, places };
    case 'several': {
      const { inverses } = edit.edits.reduce<Undone>(
        (before, each) => ({
          now: edited(before.now, each),
          inverses: [inverseOf(before.now, each), ...before.inverses],
        }),
        { now: document, inverses: [] },
      );
      return { of: 'several', edits: inverses };
    }
  }
}

export function nodeOf({ flow }: Pick<FlowDocument, 'flow'>, id: string): FlowNode | undefined {
  return has(flow.nodes, id) ? flow.nodes[id] : undefined;
}

function variableOf({ flow }: Pick<FlowDocument, 'flow'>, name: string): FlowVariable | undefined {
  return has(flow.variables, name) ? flow.variables[name] : undefined;
}

/** Where the drawing has a step; undefined if nobody has put it anywhere. */
function placeOf({ places }: Pick<FlowDocument, 'places'>, id: string): FlowPlace | undefined {
  return has(places.at, id) ? places.at[id] : undefined;
}

/** Where an exit leads; undefined for nowhere yet. */
function targetOf({ exits }: FlowNode, exit: string): string | undefined {
  return has(exits, exit) ? exits[exit] : undefined;
}

/** Places of the steps that there are: each is named once, those that weren't come behind. */
export function ordered({ nodes }: Pick<Flow, 'nodes'>, places: FlowPlaces): FlowPlaces {
  const known = [...new Set(places.order)].filter((id) => has(nodes, id));
  const others = Object.keys(nodes).filter((id) => !known.includes(id));
  const at = Object.fromEntries(Object.entries(places.at).filter(([id]) => has(nodes, id)));
  return { order: [...known, ...others], at };
}

/** Names are people's, and `constructor` is one that each object has anyway. */
function has(record: object, name: string): boolean {
  return Object.hasOwn(record, name);
}
