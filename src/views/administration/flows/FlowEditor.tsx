import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Finding } from '../../../../flows/check.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { FlowDocument, FlowPlace } from '../../../machines/flow-editing/flow-document.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { part } from '../../kit/part.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { isInside, isTextField } from './event-place.ts';
import { FlowBanners } from './FlowBanners.tsx';
import { FlowDialogs, type FlowDialog } from './FlowDialogs.tsx';
import { FlowProblems } from './FlowProblems.tsx';
import { FlowTop } from './FlowTop.tsx';
import { CanvasSearch } from './CanvasSearch.tsx';
import { OutlinePane } from './OutlinePane.tsx';
import { PlayBar } from './PlayBar.tsx';
import { playedOf, roundOf, stopsOf } from './played-steps.ts';
import { gapsOf, looseEnds } from './problems.ts';
import { StepPanel } from './StepPanel.tsx';
import { StepRail } from './StepRail.tsx';
import { partOf, pasted } from './steps-clipboard.ts';
import { freshStepId, newStep, type FlowView, type StepKind } from './steps.ts';
import { useFlow, type OpenFlow } from './use-flow.ts';
import { useFlowCheck } from './use-flow-check.ts';
import { useFlows } from './use-flows.ts';
import { useFlowWords } from './use-flow-words.ts';
import { useFunnel } from './use-funnel.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useSide } from './use-side.ts';
import { useStepClipboard } from './use-step-clipboard.ts';
import { useStepSearch } from './use-step-search.ts';
import styles from './Editor.module.css';

const inPlace = { isInPlace: true, fallback: () => <SkeletonRows count={6} /> } as const;
const FlowCanvas = part(async () => (await import('./canvas/FlowCanvas.tsx')).FlowCanvas, [], inPlace);
const Phone = part(async () => (await import('./Phone.tsx')).Phone, [], inPlace);
const Player = part(async () => (await import('./Phone.tsx')).Player, [], inPlace);

/** A flow of the company: its steps, what is wrong with them, and a phone to try it on. */
export function FlowEditor({ id }: { readonly id: string }) {
  const text = useText();
  const failureText = useFailureText();
  const { pathname } = useLocation();
  const open = useFlow(id);
  const { phase, document, failure, retry } = open;
  if (document !== null) return <Editor open={open} document={document} />;
  if (phase !== 'unloaded') return <SkeletonRows count={8} />;
  const isMissing = failure?.code === 'NOT_FOUND';
  return (
    <ErrorState
      title={text(isMissing ? 'flow.missing.title' : 'form.failed.title')}
      {...(isMissing
        ? { action: <LinkButton to={pathname}>{text('flow.missing.back')}</LinkButton> }
        : { onRetry: retry })}
      requestId={failure?.requestId ?? undefined}
    >
      {isMissing ? text('flow.missing.text') : failure !== null && failureText(failure)}
    </ErrorState>
  );
}

const none: ReadonlySet<string> = new Set();

