import { useSelector } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { noticesArea } from '../../i18n/areas/notices.ts';
import { shortcutsArea } from '../../i18n/areas/shortcuts.ts';
import { Outlet, useLocation } from 'react-router-dom';
import type { MessageId } from '../../i18n/message-id.ts';
import { selectRoutes, selectSupportFrom, selectUser } from '../../machines/auth/auth.selectors.ts';
import { selectHasSingleKeys, selectSidebarOpen } from '../../machines/shell/shell.selectors.ts';
import { isFocusLost } from '../attendance/focus.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Badge } from '../kit/Badge.tsx';
import { ChatIcon, HomeIcon } from '../kit/icons.tsx';
import { useText } from '../kit/useText.ts';
import { AppShell } from '../layout/AppShell.tsx';
import { useDocumentTitle } from '../layout/useDocumentTitle.ts';
import { showShortcuts } from '../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { Connection } from './Connection.tsx';
import { InstanceChoice } from './InstanceChoice.tsx';
import { useIsText } from './failure-text.ts';
import { useRoutes } from './further-routes.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { routeOf, type RouteEntry } from './route-table.ts';

const ShortcutsDialog = lazyScreen(
  async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
  [shortcutsArea],
  { onClose: ({ onClose }) => onClose() },
);

// The face is there at once, what is behind it a moment later.
const Account = lazyScreen(async () => (await import('./Account.tsx')).Account, [accountMenuArea], {
  waiting: ({ user }) => <Avatar name={user.name} image={user.image} size="sm" tone="brand" />,
});

const SupportMark = lazyScreen(async () => (await import('./SupportMark.tsx')).SupportMark, [accountMenuArea]);

const Notices = lazyScreen(async () => (await import('./Notices.tsx')).Notices, [noticesArea]);

const ownIcons: Readonly<Record<string, ReactNode>> = { home: <HomeIcon />, chat: <ChatIcon /> };

/** Menu, bar and notices around every screen behind the login. */
export function AppFrame() {
  const { directory, append } = useApp();
  const text = useText();
  const { pathname, key } = useLocation();
  useEffect(() => {
    // What led here is gone with the screen before; a page that has just loaded leaves the focus to its reader.
    if (key !== 'default' && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true });
  }, [key]);
  const user = useSelector(directory.auth, selectUser);
  const supportFrom = useSelector(directory.auth, selectSupportFrom);
  const permitted = useSelector(directory.auth, selectRoutes);
  const { routes, icons } = useRoutes(true);
  const route = routeOf(pathname, routes);
  const wordsOf = useWords();
  const titleOf = ({ title }: RouteEntry) => wordsOf(title);
  const title = route === undefined ? undefined : titleOf(route);
  const sidebarOpen = useSelector(directory.shell, selectSidebarOpen);
  const hasSingleKeys = useSelector(directory.shell, selectHasSingleKeys);
  // The how-manyeth asking; 0 while they aren't shown.
  const [shortcuts, setShortcuts] = useState(0);
  const askForShortcuts = () => setShortcuts(shortcuts + 1);
  useShortcut(showShortcuts, askForShortcuts);
  const menu = routes
    .filter((entry) => entry.menu && (entry.access === 'open' || permitted.includes(entry.name)))
    // Support isn't one of the company's users.
    .filter(({ name }) => supportFrom === undefined || name !== 'profile')
    .map((entry) => ({
      id: entry.name,
      label: titleOf(entry) ?? '',
      icon: icons[entry.name] ?? ownIcons[entry.name],
      group: entry.group && wordsOf(`menu.group.${entry.group}`),
      to: entry.path,
      isCurrent: route?.name === entry.name || route?.parent === entry.name,
      ...(entry.name === 'chat' ? { badge: unseenBadge } : {}),
    }))
    // Those whose texts are on their way come with them.
    .filter(({ label }) => label !== '');
  const home = { label: text('menu.home'), to: '/' };
  const above = routes.find(({ name }) => name === route?.parent);
  const crumbs = [
    home,
    ...(above === undefined ? [] : [{ label: titleOf(above) ?? '', to: above.path }]),
    ...(title === undefined || route?.name === 'home' ? [] : [{ label: title }]),
  ];

  return (
    <AppShell
      menu={menu}
      isMenuExpanded={sidebarOpen}
      onMenuExpandedChange={() => append({ type: 'sidebar.toggled' })}
      crumbs={crumbs}
      banner={supportFrom && <SupportMark from={supportFrom} />}
      scroll={route?.name === 'chat' ? 'fill' : 'page'}
      isImmersive={route?.path === '/chat/:ticketId'}
      tools={
        <>
          <InstanceChoice />
          <Connection />
          {user !== null && <Account user={user} onShowShortcuts={askForShortcuts} />}
        </>
      }
    >
      <DocumentTitle title={title} />
      <Outlet />
      <Notices />
      {shortcuts > 0 && (
        <ShortcutsDialog
          key={shortcuts}
          isOpen
          onClose={() => setShortcuts(0)}
          hasSingleKeys={hasSingleKeys}
          onSingleKeysChange={() => append({ type: 'singleKeys.toggled' })}
        />
      )}
    </AppShell>
  );
}

/** The count changes more often than all around it. */
function DocumentTitle({ title }: { readonly title: string | undefined }) {
  useDocumentTitle(title, useObservable(useApp().directory.totalUnseen));
  return null;
}

function UnseenBadge({ className }: { readonly className: string | undefined }) {
  return <Badge count={useObservable(useApp().directory.totalUnseen)} className={className} />;
}

const unseenBadge = (className: string | undefined) => <UnseenBadge className={className} />;

/** A title in the menu; undefined while the area it is of is on its way. */
function useWords(): (id: MessageId) => string | undefined {
  const text = useText();
  const isText = useIsText();
  return (id) => (isText(id) ? text(id) : undefined);
}
