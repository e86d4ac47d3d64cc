import { expect, it } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import { edited, inverseOf, ordered } from '../../src/machines/flow-editing/flow-document.ts';
import type { FlowDocument, FlowEdit } from '../../src/machines/flow-editing/flow-document.ts';

const flow = menu();
const document: FlowDocument = { name: 'Menu', flow, places: ordered(flow, { order: [], at: {} }) };
const end = { kind: 'end', label: null, text: 'Até logo!', finishes: true, exits: {} } as const;
const ask = flow.nodes['menu'];

const edits: readonly FlowEdit[] = [
  { of: 'named', name: 'Loja' },
  { of: 'added', id: 'novo', index: 1, node: end },
  { of: 'removed', id: 'menu' },
  { of: 'moved', id: 'fim', index: 0 },
  { of: 'changed', id: 'fim', what: 'text', node: end },
  { of: 'connected', id: 'menu', exit: 'other', to: 'fim' },
  { of: 'connected', id: 'menu', exit: 'vendas', to: null },
  { of: 'started', id: 'menu' },
  { of: 'variable', name: 'assunto', type: null },
  { of: 'variable', name: 'nota', type: 'number' },
  { of: 'variable', name: 'assunto', type: 'text', initial: 'nenhum' },
  { of: 'placed', at: { menu: { x: 10, y: 20 } } },
  { of: 'added', id: 'novo', index: 1, node: end, place: { x: 10, y: 20 } },
  {
    of: 'several',
    edits: [
      { of: 'removed', id: 'menu' },
      { of: 'added', id: 'menu', index: 0, node: end, place: { x: 1, y: 2 } },
      { of: 'connected', id: 'ola', exit: 'next', to: 'fim' },
    ],
  },
  { of: 'replaced', flow: { ...flow, start: 'fim', nodes: { fim: end } }, places: { order: [], at: {} } },
];

it.each(edits)('$of -> changes the flow, and its inverse restores it', (edit) => {
  const after = edited(document, edit);
  expect(after).not.toEqual(document);
  expect(edited(after, inverseOf(document, edit))).toEqual(document);
});

it('a step that is added and connected at once -> as often as it is done; the change itself stays as it is', () => {
  const node = { ...end, exits: {} };
  const edit = {
    of: 'several',
    edits: [
      { of: 'added', id: 'novo', index: 0, node },
      { of: 'connected', id: 'novo', exit: 'next', to: 'fim' },
    ],
  } as const;
  const once = edited(document, edit);
  expect(once.flow.nodes['novo']?.exits).toEqual({ next: 'fim' });
  expect(edited(document, edit)).toEqual(once);
  expect(node.exits).toEqual({});
});

it('a removed step that is added again -> the exits that led to it lead to it', () => {
  const edit = { of: 'removed', id: 'atendente' } as const;
  const after = edited(document, edit);
  expect(after.places.order).not.toContain('atendente');
  expect(edited(after, inverseOf(document, edit)).flow).toEqual(document.flow);
});

it('a step that somebody had put somewhere is removed and restored -> it is there again', () => {
  const placed = edited(document, { of: 'placed', at: { fim: { x: 5, y: 6 } } });
  const after = edited(placed, { of: 'removed', id: 'fim' });
  expect(after.places.at).toEqual({});
  expect(edited(after, inverseOf(placed, { of: 'removed', id: 'fim' }))).toEqual(placed);
});

it('what changes nothing -> the same document', () => {
  const same: readonly FlowEdit[] = [
    { of: 'removed', id: 'nada' },
    { of: 'started', id: flow.start },
    { of: 'connected', id: 'menu', exit: 'vendas', to: 'vendas' },
    { of: 'moved', id: 'ola', index: 0 },
    { of: 'variable', name: 'nada', type: null },
    { of: 'several', edits: [{ of: 'removed', id: 'nada' }] },
    ...(ask === undefined ? [] : [{ of: 'changed', id: 'menu', what: 'text', node: ask } as const]),
  ];
  for (const edit of same) expect(edited(document, edit)).toBe(document);
});

it('places that name steps twice, or ones that there aren’t -> each step once', () => {
  const { order } = ordered(flow, { order: ['fim', 'fim', 'nada', 'menu'], at: {} });
  expect(order.slice(0, 2)).toEqual(['fim', 'menu']);
  expect(order.toSorted()).toEqual(Object.keys(flow.nodes).toSorted());
});
