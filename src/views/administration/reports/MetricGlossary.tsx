import type { MessageId } from '../../../i18n/message-id.ts';
import { useText } from '../../kit/useText.ts';
import styles from './MetricGlossary.module.css';

interface MetricGlossaryProps {
  /** Each column's name and definition. */
  readonly shown: readonly { readonly label: MessageId; readonly definition: MessageId }[];
}

/** What each column counts, below the table. */
export function MetricGlossary({ shown }: MetricGlossaryProps) {
  const text = useText();
  return (
    <details className={styles.glossary}>
      <summary>{text('reports.glossary')}</summary>
      <dl className={styles.list}>
        {shown.map(({ label, definition }) => (
          <div key={label}>
            <dt>{text(label)}</dt>
            <dd>{text(definition)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
