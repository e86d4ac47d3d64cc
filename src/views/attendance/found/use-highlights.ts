import { useEffect } from 'react';
import { findWords, type SearchWords } from '../../../../contract/facts/words.ts';

const NAME = 'found';

/** Marks the words in the messages on the screen; nothing where the browser can't. */
export function useHighlights(words: SearchWords | null): void {
  const key = JSON.stringify(words);
  useEffect(() => {
    const box = document.querySelector('[data-conversation]');
    if (words === null || box === null || typeof Highlight === 'undefined') return undefined;
    const mark = () => void CSS.highlights.set(NAME, new Highlight(...rangesIn(box, words)));
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(box, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
    // The same words are another object each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

function* rangesIn(box: Element, words: SearchWords): Generator<Range> {
  for (const line of box.querySelectorAll('[data-message] [data-text]')) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { start, end } of findWords(node.nodeValue ?? '', words)) {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, end);
        yield range;
      }
    }
  }
}
