import { useState, type ReactNode } from 'react';
import type { FormName } from '../../../machines/log/events-administration.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { BulkDialog } from './BulkDialog.tsx';
import styles from './BulkBar.module.css';

/** Something that can be done with several rows at once: the same as with one of them, one after the other. */
export interface BulkAction<Row> {
  /** A form without fields, whose key is the row's id. */
  readonly form: FormName;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: 'danger';
  /** The question, with their number: "Bloquear 3 usuários?" */
  readonly title: (count: number) => string;
  /** What happens then. */
  readonly text: string;
  /** Whether it can be done with this row; the others are left out. */
  readonly isFor: (row: Row) => boolean;
}

interface BulkBarProps<Row> {
  readonly rows: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly onClear: () => void;
}

/** How many rows are ticked, and what can be done with them. */
export function BulkBar<Row>({ rows, actions, idOf, nameOf, onClear }: BulkBarProps<Row>) {
  const text = useText();
  const [asked, setAsked] = useState<Asked<Row>>();
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
                setAsked({ action, rows: chosen, leftOut: rows.length - chosen.length });
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
      {/* Stays while its rows change or leave the list under it. */}
      {asked !== undefined && (
        <BulkDialog
          form={asked.action.form}
          items={asked.rows.map((row) => ({ id: idOf(row), name: nameOf(row) }))}
          title={asked.action.title(asked.rows.length)}
          confirmLabel={asked.action.label}
          tone={asked.action.tone ?? 'primary'}
          leftOut={asked.leftOut}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onClear();
          }}
        >
          {asked.action.text}
        </BulkDialog>
      )}
    </>
  );
}

interface Asked<Row> {
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  /** How many were ticked with which it can't be done. */
  readonly leftOut: number;
}
