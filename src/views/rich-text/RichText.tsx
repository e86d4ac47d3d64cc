import { memo, use, type ReactNode } from 'react';
import { DrawnText } from './drawn-text.ts';
import { parseText, type TextToken } from './parse.ts';
import styles from './RichText.module.css';

/** A message's text, rendered from tokens. */
export const RichText = memo(function RichText({ text }: { readonly text: string }) {
  const drawn = use(DrawnText);
  return (
    <span className={styles.text} data-text="">
      {drawn === null ? parseText(text).map(draw) : drawn(text)}
    </span>
  );
});

function draw(token: TextToken, index: number): ReactNode {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'mono':
      return <code key={index}>{token.text}</code>;
    case 'bold':
      return <strong key={index}>{token.children.map(draw)}</strong>;
    case 'italic':
      return <em key={index}>{token.children.map(draw)}</em>;
    case 'strike':
      return <s key={index}>{token.children.map(draw)}</s>;
    case 'link':
      return (
        <a key={index} href={token.href} target="_blank" rel="noopener noreferrer nofollow">
          {token.text}
        </a>
      );
  }
}
