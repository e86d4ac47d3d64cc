import { useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { FLOW_NODES_MAX } from '../../../../contract/facts/flows.ts';
import type { Finding } from '../../../../flows/check.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { FlowIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import { FlowDialogs, type FlowDialog } from './FlowDialogs.tsx';
import { FlowOutline } from './FlowOutline.tsx';
import { FlowProblems } from './FlowProblems.tsx';
import { FlowTop } from './FlowTop.tsx';
import { Phone, Player } from './Phone.tsx';
import { gapsOf, looseEnds } from './problems.ts';
import { stepIcons } from './step-icons.tsx';
import { StepPanel } from './StepPanel.tsx';
import { freshStepId, newStep, STEP_KINDS, type StepKind } from './steps.ts';
import { useFlow, type OpenFlow } from './use-flow.ts';
import { useFlowCheck } from './use-flow-check.ts';
import { useFlowWords } from './use-flow-words.ts';
import styles from './Editor.module.css';

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

type Side = { readonly of: 'phone' } | { readonly of: 'player'; readonly finding: Finding } | null;

function Editor({ open, document }: { readonly open: OpenFlow; readonly document: FlowDocument }) {
  const { id, phase, chosen, isUnsaved, failure, version, edit, choose } = open;
  const { flow, places } = document;
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const words = useFlowWords(flow);
  const checked = useFlowCheck(id, flow);
  const flows = useListing('flows', heldList);
  const listed = flows.rows?.find((each) => each.id === id);
  const [side, setSide] = useState<Side>(null);
  const [dialog, setDialog] = useState<FlowDialog>(null);
  const [search, setSearch] = useState('');
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

  /** Once it is drawn, to the panel's first field, or where an exit leads; the way back leads to the step's row. */
  const focusPanel = (step: string, exit?: string) =>
    window.requestAnimationFrame(() => {
      const scope = exit === undefined ? '[data-panel]' : `[data-exit="${CSS.escape(exit)}"]`;
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(step)}"]`)?.focus();
      root.current
        ?.querySelector<HTMLElement>(`${scope} :is(textarea, input:not([type=radio]), [aria-haspopup=listbox])`)
        ?.focus();
    });
  const focusRow = (step: string) =>
    window.requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(step)}"]`)?.focus(),
    );
  const add = (kind: StepKind, after: string | null = chosen) => {
    const step = freshStepId(document, kind);
    const index = after === null ? places.order.length : places.order.indexOf(after) + 1;
    edit({
      of: 'added',
      id: step,
      index,
      node: newStep(kind, text(`flow.new.${kind === 'ask' || kind === 'end' ? kind : 'say'}`), text('flow.new.option')),
    });
    setSide(null);
    focusPanel(step);
  };
  const remove = (step: string) => {
    const index = places.order.indexOf(step);
    const next = places.order[index + 1] ?? places.order[index - 1];
    edit({ of: 'removed', id: step });
    if (next !== undefined) {
      choose(next);
      focusRow(next);
    }
  };
  const move = (step: string, by: -1 | 1) => {
    const index = places.order.indexOf(step) + by;
    if (index < 0 || index >= places.order.length) return;
    edit({ of: 'moved', id: step, index });
    focusRow(step);
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
  const publish = () => {
    if (!isUnsaved || save()) setPublishes(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
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
  const wanted = search.trim().toLowerCase();
  const shown = (step: string) => {
    if (wanted === '') return true;
    const each = nodeAt(flow, step);
    return each !== undefined && `${words.step(step)} ${words.about(each)}`.toLowerCase().includes(wanted);
  };
  const wrongField = failure === null ? undefined : Object.values(failure.fields)[0];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of all that is in it
    <div
      ref={root}
      role="group"
      aria-label={document.name}
      className={styles.editor}
      onKeyDown={onKeyDown}
      data-side={side !== null || node !== undefined ? true : undefined}
    >
      <FlowTop
        open={open}
        document={document}
        listed={listed}
        checked={checked}
        loose={loose.length}
        onTest={() => setSide({ of: 'phone' })}
        onSave={save}
        onPublish={publish}
        onDialog={setDialog}
      />
      {phase === 'conflict' && (
        <Banner
          tone="warning"
          title={text('form.conflict.title')}
          action={
            <>
              <Button size="sm" onPress={open.retry}>
                {text('flow.conflict.keep')}
              </Button>
              <Button size="sm" onPress={open.reopen}>
                {text('flow.conflict.take')}
              </Button>
            </>
          }
        >
          {text('flow.conflict.text')}
        </Banner>
      )}
      {phase === 'refused' && failure !== null && (
        <Banner tone="danger">
          {wrongField !== undefined && isText(wrongField) ? text(wrongField) : failureText(failure)}
        </Banner>
      )}
      <div className={styles.work}>
        <div className={styles.rail} role="toolbar" aria-orientation="vertical" aria-label={text('flow.steps.add')}>
          {STEP_KINDS.map((kind) => {
            const Sign = stepIcons[kind];
            return (
              <button
                key={kind}
                type="button"
                className={styles.tool}
                disabled={places.order.length >= FLOW_NODES_MAX}
                onClick={() => add(kind)}
              >
                <Sign size={19} />
                {words.kind(kind)}
              </button>
            );
          })}
        </div>
        <div className={styles.main}>
          <div className={styles.bar}>
            <SearchField label={text('flow.search')} value={search} onChange={setSearch} />
          </div>
          {places.order.some(shown) ? (
            <FlowOutline
              document={document}
              words={words}
              findings={findings}
              chosen={chosen}
              shown={shown}
              onChoose={(step) => {
                if (side?.of === 'phone') setSide(null);
                choose(step);
              }}
              onEdit={(step, exit) => {
                setSide(null);
                choose(step);
                focusPanel(step, exit);
              }}
              onAdd={(step) => add('say', step)}
              onMove={move}
              onRemove={remove}
            />
          ) : (
            <EmptyState
              icon={<FlowIcon />}
              title={text(wanted === '' ? 'flow.steps.none' : 'flow.search.none')}
              level={2}
            >
              {text(wanted === '' ? 'flow.steps.none.text' : 'flow.search.none.text')}
            </EmptyState>
          )}
        </div>
        <aside className={styles.side} aria-label={text('flow.side')}>
          {side?.of === 'phone' && (
            <Phone flow={flow} words={words} onClose={() => setSide(null)} onStep={(step) => choose(step)} />
          )}
          {side?.of === 'player' && (
            <Player
              key={`${side.finding.node} ${side.finding.property} ${side.finding.about ?? ''}`}
              flow={flow}
              words={words}
              finding={side.finding}
              onClose={() => setSide(null)}
              onStep={(step) => choose(step)}
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
              onEdit={edit}
              onRemove={() => remove(chosen)}
              onClose={() => {
                choose(null);
                focusRow(chosen);
              }}
              onPlay={(finding) => setSide({ of: 'player', finding })}
            />
          )}
          {side === null && node === undefined && <p className={styles.nothing}>{text('flow.side.none')}</p>}
        </aside>
      </div>
      <FlowProblems
        flow={flow}
        words={words}
        checked={checked}
        loose={loose}
        isIncomplete={incomplete !== undefined}
        onChoose={(step, exit) => {
          setSide(null);
          choose(step);
          focusPanel(step, exit);
        }}
        onPlay={(finding) => {
          choose(finding.node);
          setSide({ of: 'player', finding });
        }}
      />
      <FlowDialogs
        dialog={isPublishing ? 'publish' : dialog}
        open={open}
        document={document}
        version={version}
        listed={listed}
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
