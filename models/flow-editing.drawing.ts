import type { Flow } from '../contract/flows/flow.ts';
import type { App } from '../src/machines/app.ts';
import type { FormValues } from '../src/machines/entities/forms.ts';
import type { FlowDocument, FlowEdit, FlowPlaces } from '../src/machines/flow-editing/flow-document.ts';
import type { FlowEditingContext } from '../src/machines/flow-editing/flow-editing.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { areEqual } from './reference.ts';

/** What each edit makes of a flow: of its steps by name, of their order as a list. Written anew, to compare with. */

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}

function placedIn(order: readonly string[], id: string, index: number): readonly string[] {
  const others = order.filter((each) => each !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}

/** Each step is in the outline once, those that nobody has put anywhere last. */
export function tidy(nodes: Flow['nodes'], { order, at }: FlowPlaces): FlowPlaces {
  const ids = Object.keys(nodes);
  const known = order.filter((id, index) => ids.includes(id) && order.indexOf(id) === index);
  return {
    order: [...known, ...ids.filter((id) => !known.includes(id))],
    at: Object.fromEntries(Object.entries(at).filter(([id]) => ids.includes(id))),
  };
}

export function drawn(document: FlowDocument, edit: FlowEdit): FlowDocument {
  const { flow, places } = document;
  const { nodes, variables } = flow;
  const node = 'id' in edit ? Object.entries(nodes).find(([id]) => id === edit.id)?.[1] : undefined;
  const withNodes = (after: Flow['nodes'], now = places): FlowDocument => ({
    ...document,
    flow: { ...flow, nodes: after },
    places: now,
  });
  switch (edit.of) {
    case 'named':
      return { ...document, name: edit.name };
    case 'started':
      return { ...document, flow: { ...flow, start: edit.id } };
    case 'variable': {
      const { name, type, initial } = edit;
      const others = without(variables, name);
      const own = type === null ? {} : { [name]: initial === undefined ? { type } : { type, initial } };
      return { ...document, flow: { ...flow, variables: { ...others, ...own } } };
    }
    case 'placed':
      return { ...document, places: { order: places.order, at: edit.at } };
    case 'replaced':
      return { ...document, flow: edit.flow, places: tidy(edit.flow.nodes, edit.places) };
    case 'several': {
      let now = document;
      for (const each of edit.edits) now = drawn(now, each);
      return now;
    }
    case 'added': {
      const at = edit.place === undefined ? places.at : { ...places.at, [edit.id]: edit.place };
      const order = placedIn(places.order, edit.id, edit.index);
      return node === undefined ? withNodes({ ...nodes, [edit.id]: edit.node }, { order, at }) : document;
    }
    case 'removed': {
      const order = places.order.filter((id) => id !== edit.id);
      return node === undefined
        ? document
        : withNodes(without(nodes, edit.id), { order, at: without(places.at, edit.id) });
    }
    case 'moved':
      if (node === undefined) return document;
      return { ...document, places: { order: placedIn(places.order, edit.id, edit.index), at: places.at } };
    case 'changed':
      return node === undefined ? document : withNodes({ ...nodes, [edit.id]: edit.node });
    case 'connected': {
      if (node === undefined) return document;
      const exits = { ...without(node.exits, edit.exit), ...(edit.to !== null && { [edit.exit]: edit.to }) };
      return withNodes({ ...nodes, [edit.id]: { ...node, exits } });
    }
  }
}

/** What is typed or moved in a row, and is one change; null for what stands alone. */
export function partOf(edit: FlowEdit): readonly string[] | null {
  if (edit.of === 'named') return [edit.of];
  if (edit.of === 'changed') return [edit.of, edit.id, edit.what];
  return edit.of === 'placed' && edit.what !== undefined ? [edit.of, edit.what] : null;
}

const end = { kind: 'end', label: null, text: 'Até logo!', finishes: true, exits: {} } as const;
const hello = { kind: 'say', label: null, content: { of: 'text', text: 'Olá!' }, exits: { next: 'meio' } } as const;
const half = { ...hello, label: 'Meio', exits: { next: 'fim' } } as const;

const workshop: Flow = {
  schema: 1,
  kind: 'passive',
  start: 'ola',
  variables: { pedido: { type: 'text', initial: 'nenhum' } },
  nodes: { ola: hello, meio: half, fim: end },
};

/** Its outline names one step twice and one that there isn't, and leaves one out. */
export const workshopValues: FormValues = {
  name: 'Oficina',
  flow: workshop,
  places: { order: ['ola', 'ola', 'nada', 'fim'], at: { meio: { x: 10, y: 20 }, nada: { x: 1, y: 1 } } },
};

/** Whether it is that one which is drawn on. */
export function isWorkshop(context: FlowEditingContext | undefined): boolean {
  return context?.saved?.name === 'Oficina';
}

function edit(of: { readonly form: 'flow'; readonly key: string }, made: FlowEdit): AppEvent {
  return { type: 'flow.edited', ...of, edit: made };
}

/** An edit of each kind; `now` is what is drawn, of which some write the other of two texts or places. */
export function drawingSamples(
  of: { readonly form: 'flow'; readonly key: string },
  now: (app: App) => FlowEditingContext | undefined,
) {
  const x = (app: App) => now(app)?.document?.places.at['meio']?.x ?? 0;
  const said = (app: App) => {
    const step = now(app)?.document?.flow.nodes['ola'];
    return step?.kind === 'say' && step.content.of === 'text' ? step.content.text : '';
  };
  return {
    'flow.edited: a step is put in between': edit(of, {
      of: 'added',
      id: 'novo',
      index: 1,
      node: half,
      place: { x: 5, y: 6 },
    }),
    'flow.edited: a step with a place is removed': edit(of, { of: 'removed', id: 'meio' }),
    'flow.edited: a step goes up': edit(of, { of: 'moved', id: 'fim', index: 0 }),
    'flow.edited: its text is typed': (app: App) =>
      edit(of, {
        of: 'changed',
        id: 'ola',
        what: 'text',
        node: { ...hello, content: { of: 'text', text: said(app) === 'Oi!' ? 'Oi' : 'Oi!' } },
      }),
    'flow.edited: its label is typed': (app: App) =>
      edit(of, {
        of: 'changed',
        id: 'ola',
        what: 'label',
        node: { ...hello, label: now(app)?.document?.flow.nodes['ola']?.label === 'Boas' ? 'Boas-vindas' : 'Boas' },
      }),
    'flow.edited: an exit leads elsewhere': edit(of, { of: 'connected', id: 'ola', exit: 'next', to: 'fim' }),
    'flow.edited: an exit leads nowhere': edit(of, { of: 'connected', id: 'ola', exit: 'next', to: null }),
    'flow.edited: it begins elsewhere': edit(of, { of: 'started', id: 'fim' }),
    'flow.edited: a variable begins otherwise': edit(of, {
      of: 'variable',
      name: 'pedido',
      type: 'text',
      initial: 'um',
    }),
    'flow.edited: a variable is gone': edit(of, { of: 'variable', name: 'pedido', type: null }),
    'flow.edited: a step is dragged': () => edit(of, { of: 'placed', at: { ola: { x: 30, y: 40 } } }),
    'flow.edited: a step is moved by keys': (app: App) =>
      edit(of, { of: 'placed', what: 'meio', at: { meio: { x: x(app) === 20 ? 30 : 20, y: 20 } } }),
    'flow.edited: all of it is replaced': () =>
      edit(of, {
        of: 'replaced',
        flow: { ...workshop, nodes: { ola: hello, fim: end, depois: half } },
        places: { order: ['fim', 'ola'], at: { ola: { x: 7, y: 8 }, meio: { x: 9, y: 9 } } },
      }),
    'flow.edited: a step is put behind another': edit(of, {
      of: 'several',
      edits: [
        { of: 'added', id: 'novo', index: 2, node: half },
        { of: 'connected', id: 'ola', exit: 'next', to: 'novo' },
        { of: 'connected', id: 'novo', exit: 'next', to: 'meio' },
      ],
    }),
    'flow.edited: the undone one is done again': (app: App): AppEvent => ({
      type: 'flow.edited',
      ...of,
      edit: now(app)?.future.at(-1) ?? { of: 'removed', id: 'nada' },
      by: 'redo',
    }),
  } as const;
}

/** Whether an edit changes nothing, as what it makes is there already. */
export function isDrawn(document: FlowDocument | null, event: AppEvent): boolean {
  return event.type === 'flow.edited' && document !== null && areEqual(drawn(document, event.edit), document);
}
