import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { allStates, allTransitions } from '../paths-outline.ts';
import type { StateOutline } from '../paths-outline.ts';
import type { ArrowData, BoxData, DiagramData } from './report-model.ts';
import { labelLines, LINES_MAX, stateInWords } from './report-words.ts';
import type { Language } from './report-words.ts';

/* Where a statechart's states, arrows and labels are, so that nothing lies on anything else. */

const LANGUAGES: readonly Language[] = ['pt-BR', 'en'];
/** What leads out of every state begins here. */
const ANY = '*';
const CHARACTER = 7.6;
const LABEL_CHARACTER = 6.3;
const LINE = 15;

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  // States in the order of the machine, which tells a story.
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '3',
  'elk.padding': '[top=34,left=16,bottom=16,right=16]',
};

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly events: string[];
  covered: boolean;
}

export async function layOut(root: StateOutline): Promise<DiagramData> {
  const arrows = arrowsOf(root);
  const any = arrows.some(({ from }) => from === ANY) ? [{ id: ANY, width: 110, height: 30 }] : [];
  const wanted: ElkNode = {
    id: 'root',
    layoutOptions: options,
    children: [...any, ...root.states.map(nodeOf)],
    edges: arrows.map(edgeOf),
  };
  const graph: ElkNode = await new Elk().layout(wanted);
  const places = new Map(nodesIn(graph).map((node) => [node.id, node]));
  const boxes = allStates(root).map((state): BoxData => boxOf(state, places.get(state.path)));
  const anywhere = places.get(ANY);
  if (anywhere !== undefined) {
    boxes.push({ ...boxOf({ ...root, path: ANY, type: 'atomic' }, anywhere), type: 'any', isLeaf: true });
  }
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    boxes,
    arrows: arrows.map((arrow, at) =>
      arrowData(
        arrow,
        edgesIn(graph).find(({ id }) => id === String(at)),
      ),
    ),
  };
}

/** Arrows between different states, one for each pair of them; what stays isn't drawn. */
function arrowsOf(root: StateOutline): readonly Arrow[] {
  const found = new Map<string, Arrow>();
  for (const { from, transition } of allTransitions(root)) {
    for (const to of transition.targets) {
      if (to === from.path) continue;
      const key = `${from.path} ${to}`;
      const arrow = found.get(key) ?? { from: from.path || ANY, to, events: [], covered: true };
      const event = transition.event ?? '';
      if (!arrow.events.includes(event)) arrow.events.push(event);
      arrow.covered &&= transition.covered;
      found.set(key, arrow);
    }
  }
  return [...found.values()];
}

function nodeOf(state: StateOutline): ElkNode {
  const width = Math.ceil(longest((language) => [stateInWords(state.name, language)]) * CHARACTER + 32);
  if (state.states.length === 0) return { id: state.path, width: Math.max(90, width), height: 36 };
  return {
    id: state.path,
    layoutOptions: {
      'elk.padding': options['elk.padding'],
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, 60)`,
    },
    children: state.states.map(nodeOf),
  };
}

/** Room is made for either language. */
function longest(lines: (language: Language) => readonly string[]): number {
  return Math.max(...LANGUAGES.flatMap((language) => lines(language).map((line) => line.length)));
}

function edgeOf({ from, to, events }: Arrow, at: number): ElkExtendedEdge {
  const width = Math.ceil(longest((language) => labelLines(events, language, 'imediatamente')) * LABEL_CHARACTER + 8);
  const label = {
    id: `label ${at}`,
    text: events.join('\n'),
    width,
    height: Math.min(events.length, LINES_MAX) * LINE,
  };
  return { id: String(at), sources: [from], targets: [to], labels: [label] };
}

function nodesIn(node: ElkNode): readonly ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)];
}

function edgesIn(node: ElkNode): readonly ElkExtendedEdge[] {
  return nodesIn(node).flatMap(({ edges }) => edges ?? []);
}

function boxOf(state: StateOutline, place: ElkNode | undefined): BoxData {
  const { path, name, type, initial, covered, states } = state;
  return {
    path,
    name,
    type,
    isLeaf: states.length === 0,
    initial,
    covered,
    x: Math.round(place?.x ?? 0),
    y: Math.round(place?.y ?? 0),
    width: Math.round(place?.width ?? 0),
    height: Math.round(place?.height ?? 0),
  };
}

function arrowData({ from, to, events, covered }: Arrow, edge: ElkExtendedEdge | undefined): ArrowData {
  const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => [Math.round(x), Math.round(y)] as const),
  );
  const [label] = edge?.labels ?? [];
  return {
    from,
    to,
    events,
    covered,
    points,
    label: { x: Math.round(label?.x ?? 0), y: Math.round(label?.y ?? 0) },
  };
}
