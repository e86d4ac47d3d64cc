import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/Link.tsx';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useRoutes } from '../../app/known-routes.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { Article } from './Article.tsx';
import { isChapterFor } from './chapter-of.ts';
import { chapterIds, type ChapterId, type Manual } from './chapters.ts';
import { findIn } from './find-in.ts';
import styles from './ManualScreen.module.css';
import { useManual } from './use-manual.ts';

/** /user-manual: the manual by chapter, with a search; `?chapter=` selects one. */
export function ManualScreen() {
  const { directory } = useApp();
  const text = useText();
  const { manual, retry } = useManual(useSelector(directory.shell, selectLocale));
  if (manual === 'failed') return <ErrorState title={text('manual.failed')} onRetry={retry} />;
  if (manual === undefined) {
    return (
      <div role="status" aria-label={text('table.loading')} className={styles.page}>
        <Skeleton shape="block" height={420} />
        <Skeleton shape="block" height={420} />
      </div>
    );
  }
  return <Opened manual={manual} />;
}

function Opened({ manual }: { readonly manual: Manual }) {
  const { directory } = useApp();
  const text = useText();
  const permitted = useSelector(directory.auth, selectRoutes);
  const { routes } = useRoutes(true);
  const [parameters] = useSearchParams();
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const always = routes.filter(({ access }) => access !== 'check').map(({ name }) => name);
  const mine = chapterIds.filter((id) => isChapterFor(id, permitted, always));
  const found = findIn(manual, mine, words);
  const asked = mine.find((id) => id === parameters.get('chapter'));
  const shown = found.some(({ id }) => id === asked) ? asked : (found[0]?.id ?? undefined);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the chapters are in one scrolling line.
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <h1 className={styles.title}>{text('manual.title')}</h1>
        <SearchField label={text('manual.search')} value={search} onChange={setSearch} className={styles.search} />
        <p role="status" className={styles.count}>
          {words.trim() !== '' && text('manual.found', { count: found.length })}
        </p>
        <nav ref={list} aria-label={text('manual.chapters')}>
          <ul role="list" className={styles.chapters}>
            {found.map(({ id, excerpt }) => (
              <li key={id}>
                <ChapterLink id={id} title={manual[id].title} excerpt={excerpt} isCurrent={id === shown} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {shown === undefined ? (
        <EmptyState icon={<SearchIcon />} title={text('manual.none.title')} className={styles.none}>
          {text('manual.none.text')}
        </EmptyState>
      ) : (
        <Article key={shown} chapter={manual[shown]} />
      )}
    </div>
  );
}

interface ChapterLinkProps {
  readonly id: ChapterId;
  readonly title: string;
  /** The text around the match, during a search. */
  readonly excerpt: string | undefined;
  readonly isCurrent: boolean;
}

function ChapterLink({ id, title, excerpt, isCurrent }: ChapterLinkProps) {
  return (
    <Link
      to={`/user-manual?chapter=${id}`}
      className={styles.chapter}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      <span>{title}</span>
      {excerpt !== undefined && <small>{excerpt}</small>}
    </Link>
  );
}
