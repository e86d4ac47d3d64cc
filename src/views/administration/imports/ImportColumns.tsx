import { IMPORT_SAMPLES } from '../../../../contract/facts/imports.ts';
import type { CustomerField } from '../../../machines/entities/customers.ts';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CARD_TARGETS, fieldTarget, NOTHING, type TargetId } from './targets.ts';
import bare from '../../kit/bare.module.css';
import styles from './Imports.module.css';

interface ImportColumnsProps {
  readonly of: CustomerImport;
  readonly fields: readonly CustomerField[];
  readonly targets: readonly TargetId[];
  readonly isLocked: boolean;
  readonly onChange: (targets: readonly TargetId[]) => void;
}

/** The file's columns: target, first values, and how many rows have one. */
export function ImportColumns({ of, fields, targets, isLocked, onChange }: ImportColumnsProps) {
  const text = useText();
  const formats = useFormats();
  const { columns, row_count: rows, remembered_at: remembered } = of;
  const options = [
    { id: NOTHING, label: text('imports.target.none') },
    ...CARD_TARGETS.map((id) => ({ id, label: text(`imports.target.${id}`) })),
    ...fields.map(({ id, name }) => ({ id: fieldTarget(id), label: name })),
  ];
  const known = targets.filter((target) => target !== NOTHING).length;
  const lines = Array.from({ length: IMPORT_SAMPLES }, (_, at) => at);
  const choose = (column: number, target: TargetId) =>
    // A target has one column: the previous one loses it.
    onChange(
      targets.map((each, at) => (at === column ? target : each === target && target !== NOTHING ? NOTHING : each)),
    );
  return (
    <div className={styles.card}>
      <header className={styles.cardHead}>
        <h2>{text('imports.columns')}</h2>
        <span className={styles.hint}>
          {text('imports.columns.known', { known, all: columns.length })}
          {remembered !== null &&
            `; ${text('imports.columns.remembered', { day: formats.date(Date.parse(remembered)) })}`}
        </span>
        <Button size="sm" isDisabled={isLocked || known === 0} onPress={() => onChange(columns.map(() => NOTHING))}>
          {text('imports.columns.clear')}
        </Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={text('imports.columns')}>
        <table className={styles.columns}>
          <thead>
            <tr>
              <th scope="col">{text('imports.columns.inFile')}</th>
              <th scope="col">{text('imports.columns.to')}</th>
              {lines.map((at) => (
                <th key={at} scope="col">
                  {text('imports.columns.sample', { number: at + 1 })}
                </th>
              ))}
              <th scope="col" className={styles.end}>
                {text('imports.columns.filled')}
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ heading, samples, filled }, column) => {
              const name = heading === '' ? text('imports.columns.unnamed', { number: column + 1 }) : heading;
              const target = targets[column] ?? NOTHING;
              return (
                // oxlint-disable-next-line react/no-array-index-key -- a file's columns stay where they are
                <tr key={column} data-unused={target === NOTHING ? '' : undefined}>
                  <th scope="row">{name}</th>
                  <td className={styles.target}>
                    <Select
                      label={text('imports.columns.toOf', { name })}
                      className={bare.bare}
                      placeholder={text('imports.target.none')}
                      options={options}
                      value={target}
                      isDisabled={isLocked}
                      onChange={(id) => choose(column, id)}
                    />
                  </td>
                  {lines.map((at) => (
                    <td key={at}>
                      {samples[at] === undefined || samples[at] === '' ? (
                        <span className={styles.none}>{text('imports.columns.empty')}</span>
                      ) : (
                        samples[at]
                      )}
                    </td>
                  ))}
                  <td className={styles.end}>{formats.percent(rows === 0 ? 0 : filled / rows)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
