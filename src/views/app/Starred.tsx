import { useSelector } from '@xstate/react';
import { STARRED_PAGES_MAX } from '../../../contract/facts/limits.ts';
import { selectStarredPages } from '../../machines/shell/shell.selectors.ts';
import { StarIcon } from '../kit/administration-icons.tsx';
import { IconButton } from '../kit/Button.tsx';
import { Link } from '../kit/Link.tsx';
import { useText } from '../kit/useText.ts';
import type { SideMenuItem } from '../layout/SideMenu.tsx';
import { useApp } from './app-context.tsx';
import styles from './Starred.module.css';

interface StarredProps {
  /** The pages that can be starred: those of the menu. */
  readonly menu: readonly SideMenuItem[];
  /** Name of the page's route. */
  readonly page: string | undefined;
}

/** The star of the page, and links to the starred pages. */
export function Starred({ menu, page }: StarredProps) {
  const { directory, append } = useApp();
  const text = useText();
  const starred = useSelector(directory.shell, selectStarredPages);
  const links = starred.flatMap((name) => menu.find(({ id }) => id === name) ?? []);
  const isStarred = page !== undefined && starred.includes(page);
  const isFull = !isStarred && starred.length >= STARRED_PAGES_MAX;
  const label = isStarred ? 'layout.star.remove' : isFull ? 'layout.star.full' : 'layout.star.add';
  return (
    <>
      {page !== undefined && menu.some(({ id }) => id === page) && (
        <IconButton
          size="sm"
          className={styles.star}
          label={text(label, { max: STARRED_PAGES_MAX })}
          aria-pressed={isStarred}
          icon={<StarIcon className={isStarred ? styles.full : undefined} />}
          isDisabled={isFull}
          onPress={() => append({ type: 'page.starred', page, starred: !isStarred })}
        />
      )}
      {links.length > 0 && (
        <nav aria-label={text('layout.star.pages')} className={styles.pages}>
          {links.map(({ id, label: name, icon, to, isCurrent }) => (
            <Link
              key={id}
              to={to}
              aria-label={name}
              title={name}
              className={styles.page}
              {...(isCurrent ? { 'aria-current': 'page' } : {})}
            >
              {icon}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
