import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../../kit/useText.ts';

/** How long something is said, in milliseconds. */
const SAID_MS = 2_500;

/** Copies a text, and says for a while whether it worked: without https there is no clipboard. */
export function useCopying() {
  const text = useText();
  const [said, setSaid] = useState<{ readonly words: string }>();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const say = useCallback((words: string) => setSaid({ words }), []);
  const copied = text('messageTools.copied');
  const notCopied = text('messageTools.notCopied');
  const copy = useCallback(
    (words: string): void => {
      // Without https it isn't there, whatever its type says.
      const clipboard: Clipboard | undefined = navigator.clipboard;
      const copying = clipboard?.writeText(words) ?? Promise.reject(new Error('no clipboard'));
      copying.then(
        () => say(copied),
        () => say(notCopied),
      );
    },
    [copied, notCopied, say],
  );
  return { said: said?.words, say, copy };
}