function Editor({ open, document }: { readonly open: OpenFlow; readonly document: FlowDocument }) {
  const { id, phase, chosen, isUnsaved, version, edit, choose } = open;
  const { flow, places } = document;
  const text = useText();
  const words = useFlowWords(flow);
  const search = useStepSearch(document, words);
  const checked = useFlowCheck(id, flow);
  const listed = useFlows().rows?.find((each) => each.id === id);
  const { funnel, retry: retryFunnel } = useFunnel(id, listed?.number ?? null);
  const [dialog, setDialog] = useState<FlowDialog>(null);
  const isNarrow = useIsNarrow();
  // On a phone the panel hides the steps: walking over them doesn't open it.
  const [opened, setOpened] = useState<string | null>(null);
  const [wantedView, setView] = useState<FlowView>('canvas');
  const view = isNarrow ? 'outline' : wantedView;
  // Several steps can be chosen in the drawing; the last one has its panel open.
  const [many, setMany] = useState(none);
  const picked = useMemo(() => {
    if (chosen === null) return none;
    return many.has(chosen) ? many : new Set([chosen]);
  }, [many, chosen]);
  const [publishes, setPublishes] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { leave: _leave, question } = useUnsavedGuard(isUnsaved);
  const findings = checked.found?.findings ?? [];
  const node = chosen === null ? undefined : nodeAt(flow, chosen);
  const incomplete = places.order.find((step) => {
    const each = nodeAt(flow, step);
    return each !== undefined && gapsOf(each).size > 0;
  });
  const loose = places.order.flatMap((step) => {
    const each = nodeAt(flow, step);
    return each === undefined ? [] : looseEnds(each, flow).map((exit) => ({ step, exit }));
  });

  const stepElement = (step: string) =>
    root.current?.querySelector<HTMLElement>(
      `:is([data-row="${CSS.escape(step)}"], .react-flow__node[data-id="${CSS.escape(step)}"])`,
    );
  /** Once it is drawn, to the panel's first field, or where an exit leads; the way back leads to the step. */
  const focusPanel = (step: string, exit?: string) => {
    setOpened(step);
    window.requestAnimationFrame(() => {
      const scope = exit === undefined ? '[data-panel]' : `[data-exit="${CSS.escape(exit)}"]`;
      stepElement(step)?.focus();
      const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
      // What a message says comes before what kind of message it is.
      const message = exit === undefined ? find('[data-panel=say] textarea') : null;
      (message ?? find(`${scope} :is(textarea, input:not([type=radio]), [aria-haspopup=listbox])`))?.focus();
    });
  };
  const focusRow = (step: string) => window.requestAnimationFrame(() => stepElement(step)?.focus());
  const { side, setSide, openSide, closeSide } = useSide(() => chosen !== null && focusRow(chosen));
  const editStep = (step: string, exit?: string) => {
    setSide(null);
    choose(step);
    focusPanel(step, exit);
  };
  const pick = (steps: ReadonlySet<string>) => {
    setMany(steps);
    if (side?.of === 'phone') setSide(null);
    if (chosen === null || !steps.has(chosen)) choose([...steps].at(-1) ?? null);
  };
  const add = (kind: StepKind, after: string | null = chosen, place?: FlowPlace) => {
    const step = freshStepId(document, kind);
    const index = after === null ? places.order.length : places.order.indexOf(after) + 1;
    edit({
      of: 'added',
      id: step,
      index,
      node: newStep(kind, text(`flow.new.${kind === 'ask' || kind === 'end' ? kind : 'say'}`), text('flow.new.option')),
      ...(place !== undefined && { place }),
    });
    setSide(null);
    focusPanel(step);
  };
  const paste = (copied: FlowDocument) => {
    const change = pasted(document, copied, chosen);
    if (change === null) return;
    setMany(none);
    edit(change);
    if (change.of !== 'several') return;
    const added = change.edits.flatMap((each) => (each.of === 'added' ? [each.id] : []));
    setMany(new Set(added));
    const last = added.at(-1);
    if (last !== undefined) focusRow(last);
  };
  const remove = (steps: readonly string[]) => {
    const [first] = steps;
    if (first === undefined) return;
    const index = places.order.indexOf(first);
    const isLeft = (id: string) => !steps.includes(id);
    const next = places.order.slice(index).find(isLeft) ?? places.order.slice(0, index).findLast(isLeft);
    setMany(none);
    edit(steps.length === 1 ? { of: 'removed', id: first } : { of: 'several', edits: steps.map(removal) });
    if (next !== undefined) {
      choose(next);
      focusRow(next);
    }
  };
  const move = (step: string, by: -1 | 1) => {
    const index = places.order.indexOf(step) + by;
    if (index >= 0 && index < places.order.length) edit({ of: 'moved', id: step, index });
  };
  const save = () => {
    setPublishes(false);
    if (incomplete === undefined) {
      open.save();
      return true;
    }
    setSide(null);
    choose(incomplete);
    focusPanel(incomplete);
    return false;
  };
  // What is published is what is saved.
  const isPublishing = publishes && phase === 'editing' && !isUnsaved;
  // Nothing else than what was pressed for opens the dialog.
  if (publishes && !isPublishing && phase !== 'saving') setPublishes(false);
  const publish = () => {
    if (!isUnsaved || save()) setPublishes(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !isInside(event)) return;
    const isTyping = isTextField(event.target);
    const key = event.key.toLowerCase();
    if (key === 's') {
      event.preventDefault();
      save();
    } else if (!isTyping && (key === 'y' || (key === 'z' && event.shiftKey))) {
      event.preventDefault();
      open.redo();
    } else if (!isTyping && key === 'z') {
      event.preventDefault();
      open.undo();
    }
  };
  const clipboard = useStepClipboard({ document, picked, onPaste: paste, onRemove: remove });
  const player = side?.of === 'player' ? side : null;
  const stops = useMemo(() => (player === null ? [] : stopsOf(player.finding.conversation)), [player]);
  const played = useMemo(() => (player === null ? null : playedOf(player.finding, stops)), [player, stops]);
  const play = (finding: Finding) => {
    openSide({ of: 'player', finding, at: Math.max(0, stopsOf(finding.conversation).length - 1) });
    choose(finding.node);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of all that is in it
    <div
      ref={root}
      role="group"
      aria-label={document.name}
      className={styles.editor}
      onKeyDown={onKeyDown}
      {...clipboard}
      data-side={side !== null || (node !== undefined && (!isNarrow || opened === chosen)) ? true : undefined}
    >
      <FlowTop
        open={open}
        document={document}
        listed={listed}
        checked={checked}
        loose={loose.length}
        isIncomplete={incomplete !== undefined}
        view={isNarrow ? null : view}
        onView={setView}
        onTest={() => openSide({ of: 'phone' })}
        onSave={save}
        onPublish={publish}
        onDialog={setDialog}
      />
      <FlowBanners open={open} />
      {retryFunnel !== null && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onPress={retryFunnel}>
              {text('action.retry')}
            </Button>
          }
        >
          {text('flow.funnel.failed')}
        </Banner>
      )}
      <div className={styles.work}>
        <StepRail
          words={words}
          count={places.order.length}
          isDraggable={view === 'canvas'}
          onAdd={(kind) => add(kind)}
        />
        <div className={styles.main}>
          {view === 'canvas' && <CanvasSearch search={search} onGo={(step) => pick(new Set([step]))} chosen={chosen} />}
          {view === 'canvas' ? (
            <FlowCanvas
              found={search.found}
              funnel={funnel}
              document={document}
              words={words}
              findings={findings}
              picked={picked}
              played={played}
              onPick={pick}
              onChange={edit}
              onEdit={editStep}
              onAdd={add}
              onRemove={remove}
            />
          ) : (
            <OutlinePane
              document={document}
              words={words}
              findings={findings}
              chosen={chosen}
              search={search}
              funnel={funnel}
              onChoose={(step) => {
                if (side?.of === 'phone') setSide(null);
                choose(step);
              }}
              onOpen={(step) => {
                if (!isNarrow) return;
                setOpened(step);
                window.requestAnimationFrame(() =>
                  root.current?.querySelector<HTMLElement>('[data-panel] header > button:last-child')?.focus(),
                );
              }}
              onEdit={editStep}
              onAdd={(step) => add('say', step)}
              onAddKind={(kind) => add(kind)}
              onMove={(step, by) => {
                move(step, by);
                focusRow(step);
              }}
              onRemove={(step, exit) =>
                exit === undefined ? remove([step]) : edit({ of: 'connected', id: step, exit, to: null })
              }
            />
          )}
        </div>
        <aside className={styles.side} aria-label={text('flow.side')}>
          {side?.of === 'phone' && (
            <Phone flow={flow} words={words} onClose={closeSide} onStep={(step) => choose(step)} />
          )}
          {player !== null && (
            <Player
              flow={flow}
              words={words}
              finding={player.finding}
              turns={stops[player.at]?.turns ?? player.finding.conversation.length}
              onClose={closeSide}
            />
          )}
          {side === null && node !== undefined && chosen !== null && (
            <StepPanel
              key={chosen}
              id={chosen}
              node={node}
              document={document}
              words={words}
              findings={findings}
              came={funnel?.steps.get(chosen)}
              onEdit={edit}
              onRemove={() => remove([chosen])}
              onDuplicate={() => paste(partOf(document, [chosen]))}
              onMove={(by) => move(chosen, by)}
              flowId={id}
              onClose={() => {
                choose(null);
                setOpened(null);
                focusRow(chosen);
              }}
              onPlay={play}
            />
          )}
          {side === null && node === undefined && <p className={styles.nothing}>{text('flow.side.none')}</p>}
        </aside>
      </div>
      {player !== null && stops.length > 0 ? (
        <PlayBar
          flow={flow}
          words={words}
          property={text(`flow.property.${player.finding.property}`)}
          stops={stops}
          round={roundOf(player.finding, stops)}
          at={player.at}
          onGo={(at) => {
            setSide({ ...player, at });
            const step = stops[at]?.step;
            if (step !== undefined && nodeAt(flow, step) !== undefined) choose(step);
          }}
        />
      ) : (
        <FlowProblems
          flow={flow}
          words={words}
          checked={checked}
          loose={loose}
          isIncomplete={incomplete !== undefined}
          onChoose={editStep}
          onPlay={play}
        />
      )}
      <FlowDialogs
        dialog={isPublishing ? 'publish' : dialog}
        open={open}
        document={document}
        version={version}
        checked={checked}
        onClose={() => {
          setDialog(null);
          setPublishes(false);
        }}
      />
      {question}
    </div>
  );
}

function removal(id: string) {
  return { of: 'removed', id } as const;
}
