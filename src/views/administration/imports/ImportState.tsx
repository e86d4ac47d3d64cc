import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { Tag, type Tone } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './Imports.module.css';

const TONES: Readonly<Partial<Record<CustomerImport['status'], Tone>>> = {
  mapping: 'primary',
  ready: 'primary',
  done: 'success',
  failed: 'danger',
};
const MOVING: ReadonlySet<string> = new Set(['checking', 'importing', 'paused', 'undoing']);

/** An import's state: progress or result. */
export function ImportState({ of }: { readonly of: CustomerImport }) {
  const text = useText();
  const words = useImportWords();
  return (
    <div className={styles.state}>
      {MOVING.has(of.status) ? (
        <Progress of={of} />
      ) : (
        <Tag tone={TONES[of.status] ?? 'neutral'}>{text(`imports.status.${of.status}`)}</Tag>
      )}
      <small className={styles.about}>{words(of)}</small>
    </div>
  );
}

/** Progress of the current step. */
export function Progress({ of }: { readonly of: CustomerImport }) {
  const text = useText();
  const formats = useFormats();
  const { status, passed, row_count: rows, added, changed, kept } = of;
  const total = status === 'undoing' ? added + changed + kept : rows;
  const share = total === 0 ? 0 : Math.min(1, passed / total);
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={text(`imports.status.${status}`)}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.bar}
        data-paused={status === 'paused' ? '' : undefined}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <b>{formats.percent(Math.floor(share * 100) / 100)}</b>
    </div>
  );
}

/** An import's result or current step, in one line. */
function useImportWords(): (of: CustomerImport) => string {
  const text = useText();
  return ({ status, passed, row_count: rows, added, changed, refused, removed, stayed }) => {
    switch (status) {
      case 'checking':
      case 'importing':
        return text(`imports.${status}.words`, { passed, total: rows });
      case 'paused':
        return text('imports.paused.words', { passed, total: rows });
      case 'undoing':
        return text('imports.status.undoing');
      case 'done':
        return text('imports.done.words', { added, changed, refused });
      case 'cancelled':
      case 'failed':
        return added + changed === 0 ? '' : text('imports.done.words', { added, changed, refused });
      case 'undone':
        return text('imports.undone.words', { removed, stayed });
      default:
        return '';
    }
  };
}
