import { ON_EXISTING, type OnExisting } from '../../../../contract/facts/imports.ts';
import type { ManagedTag } from '../../../machines/entities/customers.ts';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { Choices } from '../../kit/Choices.tsx';
import { Select } from '../../kit/Select.tsx';
import { Tag, type Tone } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { RefusedButton } from './ImportActions.tsx';
import { Progress } from './ImportState.tsx';
import styles from './Imports.module.css';

interface ImportCheckCardProps {
  readonly of: CustomerImport;
  /** Whether the check is up to date with the chosen columns. */
  readonly isCurrent: boolean;
  readonly hasPhone: boolean;
  readonly existing: OnExisting;
  readonly onExisting: (existing: OnExisting) => void;
  readonly tags: readonly ManagedTag[];
  readonly tagIds: readonly string[];
  readonly onTags: (ids: readonly string[]) => void;
}

/** Remarks on rows treated specially. */
const FINDINGS = [
  ['twice', 'first', 'neutral'],
  ['no_number', 'refused', 'danger'],
  ['invalid', 'refused', 'danger'],
  ['service', 'refused', 'danger'],
  ['broken', 'refused', 'danger'],
  ['bad_dates', 'noDate', 'warning'],
  ['bad_values', 'noValue', 'warning'],
  ['opted_out', 'stayOut', 'warning'],
] as const satisfies readonly (readonly [string, string, Tone])[];

/** The check's findings, and the treatment of existing customers. */
export function ImportCheckCard(props: ImportCheckCardProps) {
  const { of, isCurrent, hasPhone, existing, onExisting, tags, tagIds, onTags } = props;
  const text = useText();
  const formats = useFormats();
  const { check, status, refused } = of;
  return (
    <section className={styles.card} aria-label={text('imports.check')}>
      <header className={styles.cardHead}>
        <h2>{text('imports.check')}</h2>
        {isCurrent && check !== null && (
          <span className={styles.hint}>
            {text('imports.check.summary', { new: check.new, existing: check.existing })}
          </span>
        )}
      </header>
      <div className={styles.cardBody}>
        {status === 'checking' && <Progress of={of} />}
        {status !== 'checking' && !isCurrent && (
          <p className={styles.hint}>{text(hasPhone ? 'imports.check.outdated' : 'imports.check.phone')}</p>
        )}
        {isCurrent && check !== null && (
          <ul className={styles.findings}>
            {FINDINGS.filter(([name]) => check[name] > 0).map(([name, what, tone]) => (
              <li key={name}>
                <b>{formats.number(check[name])}</b>
                <span>{text(`imports.check.${name}`, { count: check[name] })}</span>
                <Tag tone={tone}>{text(`imports.check.then.${what}`)}</Tag>
              </li>
            ))}
            {FINDINGS.every(([name]) => check[name] === 0) && <li>{text('imports.check.clean')}</li>}
          </ul>
        )}
        {isCurrent && refused > 0 && (
          <div>
            <RefusedButton of={of} label={text('imports.refused.all', { count: refused })} />
          </div>
        )}
        <Select
          label={text('imports.existing', { count: isCurrent ? (check?.existing ?? 0) : 0 })}
          placeholder=""
          options={ON_EXISTING.map((id) => ({ id, label: text(`imports.existing.${id}`) }))}
          value={existing}
          onChange={(id) => {
            const chosen = ON_EXISTING.find((each) => each === id);
            if (chosen !== undefined) onExisting(chosen);
          }}
          description={text(`imports.existing.${existing}.hint`)}
        />
        {tags.length > 0 && (
          <Choices
            label={text('imports.tags')}
            options={tags.map(({ id, name }) => ({ id, label: name }))}
            value={tagIds}
            onChange={onTags}
            none=""
          />
        )}
      </div>
    </section>
  );
}
