import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelector } from '@xstate/react';
import { selectEditingFailure, selectEditingPhase } from '../../../machines/editing/editing.selectors.ts';
import type { FormName } from '../../../machines/log/events-administration.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';
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
  /** How many were ticked with which it can't be done. */
  readonly leftOut: number;
  readonly onClose: () => void;
  /** Told when it was done with all. */
  readonly onDone: () => void;
  readonly children: string;
}

/** Asks once, then does it with each; stays with those with which it couldn't be done, and says why. */
export function BulkDialog(props: BulkDialogProps) {
  const { form, items, title, confirmLabel, tone, leftOut, onClose, onDone, children } = props;
  const { directory, append } = useApp();
  useObservable(directory.screens);
  const text = useText();
  const first = useRef(items);
  const [asked, setAsked] = useState(false);
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
  const isPending = asked && endings.length < items.length;
  useEffect(() => {
    if (isAllDone) done();
  }, [isAllDone]);
  const failed = endings.filter((isDone) => !isDone).length;
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={asked && !isPending ? text('action.retry') : confirmLabel}
      tone={tone}
      isPending={isPending}
      error={isPending || failed === 0 ? undefined : text('table.selected.failed', { count: failed })}
      onConfirm={() => {
        setAsked(true);
        setEnded(Object.fromEntries(Object.entries(ended).filter(([, isDone]) => isDone)));
        for (const { id } of items) if (ended[id] !== true) append({ type: 'form.submitted', form, key: id });
      }}
      onClose={onClose}
    >
      <p>{children}</p>
      {leftOut > 0 && <p>{text('table.selected.leftOut', { count: leftOut })}</p>}
      <ul className={styles.names}>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            form={form}
            item={item}
            onEnd={(isDone) => setEnded((held) => ({ ...held, [item.id]: isDone }))}
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
  const actor = directory.form(form, id);
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
