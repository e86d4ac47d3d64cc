import type { ReactNode } from 'react';
import { blocksOf, type Block } from './blocks.ts';
import { DrawnText } from './drawn-text.ts';
import { MARKED_MAX, parseText, type TextToken } from './parse.ts';
import { RichText } from './RichText.tsx';
import styles from './Blocks.module.css';

interface BlocksProps {
  readonly text: string;
  readonly draw?: (token: TextToken, index: number) => ReactNode;
}

/** A text with its lists and quotes; `draw` draws each token, in order, instead of as usual. */
export function Blocks({ text, draw }: BlocksProps) {
  const budget = { left: MARKED_MAX };
  const drawn = (words: string) =>
    draw === undefined ? (
      <DrawnText value={null}>
        <RichText text={words} />
      </DrawnText>
    ) : (
      parseText(words, budget).map(draw)
    );
  // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
  return blocksOf(text).map((block, index) => <Part key={index} block={block} drawn={drawn} />);
}

function Part({ block, drawn }: { readonly block: Block; readonly drawn: (words: string) => ReactNode }) {
  switch (block.kind) {
    case 'text':
      return drawn(block.text);
    case 'quote':
      return (
        <span role="blockquote" className={styles.quote}>
          {block.lines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
            <span key={at} className={styles.line}>
              {drawn(line)}
            </span>
          ))}
        </span>
      );
    case 'list':
      return (
        <span role="list" className={styles.list}>
          {block.items.map(({ mark, text: words }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
            <span key={at} role="listitem" className={styles.item} data-long={mark.length > 2 || undefined}>
              {`${mark} `}
              {drawn(words)}
            </span>
          ))}
        </span>
      );
  }
}
