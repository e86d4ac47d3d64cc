import { RichText } from '../../rich-text/RichText.tsx';
import type { Chapter } from './chapters.ts';
import styles from './Article.module.css';

/** A chapter, rendered from its text. */
export function Article({ chapter: { title, body } }: { readonly chapter: Chapter }) {
  return (
    <article className={styles.article}>
      <h2 className={styles.title}>{title}</h2>
      {body.split('\n\n').map((block) => (
        <Block key={block} block={block} />
      ))}
    </article>
  );
}

function Block({ block }: { readonly block: string }) {
  if (!block.startsWith('- ')) {
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  }
  return (
    <ul>
      {block.split('\n').map((point) => (
        <li key={point}>
          <RichText text={point.slice(2)} />
        </li>
      ))}
    </ul>
  );
}
