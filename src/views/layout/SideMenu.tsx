import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/Badge.tsx';
import { IconButton } from '../kit/Button.tsx';
import { SidebarCloseIcon, SidebarOpenIcon } from '../kit/icons.tsx';
import { Logo } from '../kit/Logo.tsx';
import { cx } from '../kit/cx.ts';
import { useText } from '../kit/useText.ts';
import styles from './SideMenu.module.css';

export interface SideMenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly to: string;
  readonly isCurrent: boolean;
  /** How many things wait there. */
  readonly badge?: number;
}

interface SideMenuProps {
  readonly items: readonly SideMenuItem[];
  readonly isExpanded: boolean;
  readonly onExpandedChange: (isExpanded: boolean) => void;
}

/** The vertical menu. Collapsed it shows icons, whose names appear beside them under the pointer or the focus. */
export function SideMenu({ items, isExpanded, onExpandedChange }: SideMenuProps) {
  const text = useText();
  // Escape takes the names away without moving the pointer (WCAG 1.4.13).
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => setQuiet(event.key === 'Escape');
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <nav
      aria-label={text('layout.menu')}
      className={cx(styles.menu, isExpanded && styles.expanded, isQuiet && styles.quiet)}
    >
      <div className={styles.brand}>
        <Logo />
        <span className={styles.name}>{text('app.name')}</span>
      </div>
      <ul role="list" className={styles.items}>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={item.to}
              className={styles.item}
              onPointerLeave={() => setQuiet(false)}
              {...(item.isCurrent ? { 'aria-current': 'page' } : {})}
            >
              {item.icon}
              <span className={styles.label}>{item.label}</span>
              {item.badge !== undefined && <Badge count={item.badge} className={styles.badge} />}
            </Link>
          </li>
        ))}
      </ul>
      <IconButton
        className={styles.toggle}
        label={text(isExpanded ? 'layout.menu.collapse' : 'layout.menu.expand')}
        aria-expanded={isExpanded}
        icon={isExpanded ? <SidebarCloseIcon /> : <SidebarOpenIcon />}
        onPress={() => onExpandedChange(!isExpanded)}
      />
    </nav>
  );
}
