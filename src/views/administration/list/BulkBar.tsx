import { useState, type ReactNode } from 'react';
import type { FormName } from '../../../machines/entities/forms.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { BulkDialog } from './BulkDialog.tsx';
import styles from './BulkBar.module.css';

/** A bulk action: runs a single-row action for each ticked row. */
export interface BulkAction<Row> {
  /** A form without fields, whose key is the row's id. */
  readonly form: FormName;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: 'danger';
  /** The question with the number: "Bloquear 3 usuários?" */
  readonly title: (count: number) => string;
  /** The consequences. */
  readonly text: string;
  /** Shown instead of the question: takes what else the action needs. */
  readonly dialog?: (rows: readonly Row[], close: () => void, done: () => void) => ReactNode;
  /** Whether it applies to this row; others are skipped. */
  readonly isFor: (row: Row) => boolean;
}

interface BulkBarProps<Row> {
  readonly rows: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly onClear: () => void;
}

/** The number of ticked rows, and the bulk actions. */
export function BulkBar<Row>({ rows, actions, idOf, nameOf, onClear }: BulkBarProps<Row>) {
  const text = useText();
  const [pending, setPending] = useState<PendingAction<Row>>();
  const possible = actions.filter((action) => rows.some(action.isFor));
  return (
    <>
      {rows.length > 0 && (
        <div role="group" aria-label={text('table.selected.actions')} className={styles.bar}>
          <span role="status" className={styles.count}>
            {text('table.selected', { count: rows.length })}
          </span>
          {possible.map((action) => (
            <Button
              key={action.form}
              size="sm"
              icon={action.icon}
              onPress={() => {
                const chosen = rows.filter(action.isFor);
                setPending({ action, rows: chosen, skipped: rows.length - chosen.length });
              }}
            >
              {action.label}
            </Button>
          ))}
          {possible.length === 0 && <span className={styles.none}>{text('table.selected.none')}</span>}
          <Button size="sm" variant="ghost" onPress={onClear} className={styles.clear}>
            {text('table.selected.clear')}
          </Button>
        </div>
      )}
      {/* Stays open while its rows change or leave the list. */}
      {pending?.action.dialog?.(pending.rows, () => setPending(undefined), onClear)}
      {pending !== undefined && pending.action.dialog === undefined && (
        <BulkDialog
          form={pending.action.form}
          items={pending.rows.map((row) => ({ id: idOf(row), name: nameOf(row) }))}
          title={pending.action.title(pending.rows.length)}
          confirmLabel={pending.action.label}
          tone={pending.action.tone ?? 'primary'}
          skipped={pending.skipped}
          onClose={() => setPending(undefined)}
          onDone={() => {
            setPending(undefined);
            onClear();
          }}
        >
          {pending.action.text}
        </BulkDialog>
      )}
    </>
  );
}

interface PendingAction<Row> {
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  /** How many ticked rows the action doesn't apply to. */
  readonly skipped: number;
}
