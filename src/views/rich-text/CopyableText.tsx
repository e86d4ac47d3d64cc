import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../kit/useText.ts';
import { Blocks } from './Blocks.tsx';
import { findCopyable, nearPixIn, pixKeyIn, type CopyableKind } from './find-copyable.ts';
import type { TextToken } from './parse.ts';
import styles from './CopyableText.module.css';

interface CopyableTextProps {
  readonly text: string;
  readonly onCopy: (value: string) => void;
}

/** A message's text with its lists and quotes, whose numbers and keys are copied by a click or Enter. What is bold stays so, and links lead on. */
export function CopyableText({ text, onCopy }: CopyableTextProps) {
  const isNearPix = nearPixIn(text);
  const isPixKey = pixKeyIn(text);
  /** Up to where the text is drawn: leaves are parts of it, in order. */
  let drawnTo = 0;

  function placeOf(leaf: string): number {
    const start = Math.max(drawnTo, text.indexOf(leaf, drawnTo));
    drawnTo = start + leaf.length;
    return start;
  }

  function withChips(leaf: string): ReactNode {
    const at = placeOf(leaf);
    const parts: ReactNode[] = [];
    let from = 0;
    for (const { kind, start, end, value } of findCopyable(leaf, (a, b) => isPixKey(at + a, at + b))) {
      parts.push(leaf.slice(from, start));
      parts.push(
        <Chip key={start} kind={kind} value={value} onCopy={onCopy}>
          {leaf.slice(start, end)}
        </Chip>,
      );
      from = end;
    }
    return from === 0 ? leaf : [...parts, leaf.slice(from)];
  }

  function draw(token: TextToken, index: number): ReactNode {
    switch (token.kind) {
      case 'text':
        return <span key={index}>{withChips(token.text)}</span>;
      case 'mono':
        return <code key={index}>{withChips(token.text)}</code>;
      case 'bold':
        return <strong key={index}>{token.children.map(draw)}</strong>;
      case 'italic':
        return <em key={index}>{token.children.map(draw)}</em>;
      case 'strike':
        return <s key={index}>{token.children.map(draw)}</s>;
      case 'link': {
        const at = placeOf(token.text);
        const isKey = token.href.startsWith('mailto:') && isNearPix(at, drawnTo) && !/^mailto:/iu.test(token.text);
        return isKey ? (
          <Chip key={index} kind="pix" value={token.text} onCopy={onCopy}>
            {token.text}
          </Chip>
        ) : (
          <a key={index} href={token.href} target="_blank" rel="noopener noreferrer nofollow">
            {token.text}
          </a>
        );
      }
    }
  }

  return <Blocks text={text} draw={draw} />;
}

interface ChipProps {
  readonly kind: CopyableKind;
  readonly value: string;
  readonly onCopy: (value: string) => void;
  readonly children: string;
}

/** No button element, since those don't break over lines. */
function Chip({ kind, value, onCopy, children }: ChipProps) {
  const text = useText();
  const onClick = () => {
    // Whoever selects a part of it wants that part.
    if (window.getSelection()?.isCollapsed !== false) onCopy(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    onCopy(value);
  };
  return (
    <span
      role="button"
      tabIndex={0}
      className={styles.chip}
      title={text(`messageTools.copy.${kind}`)}
      aria-label={`${text(`messageTools.copy.${kind}`)} ${children}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </span>
  );
}
