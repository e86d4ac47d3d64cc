import {
  Background,
  ConnectionLineType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
  type NodeChange,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { Finding } from '../../../../../flows/check.ts';
import { exitsOf, nodeAt, own } from '../../../../../flows/exits.ts';
import type { FlowDocument, FlowEdit, FlowPlace, FlowPlaces } from '../../../../machines/flow-editing/flow-document.ts';
import { useText } from '../../../kit/useText.ts';
import { STEP_DRAG } from '../step-icons.tsx';
import { STEP_KINDS, type StepKind } from '../steps.ts';
import type { FlowWords } from '../use-flow-words.ts';
import type { Funnel } from '../use-funnel.ts';
import { arranged } from './arranged.ts';
import { boxesOf, edgesOf, type Box, type ExitEdge, type Played } from './boxes.ts';
import { CanvasContext } from './canvas-context.ts';
import { CanvasTools } from './CanvasTools.tsx';
import { BOX_WIDTH, boxHeight, completed, linesOf, mainLinks } from './drawing.ts';
import { ExitLine } from './ExitLine.tsx';
import { FIT, READABLE_ZOOM } from './fit.ts';
import { StepBox } from './StepBox.tsx';
import { useNodes, useSameBoxes, useSameLines } from './use-nodes.ts';
import styles from './Canvas.module.css';

interface CanvasProps {
  readonly document: FlowDocument;
  readonly words: FlowWords;
  readonly findings: readonly Finding[];
  /** The steps that are chosen; one of them has its panel open. */
  readonly picked: ReadonlySet<string>;
  readonly played: Played | null;
  /** Steps that were searched for; null while nothing is searched. */
  readonly found: readonly string[] | null;
  readonly funnel: Funnel | null;
  readonly onPick: (steps: ReadonlySet<string>) => void;
  readonly onChange: (edit: FlowEdit) => void;
  /** Moves the focus to the panel, or to one exit's destination there. */
  readonly onEdit: (step: string, exit?: string) => void;
  readonly onAdd: (kind: StepKind, after: string | null, place?: FlowPlace) => void;
  readonly onRemove: (steps: readonly string[]) => void;
}

/** Beyond so many boxes only those in sight are drawn. */
const ALL_DRAWN_MAX = 120;

const nodeTypes = { step: StepBox };
const edgeTypes = { exit: ExitLine };
const ARROWS = ['plain', 'wrong', 'played'] as const;

/** The flow as a drawing: the same steps, exits and changes as in the outline. */
export function FlowCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: CanvasProps) {
  const { document, words, findings, picked, played, found, funnel } = props;
  const { onPick, onChange, onEdit, onAdd, onRemove } = props;
  const { flow, places } = document;
  const text = useText();
  const { getViewport, setViewport, setCenter, screenToFlowPosition, fitView } = useReactFlow<Box, ExitEdge>();
  const store = useStoreApi<Box, ExitEdge>();
  const root = useRef<HTMLDivElement>(null);
  // A flow that nobody has drawn yet is arranged; where its boxes are becomes part of it with the first move.
  const [base] = useState(() => (Object.keys(places.at).length === 0 ? arranged(document) : {}));
  const [moving, setMoving] = useState<FlowPlaces['at'] | null>(null);
  const [edge, setEdge] = useState<string | null>(null);
  const at = useMemo(() => completed(document, places.at, base), [document, places.at, base]);
  const links = useMemo(() => mainLinks(document), [document]);
  const lines = useSameLines(
    useMemo(() => linesOf(flow, links, moving === null ? at : { ...at, ...moving }), [flow, links, at, moving]),
  );
  const [hasFunnel, setFunnel] = useState(true);
  const shown = hasFunnel ? funnel : null;
  const drawn = useMemo(
    () => ({ document, words, findings, at, played, found, funnel: shown }),
    [document, words, findings, at, played, found, shown],
  );
  const boxes = useSameBoxes(useMemo(() => boxesOf(drawn, lines), [drawn, lines]));
  const nodes = useNodes({ document, boxes, at, moving, picked });
  const edges = useMemo(
    () =>
      edgesOf(drawn, lines, edge, (from, exit, to) => text('flow.canvas.line', { from, exit, to })).map(
        (each): ExitEdge => ({
          ...each,
          className: each.data?.as ?? 'plain',
          markerEnd: `flow-arrow-${arrowOf(each)}`,
          domAttributes: { 'aria-roledescription': text('flow.canvas.exit') },
        }),
      ),
    [drawn, lines, edge, text],
  );

  const arrange = () => {
    onChange({ of: 'placed', at: arranged(document) });
    window.requestAnimationFrame(() => void fitView(FIT));
  };

  /** Once a whole drawing is there it is shown, or its beginning where it would be too small to read. */
  const begin = () => {
    void fitView(FIT).then(() => {
      const { zoom } = getViewport();
      const start = own(at, flow.start);
      if (zoom < READABLE_ZOOM && start !== undefined)
        void setViewport({ x: 48 - start.x * 0.8, y: 96 - start.y * 0.8, zoom: 0.8 });
    });
  };
  /** Brings a box into sight. */
  const show = useEffectEvent((id: string) => {
    const place = own(at, id);
    const node = nodeAt(flow, id);
    if (place === undefined || node === undefined) return;
    const { x, y, zoom } = getViewport();
    const { width, height } = store.getState();
    const left = place.x * zoom + x;
    const top = place.y * zoom + y;
    const high = boxHeight(node);
    const isInSight = left >= 0 && top >= 0 && left + BOX_WIDTH * zoom <= width && top + high * zoom <= height;
    if (!isInSight) void setCenter(place.x + BOX_WIDTH / 2, place.y + high / 2, { zoom });
  });
  const only = picked.size === 1 ? [...picked][0] : undefined;
  useEffect(() => {
    if (only !== undefined) show(only);
  }, [only]);
  const goTo = (step: string) => {
    onPick(new Set([step]));
    window.requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(step)}"]`)?.focus(),
    );
  };
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  const actions = useMemo(() => ({ goTo: (step: string) => latest.current(step) }), []);

  const change = (changes: readonly NodeChange<Box>[]) => {
    const next = new Set(picked);
    const moved: Record<string, FlowPlace> = { ...moving };
    let isDragging = false;
    for (const each of changes) {
      if (each.type === 'select') {
        if (each.selected) next.add(each.id);
        else next.delete(each.id);
      } else if (each.type === 'position' && each.position !== undefined) {
        moved[each.id] = { x: Math.round(each.position.x), y: Math.round(each.position.y) };
        isDragging ||= each.dragging === true;
      }
    }
    if (changes.some(({ type }) => type === 'select')) onPick(next);
    const isMoved = changes.some((each) => each.type === 'position');
    if (!isMoved) return;
    if (isDragging) {
      setMoving(moved);
      return;
    }
    setMoving(null);
    const isByKeys = moving === null;
    const to = Object.entries(moved);
    if (to.every(([id, { x, y }]) => own(at, id)?.x === x && own(at, id)?.y === y)) return;
    onChange({
      of: 'placed',
      at: { ...at, ...moved },
      ...(isByKeys && { what: to.map(([id]) => id).join(' ') }),
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const ofNode = event.target.closest('.react-flow__node')?.getAttribute('data-id') ?? null;
    const ofEdge = event.target.closest('.react-flow__edge')?.getAttribute('data-id') ?? null;
    const [id, exit] = ofNode === null ? (ofEdge?.split(' ') ?? []) : [ofNode];
    const node = id === undefined ? undefined : nodeAt(flow, id);
    if (id === undefined || node === undefined) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const key = event.key.toLowerCase();
    if (key === 'enter' || key === 'f2') {
      done();
      onEdit(id, exit);
    } else if (key === 'n') {
      done();
      onAdd('say', id);
    } else if (key === 'd') {
      done();
      onEdit(id, exit ?? exitsOf(node)[0]);
    } else if (key === 'g') {
      const to = exitsOf(node)
        .filter((each) => exit === undefined || each === exit)
        .map((each) => own(node.exits, each))
        .find((each) => each !== undefined && each !== id && nodeAt(flow, each) !== undefined);
      if (to === undefined) return;
      done();
      goTo(to);
    } else if (key === 'delete' || key === 'backspace') {
      done();
      if (exit !== undefined) onChange({ of: 'connected', id, exit, to: null });
      else onRemove(picked.has(id) ? [...picked] : [id]);
    }
  };
  const onDrop = (event: DragEvent) => {
    const kind = STEP_KINDS.find((each) => each === event.dataTransfer.getData(STEP_DRAG));
    if (kind === undefined) return;
    event.preventDefault();
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    onAdd(kind, null, { x: Math.round(x - BOX_WIDTH / 2), y: Math.round(y - 23) });
  };
  const connect = (id: string | null, exit: string | null | undefined, to: string | null) => {
    if (id !== null && exit !== null && exit !== undefined && to !== null) onChange({ of: 'connected', id, exit, to });
  };
  return (
    <CanvasContext value={actions}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the steps in it */}
      <div
        ref={root}
        role="group"
        aria-label={text('flow.canvas')}
        className={styles.canvas}
        onKeyDownCapture={onKeyDown}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(STEP_DRAG)) event.preventDefault();
        }}
        onDrop={onDrop}
      >
        <ReactFlow<Box, ExitEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={begin}
          onNodesChange={change}
          onEdgesChange={(changes) => {
            const last = changes.findLast(({ type }) => type === 'select');
            if (last?.type === 'select') setEdge(last.selected ? last.id : null);
          }}
          onConnect={({ source, sourceHandle, target }) => connect(source, sourceHandle, target)}
          onReconnect={(old, { target }) => connect(old.source, old.sourceHandle, target)}
          onNodeDoubleClick={(_event, { id }) => onEdit(id)}
          connectionLineType={ConnectionLineType.SmoothStep}
          connectionRadius={40}
          deleteKeyCode={null}
          minZoom={FIT.minZoom}
          maxZoom={1.6}
          nodeDragThreshold={2}
          panOnScroll
          onlyRenderVisibleElements={nodes.length > ALL_DRAWN_MAX}
          ariaLabelConfig={{
            'node.a11yDescription.default': text('flow.canvas.help.step'),
            'node.a11yDescription.keyboardDisabled': text('flow.canvas.help.step'),
            'node.a11yDescription.ariaLiveMessage': ({ x, y }) => text('flow.canvas.moved', { x, y }),
            'edge.a11yDescription.default': text('flow.canvas.help.exit'),
          }}
        >
          <Background gap={20} size={1.3} color="var(--line-strong)" />
          <CanvasTools
            onArrange={arrange}
            funnel={funnel}
            hasFunnel={hasFunnel}
            onFunnel={() => setFunnel(!hasFunnel)}
          />
        </ReactFlow>
        <svg width="0" height="0" aria-hidden="true" className={styles.arrows}>
          <defs>
            {ARROWS.map((as) => (
              <marker
                key={as}
                id={`flow-arrow-${as}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0 8 4 0 8z" data-as={as} />
              </marker>
            ))}
          </defs>
        </svg>
      </div>
    </CanvasContext>
  );
}

function arrowOf({ data }: ExitEdge): (typeof ARROWS)[number] {
  if (data?.as === 'wrong' || data?.as === 'fault') return 'wrong';
  return data?.as === 'played' ? 'played' : 'plain';
}
