import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from '../kit/Link.tsx';
import { IconButton } from '../kit/Button.tsx';
import { CloseIcon, MoreIcon, SidebarCloseIcon, SidebarOpenIcon } from '../kit/icons.tsx';
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
  /** Title of its menu group. */
  readonly group?: string | undefined;
  readonly onPress?: (() => void) | undefined;
  /** Renders the unread count with that class. */
  readonly badge?: (className: string | undefined) => ReactNode;
}

/** An entry that only a phone's bar has. */
export interface BarEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent?: boolean;
  readonly onPress: () => void;
}

interface SideMenuProps {
  /** Entries of a phone's bar between its first ones and the button of its sheet. */
  readonly bar?: readonly BarEntry[];
  readonly items: readonly SideMenuItem[];
  readonly isExpanded: boolean;
  readonly onExpandedChange: (isExpanded: boolean) => void;
}

/** Capacity of a phone's bar, including its sheet's button. */
const PLACES = 5;

/**
 * The vertical menu; on a phone a bar with the first entries and its own, and a sheet with all. Collapsed, it shows icons with
 * their names on hover and focus.
 */
export function SideMenu({ items, bar = none, isExpanded, onExpandedChange }: SideMenuProps) {
  const text = useText();
  // Escape hides the names without moving the pointer (WCAG 1.4.13).
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => setQuiet(event.key === 'Escape');
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const [isSheet, setSheet] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const places = PLACES - bar.length;
  const hasMore = items.length > places;
  const first = new Set(items.slice(0, hasMore ? places - 1 : items.length).map(({ id }) => id));
  useEffect(() => {
    if (!isSheet) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const onClick = (event: MouseEvent) => {
      // The path at click time: the button has replaced its icon since.
      const path = event.composedPath();
      const isInside = nav.current !== null && path.indexOf(nav.current) > 0;
      // A click on an entry or outside closes the sheet.
      if (!isInside || path.some((each) => each instanceof HTMLAnchorElement)) setSheet(false);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setSheet(false);
      more.current?.focus();
    };
    window.addEventListener('click', onClick, { signal });
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => ended.abort();
  }, [isSheet]);
  // Scrolls a long menu to the current entry.
  const current = items.find(({ isCurrent }) => isCurrent)?.id;
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={text('layout.menu')}
      className={cx(styles.menu, isExpanded && styles.expanded, isQuiet && styles.quiet, isSheet && styles.sheet)}
    >
      <div className={styles.brand}>
        <Logo />
        <span className={styles.name}>{text('app.name')}</span>
      </div>
      <div className={styles.scroll}>
        {groupsOf(items).map(({ title, items }) => (
          <div
            key={title ?? ''}
            className={cx(styles.group, items.every(({ id }) => !first.has(id)) && styles.further)}
          >
            {title !== undefined && (
              <span className={styles.title} aria-hidden="true">
                {title}
              </span>
            )}
            <ul role="list" className={styles.items} {...(title === undefined ? {} : { 'aria-label': title })}>
              {items.map((item) => (
                <li key={item.id} className={cx(!first.has(item.id) && styles.further)}>
                  <Link
                    to={item.to}
                    className={styles.item}
                    onClick={item.onPress}
                    onPointerLeave={() => setQuiet(false)}
                    {...(item.isCurrent ? { 'aria-current': 'page' } : {})}
                  >
                    {item.icon}
                    <span className={styles.label}>{item.label}</span>
                    {item.badge?.(styles.badge)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {bar.map(({ id, label, icon, isCurrent = false, onPress }) => (
        <button
          key={id}
          type="button"
          className={cx(styles.item, styles.onPhone)}
          {...(isCurrent ? { 'aria-current': true } : {})}
          onClick={() => {
            setSheet(false);
            onPress();
          }}
        >
          {icon}
          <span className={styles.label}>{label}</span>
        </button>
      ))}
      {hasMore && (
        <button
          ref={more}
          type="button"
          className={cx(styles.item, styles.onPhone)}
          aria-expanded={isSheet}
          {...(current !== undefined && !first.has(current) ? { 'aria-current': true } : {})}
          onClick={() => setSheet(!isSheet)}
        >
          {isSheet ? <CloseIcon /> : <MoreIcon />}
          <span className={styles.label}>{text(isSheet ? 'action.close' : 'layout.menu.more')}</span>
        </button>
      )}
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

const none: readonly BarEntry[] = [];

/** Groups the items by title, in order of first appearance. */
function groupsOf(items: readonly SideMenuItem[]) {
  const groups = new Map<string | undefined, SideMenuItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([title, items]) => ({ title, items }));
}
