import { useEffect, useEffectEvent, useState } from 'react';
import type { SendingProps } from './Sending.tsx';

/** The words of a dialog, and whether they began as the draft. */
interface DraftedWords {
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly isDrafted: boolean;
}

/**
 * Words that begin as the draft if it is at most `max` long. Unless they are being sent, they go back into the composer,
 * also when the conversation is closed under the dialog.
 */
export function useDraftedWords(
  { draft, onDraft }: Pick<SendingProps, 'draft' | 'onDraft'>,
  max: number,
  isSending: boolean,
): DraftedWords {
  const [isDrafted] = useState(draft.length <= max);
  const [words, setWords] = useState(isDrafted ? draft : '');
  const giveBack = useEffectEvent(() => {
    if (isSending || words.trim() === '' || words === draft) return;
    onDraft(isDrafted || draft === '' ? words : `${draft}\n${words}`);
  });
  useEffect(() => () => giveBack(), []);
  return { words, setWords, isDrafted };
}
