import type { Message } from '../../../../machines/entities/entities.ts';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import styles from './MessageFile.module.css';

/** Says that a message was missed and came later, and when. */
export function RecoveredMark({ message: { takenAt } }: { readonly message: Message }) {
  const text = useText();
  const formats = useFormats();
  return (
    <small className={styles.recovered} title={text('media.recovered.hint')}>
      {text('media.recovered', { at: formats.full(takenAt) })}
    </small>
  );
}
