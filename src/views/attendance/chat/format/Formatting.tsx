import { useMemo } from 'react';
import { MESSAGE_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { Kbd } from '../../../kit/Kbd.tsx';
import { useText } from '../../../kit/useText.ts';
import { Blocks } from '../../../rich-text/Blocks.tsx';
import { blocksOf } from '../../../rich-text/blocks.ts';
import { DrawnText } from '../../../rich-text/drawn-text.ts';
import { parseText } from '../../../rich-text/parse.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { bold, italic, strike } from '../../../shortcuts/late-shortcuts.ts';
import { keyCaps } from '../../../shortcuts/shortcut.ts';
import { useIsMac, useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { composerField, replaceIn } from '../composer-field.ts';
import { useSignature } from '../use-signature.ts';
import { withMarks, type Mark } from './marks.ts';
import styles from './Formatting.module.css';

const hintsOf = (send: string, newLine: string) =>
  [
    { keys: send, what: 'format.hint.send' },
    { keys: newLine, what: 'format.hint.newLine' },
    { keys: '/', what: 'format.hint.replies' },
    { keys: '?', what: 'format.hint.shortcuts' },
  ] as const;

interface FormattingProps {
  readonly draft: string;
  /** Whether Ctrl+Enter sends. */
  readonly modSends: boolean;
}

/**
 * Keys that format what is selected in the composer. Below it how the customer will see it, once anything is formatted;
 * until then the keys that one needs.
 */
export function Formatting({ draft, modSends }: FormattingProps) {
  const text = useText();
  const mod = keyCaps('Mod+Enter', useIsMac()).join(' ');
  useShortcut(bold, () => format('*'));
  useShortcut(italic, () => format('_'));
  useShortcut(strike, () => format('~'));
  const isFormatted = useMemo(
    () =>
      blocksOf(draft).some(({ kind }) => kind !== 'text') ||
      parseText(draft).some(({ kind }) => kind !== 'text' && kind !== 'link'),
    [draft],
  );
  const signature = useSignature();
  if (isFormatted) {
    return (
      <div className={styles.preview} role="group" aria-label={text('format.preview')}>
        <DrawnText value={drawBlocks}>
          <RichText text={signature + draft} />
        </DrawnText>
      </div>
    );
  }
  // The composer says there that the text is too long.
  if (draft.length > MESSAGE_MAX_LENGTH) return null;
  return (
    <div className={styles.hints} id="composer-hint">
      {signature !== '' && draft !== '' && (
        <span>{text('format.hint.signed', { name: signature.replaceAll(/^\*|:\*\n$/gu, '') })}</span>
      )}
      {(modSends ? hintsOf(mod, 'Enter') : hintsOf('Enter', 'Shift Enter')).map(({ keys, what }) => (
        <span key={keys}>
          <Kbd>{keys}</Kbd> {text(what)}
        </span>
      ))}
    </div>
  );
}

const drawBlocks = (words: string) => <Blocks text={words} />;

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
