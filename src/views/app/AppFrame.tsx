import { useSelector } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { selectRoutes, selectUser } from '../../machines/auth/auth.selectors.ts';
import {
  selectDesktopPermission,
  selectHasSingleKeys,
  selectLocale,
  selectSidebarOpen,
  selectSoundOn,
  selectTheme,
} from '../../machines/shell/shell.selectors.ts';
import { isFocusLost } from '../attendance/focus.ts';
import { ChatIcon, HomeIcon } from '../kit/icons.tsx';
import { part } from '../kit/part.tsx';
import { useText } from '../kit/useText.ts';
import { AccountMenu } from '../layout/AccountMenu.tsx';
import { AppShell } from '../layout/AppShell.tsx';
import { useDocumentTitle } from '../layout/useDocumentTitle.ts';
import { showShortcuts } from '../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { Connection } from './Connection.tsx';
import { InstanceChoice } from './InstanceChoice.tsx';
import { routeOf, routeTable } from './route-table.ts';

const ShortcutsDialog = part(async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog, {
  onClose: ({ onClose }) => onClose(),
});
const Notices = part(async () => (await import('./Notices.tsx')).Notices);

const icons: Readonly<Record<string, ReactNode>> = { home: <HomeIcon />, chat: <ChatIcon /> };

/** Menu, bar and notices around every screen behind the login. */
export function AppFrame() {
  const { directory, append } = useApp();
  const text = useText();
  const { pathname, key } = useLocation();
  useEffect(() => {
    // What led here is gone with the screen before; a page that has just loaded leaves the focus to its reader.
    if (key !== 'default' && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true });
  }, [key]);
  const route = routeOf(pathname);
  const user = useSelector(directory.auth, selectUser);
  const routes = useSelector(directory.auth, selectRoutes);
  const theme = useSelector(directory.shell, selectTheme);
  const locale = useSelector(directory.shell, selectLocale);
  const sidebarOpen = useSelector(directory.shell, selectSidebarOpen);
  const isSoundOn = useSelector(directory.shell, selectSoundOn);
  const desktop = useSelector(directory.shell, selectDesktopPermission);
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  const unseen = useObservable(directory.totalUnseen);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  useShortcut(showShortcuts, () => setShortcutsOpen(true));
  useDocumentTitle(route === undefined ? undefined : text(route.title), unseen);

  const menu = routeTable
    .filter((entry) => entry.menu && (entry.access === 'open' || routes.includes(entry.name)))
    .map((entry) => ({
      id: entry.name,
      label: text(entry.title),
      icon: icons[entry.name],
      to: entry.path,
      isCurrent: route?.name === entry.name,
      ...(entry.name === 'chat' ? { badge: unseen } : {}),
    }));
  const home = { label: text('home.title'), to: '/' };
  const crumbs = route === undefined || route.name === 'home' ? [home] : [home, { label: text(route.title) }];

  return (
    <AppShell
      menu={menu}
      isMenuExpanded={sidebarOpen}
      onMenuExpandedChange={() => append({ type: 'sidebar.toggled' })}
      crumbs={crumbs}
      scroll={route?.name === 'chat' ? 'fill' : 'page'}
      isImmersive={route?.path === '/chat/:ticketId'}
      tools={
        <>
          <InstanceChoice />
          <Connection />
          {user !== null && (
            <AccountMenu
              user={{ name: user.name, email: user.email, role: user.roleLabel, image: user.image }}
              theme={theme}
              onThemeChange={(chosen) => append({ type: 'theme.chosen', theme: chosen })}
              locale={locale}
              onLocaleChange={(chosen) => append({ type: 'locale.chosen', locale: chosen })}
              isSoundOn={isSoundOn}
              onSoundToggle={() => append({ type: 'sound.toggled' })}
              onAskDesktop={desktop === 'default' ? () => append({ type: 'desktop.permissionAsked' }) : undefined}
              onLogout={() => append({ type: 'logout.requested' })}
              onShowShortcuts={() => setShortcutsOpen(true)}
            />
          )}
        </>
      }
    >
      <Outlet />
      <Notices />
      {shortcutsOpen && (
        <ShortcutsDialog
          isOpen
          onClose={() => setShortcutsOpen(false)}
          hasSingleKeys={hasSingleKeys}
          onSingleKeysChange={() => append({ type: 'singleKeys.toggled' })}
        />
      )}
    </AppShell>
  );
}
