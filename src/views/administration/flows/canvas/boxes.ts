import { Position, type Edge, type Node } from '@xyflow/react';
import type { Finding } from '../../../../../flows/check.ts';
import { exitsOf, nodeAt, own } from '../../../../../flows/exits.ts';
import type { Flow, FlowNode } from '../../../../machines/entities/flows.ts';
import type { FlowDocument, FlowPlace, FlowPlaces } from '../../../../machines/flow-editing/flow-document.ts';
import { isWrongExit, problemsAt } from '../problems.ts';
import type { FlowWords } from '../use-flow-words.ts';
import { shareOf, type Funnel } from '../use-funnel.ts';
import { BOX_HEAD, BOX_WIDTH, boxHeight, exitLevel } from './drawing.ts';
import type { Line } from './drawing.ts';

/** An exit at its box: a line, another step's name, or that it leads nowhere. */
export interface BoxExit {
  readonly id: string;
  readonly label: string;
  readonly as: 'line' | 'name' | 'loop' | 'loose';
  /** The step it leads to, unless a line does. */
  readonly to: string | null;
  readonly toName: string;
  readonly isWrong: boolean;
  /** Of those who came to the step, who left by it; null without a funnel. */
  readonly share: number | null;
}

// A type, not an interface: it is data of React Flow's.
export type BoxData = {
  readonly kind: FlowNode['kind'];
  readonly kindName: string;
  readonly name: string;
  readonly about: string;
  /** Of a flow that customers begin, or the company; null elsewhere. */
  readonly start: Flow['kind'] | null;
  readonly problems: number;
  /** How often it was come to; null without a funnel. */
  readonly entered: number | null;
  readonly exits: readonly BoxExit[];
  /** In a conversation that is played: when it is come to. */
  readonly turn: string | null;
  /** `fault`: where the conversation fails. `off`: not come to, or not what is searched. */
  readonly as: 'plain' | 'played' | 'fault' | 'off';
};

export type Box = Node<BoxData, 'step'>;

type ExitData = {
  readonly as: 'plain' | 'wrong' | 'played' | 'fault' | 'off';
  /** Of the box that it leaves. */
  readonly height: number;
};
export type ExitEdge = Edge<ExitData, 'exit'>;

/** What a conversation that is played goes through. */
export interface Played {
  /** Steps with the numbers of their turns. */
  readonly steps: ReadonlyMap<string, string>;
  /** Pairs `from to`. */
  readonly ways: ReadonlySet<string>;
  readonly fault: string;
}

interface Drawn {
  readonly document: FlowDocument;
  readonly words: FlowWords;
  readonly findings: readonly Finding[];
  readonly at: FlowPlaces['at'];
  readonly played: Played | null;
  readonly found: readonly string[] | null;
  readonly funnel: Funnel | null;
}

/** What boxes show, by step. */
export function boxesOf(drawn: Drawn, lines: readonly Line[]): ReadonlyMap<string, BoxData> {
  const { document, words, findings, played, found, funnel } = drawn;
  const { flow, places } = document;
  const isLine = new Set(lines.map(({ from, exit }) => `${from} ${exit}`));
  return new Map(
    places.order.flatMap((id): [string, BoxData][] => {
      const node = nodeAt(flow, id);
      if (node === undefined) return [];
      const came = funnel?.steps.get(id);
      const turn = played?.steps.get(id) ?? null;
      const exits = exitsOf(node).map((exit): BoxExit => {
        const to = own(node.exits, exit);
        const isLoose = to === undefined || nodeAt(flow, to) === undefined;
        const as = isLoose ? 'loose' : to === id ? 'loop' : isLine.has(`${id} ${exit}`) ? 'line' : 'name';
        return {
          id: exit,
          label: words.exit(node, exit),
          as,
          to: isLoose || as === 'line' ? null : to,
          toName: isLoose ? '' : words.step(to),
          isWrong: isLoose || isWrongExit(findings, flow, id, exit),
          share: came === undefined ? null : shareOf(came, exit),
        };
      });
      const data: BoxData = {
        kind: node.kind,
        kindName: words.kind(node.kind),
        name: words.step(id),
        about: words.detail(node),
        start: flow.start === id ? flow.kind : null,
        entered: funnel === null ? null : (came?.entered ?? 0),
        problems: problemsAt(id, node, flow, findings),
        exits,
        turn,
        as: lookOfBox(id, played, found),
      };
      return [[id, data]];
    }),
  );
}

export function boxOf(id: string, data: BoxData, node: FlowNode, position: FlowPlace, isSelected: boolean): Box {
  const height = boxHeight(node);
  const port = { width: 8, height: 8 };
  return {
    id,
    type: 'step',
    position,
    data,
    width: BOX_WIDTH,
    height,
    // Known beforehand, also of boxes that aren't drawn as they are out of sight.
    measured: { width: BOX_WIDTH, height },
    selected: isSelected,
    deletable: false,
    handles: [
      { ...port, type: 'target', id: 'head', position: Position.Left, x: -4, y: BOX_HEAD - 4 },
      { ...port, type: 'target', id: 'top', position: Position.Top, x: BOX_WIDTH / 2 - 4, y: -4 },
      ...exitsOf(node).map((exit, index) => ({
        ...port,
        type: 'source' as const,
        id: exit,
        position: Position.Right,
        x: BOX_WIDTH - 4,
        y: exitLevel(index) - 4,
      })),
    ],
  };
}

/** Lines, and exits that wrongly lead back to their own step. */
export function edgesOf(
  { document, words, findings, played }: Drawn,
  lines: readonly Line[],
  selected: string | null,
  say: (from: string, exit: string, to: string) => string,
): readonly ExitEdge[] {
  const { flow, places } = document;
  const loops = places.order.flatMap((id): Line[] => {
    const node = nodeAt(flow, id);
    if (node === undefined) return [];
    return exitsOf(node)
      .filter((exit) => own(node.exits, exit) === id && isWrongExit(findings, flow, id, exit))
      .slice(0, 1)
      .map((exit) => ({ from: id, exit, to: id, into: 'head' }));
  });
  return [...lines, ...loops].map(({ from, exit, to, into }): ExitEdge => {
    const id = `${from} ${exit}`;
    const node = nodeAt(flow, from);
    return {
      id,
      type: 'exit',
      source: from,
      sourceHandle: exit,
      target: to,
      targetHandle: into,
      selected: id === selected,
      deletable: false,
      reconnectable: 'target',
      ariaLabel: say(words.step(from), node === undefined ? exit : words.exit(node, exit), words.step(to)),
      data: { as: lookOf(from, to, played), height: node === undefined ? 0 : boxHeight(node) },
    };
  });
}

function lookOfBox(id: string, played: Played | null, found: readonly string[] | null): BoxData['as'] {
  if (played === null) return found === null || found.includes(id) ? 'plain' : 'off';
  if (played.fault === id) return 'fault';
  return played.steps.has(id) ? 'played' : 'off';
}

function lookOf(from: string, to: string, played: Played | null): ExitData['as'] {
  if (played === null) return from === to ? 'wrong' : 'plain';
  if (!played.ways.has(`${from} ${to}`)) return 'off';
  return from === to ? 'fault' : 'played';
}
