import { Link } from '../kit/Link.tsx';
import { useText } from '../kit/useText.ts';
import styles from './Breadcrumbs.module.css';

export interface Crumb {
  readonly label: string;
  /** Left out for the current page. */
  readonly to?: string | undefined;
}

/** The path to this page, home first. */
export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const text = useText();
  return (
    <nav aria-label={text('layout.breadcrumbs')} className={styles.crumbs}>
      <ol role="list">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to ?? crumb.label}>
            {crumb.to === undefined || index === crumbs.length - 1 ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            ) : (
              <Link to={crumb.to}>{crumb.label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
