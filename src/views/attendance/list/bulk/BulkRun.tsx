import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Failure } from '../../../../machines/entities/failure.ts';
import { FINISH_UNDO_MS } from '../../../../machines/limits.ts';
import { selectTicket } from '../../../../machines/ticket/ticket.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { CheckIcon } from '../../../kit/icons.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { useQuietForms } from '../actions/use-quiet-forms.ts';
import type { BulkAction, Outcome } from './bulk-actions.ts';
import { BulkStep } from './BulkStep.tsx';
import styles from './Bulk.module.css';

const GONE: Failure = { code: 'NOT_FOUND', key: 'error.notFound', params: {}, fields: {}, requestId: null };

interface BulkRunProps {
  readonly ticketIds: readonly string[];
  readonly title: string;
  readonly submitLabel: string;
  /** What is chosen; null while nothing is. */
  readonly action: BulkAction | null;
  /** The choice, before it begins; `start` is for a key in it. Another outcome can be chosen for what was refused. */
  readonly children: (start: () => void) => ReactNode;
  readonly onClose: () => void;
  /** It went well with these. */
  readonly onDone: (ticketIds: readonly string[]) => void;
}

/**
 * Does something with one conversation after the other, and says how it went with each; those that were refused can be
 * tried again. Closing it lets the one under way end and leaves the rest as they are.
 */
export function BulkRun({ ticketIds, title, submitLabel, action, children, onClose, onDone }: BulkRunProps) {
  const { directory } = useApp();
  const text = useText();
  // What is ticked may change under it.
  const [ids] = useState(ticketIds);
  // One that was finished or passed on is removed before its turn, or its next one.
  const [actors] = useState(() => new Map(ids.map((id) => [id, directory.ticket(id)])));
  const [running, setRunning] = useState<BulkAction | null>(null);
  const [turn, setTurn] = useState(1);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const ended = Object.keys(outcomes).length;
  const refused = ids.filter((id) => (outcomes[id] ?? null) !== null);
  const current = running === null ? undefined : ids.find((id) => outcomes[id] === undefined);
  const actor = current === undefined ? undefined : (directory.ticket(current) ?? actors.get(current));
  const ticket = actor === undefined ? null : selectTicket(actor.getSnapshot());
  const isAtEnd = running !== null && current === undefined;
  const canRetry = isAtEnd && refused.length > 0;
  const done = useEffectEvent(() => onDone(ids.filter((id) => outcomes[id] === null)));
  useEffect(() => {
    if (isAtEnd) done();
  }, [isAtEnd]);

  const close = () => {
    // What is done needn't be ticked any more.
    if (!isAtEnd && ended > 0) onDone(ids.filter((id) => outcomes[id] === null));
    onClose();
  };
  const start = () => {
    // Those that went well are kept.
    setOutcomes(Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome === null)));
    setTurn(turn + 1);
    setRunning(action);
  };
  return (
    <Dialog
      isOpen
      size="sm"
      title={title}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{text(running === null ? 'action.cancel' : 'action.close')}</Button>
          {(running === null || canRetry) && (
            <Button variant="primary" isDisabled={action === null} onPress={start}>
              {running === null ? submitLabel : text('bulk.retry', { count: refused.length })}
            </Button>
          )}
        </>
      }
    >
      {running === null && children(start)}
      {running !== null && (
        <>
          <p className={styles.progress} role="status">
            {isAtEnd
              ? text('bulk.ended', { done: ended - refused.length, refused: refused.length })
              : text('bulk.progress', { at: Math.min(ended + 1, ids.length), count: ids.length })}
          </p>
          <progress className={styles.bar} max={ids.length} value={ended} aria-label={text('bulk.progress.label')} />
        </>
      )}
      {canRetry && running.kind === 'finish' && children(start)}
      <ul className={styles.names} aria-label={text('bulk.conversations')}>
        {ids.map((id) => (
          <Line
            key={id}
            ticketId={id}
            isRunning={id === current}
            outcome={outcomes[id]}
            mayUndo={running?.kind === 'finish'}
          />
        ))}
      </ul>
      {running !== null && current !== undefined && actor !== undefined && ticket !== null && (
        <BulkStep
          key={`${current}:${turn}`}
          action={running}
          actor={actor}
          ticket={ticket}
          onEnd={(outcome) => setOutcomes((before) => ({ ...before, [current]: outcome }))}
        />
      )}
      {current !== undefined && ticket === null && (
        <Gone key={current} onGone={() => setOutcomes((before) => ({ ...before, [current]: GONE }))} />
      )}
    </Dialog>
  );
}

/** Nothing is known of a conversation that was ticked. */
function Gone({ onGone }: { readonly onGone: () => void }) {
  const gone = useEffectEvent(onGone);
  useEffect(() => gone(), []);
  return null;
}

interface LineProps {
  readonly ticketId: string;
  readonly isRunning: boolean;
  /** Undefined until it ended. */
  readonly outcome: Outcome | undefined;
  readonly mayUndo: boolean;
}

function Line({ ticketId, isRunning, outcome, mayUndo }: LineProps) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const [name] = useState(() => directory.ticket(ticketId)?.getSnapshot().context.ticket?.customer.name ?? '');
  return (
    <li className={styles.item}>
      <span className={styles.name}>{name}</span>
      {isRunning && <Spinner />}
      {outcome === null && mayUndo && <Undo ticketId={ticketId} name={name} />}
      {outcome === null && (
        <>
          <CheckIcon className={styles.done} />
          <span className={styles.hidden}>{text('bulk.done')}</span>
        </>
      )}
      {outcome !== null && outcome !== undefined && <span className={styles.why}>{failureText(outcome)}</span>}
    </li>
  );
}

/** Undoes one of the finishes, as long as a single one can be; a refusal comes as a notice. */
function Undo({ ticketId, name }: { readonly ticketId: string; readonly name: string }) {
  const text = useText();
  const run = useQuietForms();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), FINISH_UNDO_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <Button
      size="sm"
      aria-label={text('bulk.undo.of', { name })}
      onPress={() => {
        run('chat.reopen', ticketId, {});
        setOver(true);
      }}
    >
      {text('bulk.undo')}
    </Button>
  );
}
