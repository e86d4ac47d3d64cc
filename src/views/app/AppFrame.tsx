import { useSelector } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { timeMachineArea } from '../../i18n/areas/time-machine.ts';
import { conversationArea } from '../../i18n/areas/conversation.ts';
import { noticesArea } from '../../i18n/areas/notices.ts';
import { shortcutsArea } from '../../i18n/areas/shortcuts.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MessageId } from '../../i18n/message-id.ts';
import { selectRoutes, selectSupportFrom, selectUser } from '../../machines/auth/auth.selectors.ts';
import type { SessionUser } from '../../machines/auth/auth.session.ts';
import { selectQuery } from '../../machines/inbox/inbox.selectors.ts';
import { selectSidebarOpen } from '../../machines/shell/shell.selectors.ts';
import { isFocusLost } from '../attendance/focus.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Badge } from '../kit/Badge.tsx';
import { ChatIcon, HomeIcon, InboxIcon, SearchIcon } from '../kit/icons.tsx';
import { useText } from '../kit/useText.ts';
import type { BarEntry } from '../layout/SideMenu.tsx';
import { AppShell } from '../layout/AppShell.tsx';
import { PaletteOpener } from '../palette/PaletteOpener.tsx';
import { useDocumentTitle } from '../layout/useDocumentTitle.ts';
import { isPhone } from '../layout/is-phone.ts';
import { showShortcuts } from '../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useApp, useObservable } from './app-context.tsx';
import { Connection } from './Connection.tsx';
import { useIsText } from './failure-text.ts';
import { useRoutes } from './known-routes.tsx';
import { part } from '../kit/part.tsx';
import { isPermitted, routeOf, type RouteEntry } from './route-table.ts';
import { SettlingContext, useNewSettling } from './settling.ts';

const AppShortcuts = part(async () => (await import('../shortcuts/AppShortcuts.tsx')).AppShortcuts, [shortcutsArea], {
  onClose: ({ onClose }) => onClose(),
});

// Its button shows at once, its code loads a moment later.
const Account = part(async () => (await import('./Account.tsx')).Account, [accountMenuArea], {
  fallback: Face,
});

const Starred = part(async () => (await import('./Starred.tsx')).Starred, [accountMenuArea], {
  isInPlace: 'bar',
});

const InstanceChoice = part(async () => (await import('./InstanceChoice.tsx')).InstanceChoice, [accountMenuArea], {
  isInPlace: 'bar',
});

// There before the server is updated: afterwards its code may be gone.
const ReloadOffer = part(async () => (await import('./ReloadOffer.tsx')).ReloadOffer, [accountMenuArea]);

const SupportBanner = part(async () => (await import('./SupportBanner.tsx')).SupportBanner, [accountMenuArea]);

// A failure in a notice may be one of a conversation's.
const noticeAreas = [noticesArea, conversationArea];
const Notices = part(async () => (await import('./Notices.tsx')).Notices, noticeAreas);

const WhyNumber = part(async () => (await import('../time-machine/WhyNumber.tsx')).WhyNumber, [timeMachineArea], {
  isExtra: true,
});
// Like the account's button it loads a moment later; its place is kept.
const NoticeBell = part(async () => (await import('../notices/NoticeBell.tsx')).NoticeBell, noticeAreas, {
  fallback: BellPlace,
});

const ownIcons: Readonly<Record<string, ReactNode>> = { home: <HomeIcon />, chat: <ChatIcon /> };

