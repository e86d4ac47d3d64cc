import { useLocation } from 'react-router-dom';
import { Link } from '../../kit/Link.tsx';
import { useRoutes } from '../../app/known-routes.tsx';
import { routeOf } from '../../app/route-table.ts';
import { HelpIcon } from '../../kit/administration-icons.tsx';
import { useText } from '../../kit/useText.ts';
import { chapterOf } from './chapter-of.ts';
import styles from './HelpLink.module.css';

/** Links a screen to its chapter of the manual. */
export function HelpLink() {
  const text = useText();
  const { pathname } = useLocation();
  const { routes } = useRoutes(true);
  if (pathname === '/user-manual') return null;
  const label = text('layout.help');
  return (
    <Link
      to={`/user-manual?chapter=${chapterOf(routeOf(pathname, routes)?.name)}`}
      aria-label={label}
      title={label}
      className={styles.link}
    >
      <HelpIcon />
    </Link>
  );
}
