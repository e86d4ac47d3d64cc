import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelector } from '@xstate/react';
import { selectEditingFailure, selectEditingPhase } from '../../../machines/editing/editing.selectors.ts';
import type { FormName } from '../../../machines/entities/forms.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './BulkBar.module.css';

interface Item {
  readonly id: string;
  readonly name: string;
}

interface BulkDialogProps {
  readonly form: FormName;
  readonly items: readonly Item[];
  readonly title: string;
  readonly confirmLabel: string;
  readonly tone: 'primary' | 'danger';
  /** How many ticked rows the action doesn't apply to. */
  readonly skipped: number;
  readonly onClose: () => void;
  /** Called when all succeeded. */
  readonly onDone: () => void;
  readonly children: string;
}

/** Confirms once, then runs the action for each row; stays open for those that failed, with reasons. */
export function BulkDialog(props: BulkDialogProps) {
  const { form, items, title, confirmLabel, tone, skipped, onClose, onDone, children } = props;
  const { append } = useApp();
  const text = useText();
  const first = useRef(items);
  const [isConfirmed, setConfirmed] = useState(false);
  const [ended, setEnded] = useState<Readonly<Record<string, boolean>>>({});
  useEffect(() => {
    const opened = first.current;
    for (const { id } of opened) append({ type: 'form.opened', form, key: id, values: {} });
    return () => {
      for (const { id } of opened) append({ type: 'form.left', form, key: id });
    };
  }, [append, form]);
  const done = useEffectEvent(onDone);
  const endings = Object.values(ended);
  const isAllDone = endings.length === items.length && endings.every(Boolean);
  const isPending = isConfirmed && endings.length < items.length;
  useEffect(() => {
    if (isAllDone) done();
  }, [isAllDone]);
  const failed = endings.filter((isDone) => !isDone).length;
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={isConfirmed && !isPending ? text('action.retry') : confirmLabel}
      tone={tone}
      isPending={isPending}
      error={isPending || failed === 0 ? undefined : text('table.selected.failed', { count: failed })}
      onConfirm={() => {
        setConfirmed(true);
        setEnded(Object.fromEntries(Object.entries(ended).filter(([, isDone]) => isDone)));
        for (const { id } of items) if (ended[id] !== true) append({ type: 'form.submitted', form, key: id });
      }}
      onClose={onClose}
    >
      <p>{children}</p>
      {skipped > 0 && <p>{text('table.selected.leftOut', { count: skipped })}</p>}
      <ul className={styles.names}>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            form={form}
            item={item}
            onEnd={(isDone) => setEnded((previous) => ({ ...previous, [item.id]: isDone }))}
          />
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface ItemLineProps {
  readonly form: FormName;
  readonly item: Item;
  readonly onEnd: (isDone: boolean) => void;
}

function ItemLine({ form, item: { id, name }, onEnd }: ItemLineProps) {
  const { directory } = useApp();
  const failureText = useFailureText();
  const actor = useOnChange(directory.changed, () => directory.form(form, id));
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'idle' : selectEditingPhase(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectEditingFailure(snapshot)));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (phase === 'saved') end(true);
    if (phase === 'refused' || phase === 'conflict') end(false);
  }, [phase]);
  return (
    <li className={styles.item}>
      <span className={styles.name}>{name}</span>
      {phase === 'saving' && <Spinner />}
      {phase === 'saved' && <CheckIcon className={styles.done} />}
      {failure !== null && <span className={styles.why}>{failureText(failure)}</span>}
    </li>
  );
}
