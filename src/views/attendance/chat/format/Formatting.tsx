import { useMemo } from 'react';
import { useText } from '../../../kit/useText.ts';
import { parseText } from '../../../rich-text/parse.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { bold, italic, strike } from '../../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { composerField, replaceIn } from '../composer-field.ts';
import { withMarks, type Mark } from './marks.ts';
import styles from './Formatting.module.css';

/** Keys that format what is selected in the composer, and how the customer will see it, once anything is formatted. */
export function Formatting({ draft }: { readonly draft: string }) {
  const text = useText();
  useShortcut(bold, () => format('*'));
  useShortcut(italic, () => format('_'));
  useShortcut(strike, () => format('~'));
  const isFormatted = useMemo(() => parseText(draft).some(({ kind }) => kind !== 'text' && kind !== 'link'), [draft]);
  if (!isFormatted) return null;
  return (
    <div className={styles.place}>
      <div className={styles.preview} role="group" aria-label={text('format.preview')}>
        <RichText text={draft} />
      </div>
    </div>
  );
}

function format(mark: Mark): void {
  const field = composerField();
  if (field === null) return;
  // From the palette: what was selected before is still selected.
  if (document.activeElement !== field) field.focus();
  const { start, end, insert, selectFrom, selectTo } = withMarks(
    field.value,
    field.selectionStart,
    field.selectionEnd,
    mark,
  );
  replaceIn(field, start, end, insert);
  field.setSelectionRange(selectFrom, selectTo);
}
