import { useText } from '../../kit/useText.ts';
import type { Metric } from './metrics.ts';
import styles from './MetricGlossary.module.css';

/** What each column counts, below the table. */
export function MetricGlossary({ shown }: { readonly shown: readonly Metric[] }) {
  const text = useText();
  return (
    <details className={styles.glossary}>
      <summary>{text('reports.glossary')}</summary>
      <dl className={styles.list}>
        {shown.map(({ id, label, definition }) => (
          <div key={id}>
            <dt>{text(label)}</dt>
            <dd>{text(definition)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
