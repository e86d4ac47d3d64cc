import { expect, it } from 'vitest';
import { check } from '../../flows/check.ts';
import { exitsOf, nodeAt } from '../../flows/exits.ts';
import { flowTemplates } from '../../flows/templates/all.ts';
import { menu as template } from '../../flows/templates/menu.ts';
import { edited, ordered } from '../../src/machines/flow-editing/flow-document.ts';
import type { FlowDocument, FlowPlaces } from '../../src/machines/flow-editing/flow-document.ts';
import { arranged } from '../../src/views/administration/flows/canvas/arranged.ts';
import {
  BOX_GAP,
  BOX_HEAD,
  BOX_WIDTH,
  boxHeight,
  completed,
  exitLevel,
  linesOf,
  mainLinks,
} from '../../src/views/administration/flows/canvas/drawing.ts';
import { rounded } from '../../src/views/administration/flows/canvas/rounded.ts';
import { partOf, pasted } from '../../src/views/administration/flows/steps-clipboard.ts';
import { flow, menu, say } from '../flows/builders.ts';

type Flow = FlowDocument['flow'];

function documentOf(of: Flow): FlowDocument {
  return { name: 'Fluxo', flow: of, places: ordered(of, { order: [], at: {} }) };
}

function overlaps(document: FlowDocument, at: FlowPlaces['at']): readonly string[] {
  const boxes = Object.entries(at).map(([id, place]) => {
    const node = nodeAt(document.flow, id);
    return { id, ...place, height: node === undefined ? 0 : boxHeight(node) };
  });
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < BOX_WIDTH && one.y < other.y + other.height && other.y < one.y + one.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  );
}

const given = { departmentId: '1', url: 'https://loja.example/pedidos' };

it.each(Object.entries(flowTemplates))('template %s arranged -> each box has its place, none on another', (_, make) => {
  const document = documentOf(make(given));
  const at = arranged(document);
  expect(Object.keys(at).toSorted()).toEqual(document.places.order.toSorted());
  expect(overlaps(document, at)).toEqual([]);
});

it('the first step’s usual exit -> a straight line into the next one’s head', () => {
  const document = documentOf(template());
  const at = arranged(document);
  const line = linesOf(document.flow, mainLinks(document), at).find(({ from }) => from === document.flow.start);
  expect(line?.into).toBe('head');
  const from = at[line?.from ?? ''];
  const to = at[line?.to ?? ''];
  expect((to?.y ?? 0) + BOX_HEAD).toBe((from?.y ?? 0) + exitLevel(0));
});

it('what leads back -> behind what leads to it; what nothing leads to -> right before what it leads to itself', () => {
  const document = documentOf(
    flow({
      before: say('A', { next: 'loose' }),
      loose: say('B', { next: 'third' }),
      start: say('1', { next: 'second' }),
      second: say('2', { next: 'third' }),
      third: menu('3', { again: 'second', over: 'bye' }),
    }),
  );
  const at = arranged(document);
  expect(overlaps(document, at)).toEqual([]);
  const ids = ['start', 'second', 'third', 'bye', 'loose', 'before'];
  expect(ids.map((id) => (at[id]?.x ?? Number.NaN) / (BOX_WIDTH + BOX_GAP))).toEqual([0, 1, 2, 3, 1, 0]);
});

it('500 steps -> each has its place, none on another', () => {
  const steps = Array.from({ length: 498 }, (_, at) => {
    const next = at === 497 ? 'bye' : `s${at + 1}`;
    return [`s${at}`, menu('?', { next, later: `s${Math.min(497, at + 9)}`, back: `s${at >> 1}` })] as const;
  });
  const document = documentOf(flow(Object.fromEntries(steps), { start: 's0' }));
  const at = arranged(document);
  expect(Object.keys(at)).toHaveLength(500);
  expect(overlaps(document, at)).toEqual([]);
});

it('a step far away or behind -> named at the exit, without a line; one below is entered from above', () => {
  const document = documentOf(template());
  const at = arranged(document);
  const [line] = linesOf(document.flow, mainLinks(document), at);
  if (line === undefined) throw new Error('no line');
  const node = nodeAt(document.flow, line.from);
  const { x, y } = at[line.from] ?? { x: 0, y: 0 };
  const led = (place: { readonly x: number; readonly y: number }) =>
    linesOf(document.flow, mainLinks(document), { ...at, [line.to]: place }).find(
      ({ from, exit }) => from === line.from && exit === line.exit,
    );
  expect(led({ x: x + 900, y })).toBeUndefined();
  expect(led({ x: x - 400, y })).toBeUndefined();
  expect(led({ x, y: y + (node === undefined ? 0 : boxHeight(node)) + 40 })?.into).toBe('top');
});

it('steps that nobody has put anywhere -> free places beside those that lead to them', () => {
  const document = documentOf(template());
  const at = completed(document, { [document.flow.start]: { x: 0, y: 0 } });
  expect(Object.keys(at).toSorted()).toEqual(document.places.order.toSorted());
  expect(overlaps(document, at)).toEqual([]);
});

it('steps are copied and pasted -> new ids, exits among them lead to the copies, and the flow is still sound', () => {
  const document = documentOf(template());
  const change = pasted(document, partOf(document, document.places.order), null);
  if (change === null) throw new Error('no room');
  const after = edited(document, change);
  expect(after.places.order).toHaveLength(document.places.order.length * 2);
  const fresh = after.places.order.slice(document.places.order.length);
  for (const id of fresh) {
    const node = nodeAt(after.flow, id);
    for (const exit of node === undefined ? [] : exitsOf(node)) expect(fresh).toContain(node?.exits[exit]);
  }
  const [begin] = fresh;
  if (begin === undefined) throw new Error('nothing pasted');
  const findings = check({ ...after.flow, start: begin }).findings.filter(({ property }) => property !== 'reached');
  expect(findings).toEqual([]);
});

it('steps of another flow are pasted -> the variables that they use come along, exits to nowhere don’t', () => {
  const document = documentOf(template());
  const { assunto: _, ...variables } = document.flow.variables;
  const other: FlowDocument = { ...document, flow: { ...document.flow, variables, nodes: {}, start: 'nada' } };
  const empty = { ...other, places: ordered(other.flow, { order: [], at: {} }) };
  const change = pasted(empty, partOf(document, ['menu']), null);
  if (change === null) throw new Error('no room');
  const after = edited(empty, change);
  expect(Object.keys(after.flow.variables)).toContain('assunto');
  const [id] = after.places.order;
  expect(nodeAt(after.flow, id ?? '')?.exits).toEqual({});
});

it('corners -> rounded, shorter legs less', () => {
  expect(
    rounded(
      [
        [0, 0],
        [20, 0],
        [20, 8],
      ],
      9,
    ),
  ).toBe('M0 0L11 0Q20 0 20 4L20 8');
});
