import { useRef, type ReactNode } from 'react';
import { cx } from '../kit/cx.ts';
import { useText } from '../kit/useText.ts';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';
import { SideMenu, type BarEntry, type SideMenuItem } from './SideMenu.tsx';
import styles from './AppShell.module.css';

interface AppShellProps {
  readonly menu: readonly SideMenuItem[];
  /** Extra entries of a phone's bar, besides the menu's first ones. */
  readonly phoneBar?: readonly BarEntry[];
  readonly isMenuExpanded: boolean;
  readonly onMenuExpandedChange: (isExpanded: boolean) => void;
  /** From the routes, home first. */
  readonly crumbs: readonly Crumb[];
  /** Beside the breadcrumbs, such as a search. */
  readonly search?: ReactNode;
  /** Behind it: the pages that the user starred. */
  readonly starred?: ReactNode;
  /** In the free part of the bar: the notices on the screen. */
  readonly notices?: ReactNode;
  /** At the right end: instance, connection, account. */
  readonly tools?: ReactNode;
  /** Below the bar, full width: what everyone must know now. */
  readonly banner?: ReactNode;
  /** `fill`: the screen manages its own scrolling; `page`: the page scrolls. */
  readonly scroll?: 'fill' | 'page';
  /** On phones hides the menu: the screen has its own way back. */
  readonly isImmersive?: boolean;
  readonly children: ReactNode;
}

/** The frame of every screen after login: menu, floating bar, content. Below 768 px the menu is a bar at the bottom. */
export function AppShell(props: AppShellProps) {
  const {
    menu,
    phoneBar,
    isMenuExpanded,
    onMenuExpandedChange,
    crumbs,
    search,
    starred,
    notices,
    tools,
    banner,
    scroll = 'page',
    isImmersive = false,
    children,
  } = props;
  const text = useText();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={cx(styles.shell, isMenuExpanded && styles.expanded, isImmersive && styles.immersive)}>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {text('layout.skip')}
      </a>
      <SideMenu
        items={menu}
        isExpanded={isMenuExpanded}
        onExpandedChange={onMenuExpandedChange}
        {...(phoneBar === undefined ? {} : { bar: phoneBar })}
      />
      <header className={styles.bar}>
        <Breadcrumbs crumbs={crumbs} />
        {search !== undefined && <div className={styles.search}>{search}</div>}
        {starred}
        <div className={styles.notices}>{notices}</div>
        <div className={styles.tools}>{tools}</div>
      </header>
      <main ref={main} id="content" tabIndex={-1} className={cx(styles.main, scroll === 'fill' && styles.fill)}>
        {banner !== undefined && <div className={styles.banner}>{banner}</div>}
        {children}
      </main>
    </div>
  );
}