/** Menu, bar and notices around every screen after login. */
export function AppFrame({ children }: { readonly children: ReactNode }) {
  const { directory, append, onShown, showsOwnLog } = useApp();
  const text = useText();
  const { pathname, key } = useLocation();
  useEffect(() => {
    // The focused element went with the previous screen. A page load leaves the focus alone.
    if (key !== 'default' && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true });
  }, [key]);
  const user = useSelector(directory.auth, selectUser);
  const supportFrom = useSelector(directory.auth, selectSupportFrom);
  const permitted = useSelector(directory.auth, selectRoutes);
  const isConversation = routeOf(pathname)?.path === '/chat/:ticketId';
  const settling = useNewSettling(routeOf(pathname)?.name === 'chat');
  const { isSettled } = settling;
  useEffect(() => {
    if (isSettled) onShown?.();
  }, [isSettled, onShown]);
  const [hasOwnLog, setOwnLog] = useState(false);
  useEffect(() => {
    if (isSettled) void showsOwnLog?.().then(setOwnLog);
  }, [isSettled, showsOwnLog]);
  const { routes, icons } = useRoutes(isSettled);
  const route = routeOf(pathname, routes);
  const menuTitle = useMenuTitle();
  const titleOf = ({ title }: RouteEntry) => menuTitle(title);
  const title = route === undefined ? undefined : titleOf(route);
  const sidebarOpen = useSelector(directory.shell, selectSidebarOpen);
  // How often the shortcuts were opened; 0 while they are closed.
  const [shortcuts, setShortcuts] = useState(0);
  const openShortcuts = () => setShortcuts(shortcuts + 1);
  useShortcut(showShortcuts, openShortcuts);
  const queue = useQueueTab(route?.path === '/chat');
  const menu = routes
    .filter((entry) => entry.menu && isPermitted(entry, permitted))
    // Support isn't a user of the company.
    .filter(({ name }) => supportFrom === undefined || name !== 'profile')
    .map((entry) => ({
      id: entry.name,
      label: titleOf(entry) ?? '',
      icon: icons[entry.name] ?? ownIcons[entry.name],
      group: entry.group && menuTitle(`menu.group.${entry.group}`),
      to: entry.path,
      isCurrent: route?.name === entry.name || route?.parent === entry.name,
      ...(entry.name === 'chat' && { badge: unseenBadge, ...queue.chat }),
    }))
    // Entries appear once their texts have loaded.
    .filter(({ label }) => label !== '');
  const [searches, setSearches] = useState(0);
  const home = { label: text('menu.home'), to: '/' };
  const above = routes.find(({ name }) => name === route?.parent);
  const crumbs = [
    home,
    ...(above === undefined ? [] : [{ label: titleOf(above) ?? '', to: above.path }]),
    ...(title === undefined || route?.name === 'home' ? [] : [{ label: title }]),
  ];

  return (
    <SettlingContext value={settling}>
      <AppShell
        menu={menu}
        isMenuExpanded={sidebarOpen}
        onMenuExpandedChange={() => append({ type: 'sidebar.toggled' })}
        crumbs={crumbs}
        search={<PaletteOpener menu={menu} asked={searches} />}
        phoneBar={[
          ...(permitted.includes('chat') ? [queue.tab] : []),
          {
            id: 'search',
            label: text('layout.tab.search'),
            icon: <SearchIcon />,
            onPress: () => setSearches(searches + 1),
          },
        ]}
        notices={isSettled && <Notices />}
        starred={isSettled && <Starred menu={menu} page={route?.name} />}
        banner={
          <>
            {supportFrom !== undefined && <SupportBanner from={supportFrom} />}
            {isSettled && <ReloadOffer />}
          </>
        }
        scroll={route?.name === 'chat' ? 'fill' : 'page'}
        isImmersive={isConversation}
        tools={
          <>
            {isSettled && <InstanceChoice />}
            <Connection />
            {isSettled ? <NoticeBell /> : <BellPlace />}
            {user !== null &&
              (isSettled ? <Account user={user} onShowShortcuts={openShortcuts} /> : <Face user={user} />)}
          </>
        }
      >
        <DocumentTitle title={title} />
        {children}
        {shortcuts > 0 && <AppShortcuts key={shortcuts} onClose={() => setShortcuts(0)} />}
        {hasOwnLog && menu.some(({ id }) => id === 'time-machine') && <WhyNumber />}
      </AppShell>
    </SettlingContext>
  );
}

/** The queue in a phone's bar: the list of conversations that nobody has taken. `chat`: its other tab leads out again. */
function useQueueTab(isListShown: boolean) {
  const { directory, append } = useApp();
  const text = useText();
  const navigate = useNavigate();
  const { instanceId, scope, status } = useSelector(directory.inbox, selectQuery);
  const isQueue = status === 'open' && scope === 'queue';
  const [other, setOther] = useState<typeof scope>('mine');
  const show = (shown: typeof scope) => append({ type: 'inbox.filtered', instanceId, status: 'open', scope: shown });
  const isCurrent = isListShown && isQueue;
  const tab: BarEntry = {
    id: 'queue',
    label: text('layout.tab.queue'),
    icon: <InboxIcon />,
    isCurrent,
    onPress: () => {
      if (!isQueue) setOther(scope);
      show('queue');
      void navigate('/chat');
    },
  };
  const chat = isQueue && isPhone() && { onPress: () => show(other), ...(isCurrent && { isCurrent: false }) };
  return { tab, chat };
}

const bellPlace = { width: 36, height: 36 } as const;

function BellPlace() {
  return <span style={bellPlace} />;
}

function Face({ user: { name, image } }: { readonly user: SessionUser }) {
  return <Avatar name={name} image={image} size="sm" tone="brand" />;
}

/** A component of its own, as the count changes often. */
function DocumentTitle({ title }: { readonly title: string | undefined }) {
  useDocumentTitle(title, useObservable(useApp().directory.totalUnseen));
  return null;
}

function UnseenBadge({ className }: { readonly className: string | undefined }) {
  return <Badge count={useObservable(useApp().directory.totalUnseen)} className={className} number="unseen" />;
}

const unseenBadge = (className: string | undefined) => <UnseenBadge className={className} />;

/** Looks up a menu title; undefined while its area is loading. */
function useMenuTitle(): (id: MessageId) => string | undefined {
  const text = useText();
  const isText = useIsText();
  return (id) => (isText(id) ? text(id) : undefined);
}
