import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { STARRED_PAGES_MAX } from '../../../contract/facts/limits.ts';
import { selectStarredPages } from '../../machines/shell/shell.preferences.selectors.ts';
import { StarIcon } from '../kit/administration-icons.tsx';
import { IconButton } from '../kit/Button.tsx';
import { Link } from '../kit/Link.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
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

/** The star of the page, and links to the starred pages; on a narrow screen both in one menu. */
export function Starred({ menu, page }: StarredProps) {
  const { directory, append } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const starred = useSelector(directory.shell, selectStarredPages);
  const links = starred.flatMap((name) => menu.find(({ id }) => id === name) ?? []);
  const isStarred = page !== undefined && starred.includes(page);
  const isFull = !isStarred && starred.length >= STARRED_PAGES_MAX;
  const mayStar = page !== undefined && menu.some(({ id }) => id === page);
  const label = isStarred ? 'layout.star.remove' : isFull ? 'layout.star.full' : 'layout.star.add';
  const star = () => {
    if (page !== undefined) append({ type: 'page.starred', page, starred: !isStarred });
  };
  const icon = <StarIcon className={isStarred ? styles.full : undefined} />;
  return (
    <>
      {(mayStar || links.length > 0) && (
        <MenuButton
          variant="icon"
          className={styles.menu}
          label={text('layout.star.pages')}
          groups={[
            ...(links.length === 0
              ? []
              : [
                  {
                    id: 'pages',
                    title: text('layout.star.pages'),
                    entries: links.map(({ id, label: name, icon: symbol }) => ({ id, label: name, icon: symbol })),
                    onSelect: (chosen: string) => {
                      const to = links.find(({ id }) => id === chosen)?.to;
                      if (to !== undefined) void navigate(to);
                    },
                  },
                ]),
            ...(mayStar
              ? [
                  {
                    id: 'this',
                    entries: [{ id: 'star', label: text(label, { max: STARRED_PAGES_MAX }), icon, isDisabled: isFull }],
                    onSelect: star,
                  },
                ]
              : []),
          ]}
        >
          {icon}
        </MenuButton>
      )}
      {mayStar && (
        <IconButton
          size="sm"
          className={styles.star}
          label={text(label, { max: STARRED_PAGES_MAX })}
          aria-pressed={isStarred}
          icon={icon}
          isDisabled={isFull}
          onPress={star}
        />
      )}
      {links.length > 0 && (
        <nav aria-label={text('layout.star.pages')} className={styles.pages}>
          {links.map(({ id, label: name, icon: symbol, to, isCurrent }) => (
            <Link
              key={id}
              to={to}
              aria-label={name}
              title={name}
              className={styles.page}
              {...(isCurrent ? { 'aria-current': 'page' } : {})}
            >
              {symbol}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
