import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectRoutes, selectSupportFrom } from '../../machines/auth/auth.selectors.ts';
import type { SessionUser } from '../../machines/auth/auth.session.ts';
import { selectSoundOn } from '../../machines/shell/shell.preferences.selectors.ts';
import {
  selectDesktopPermission,
  selectLocale,
  selectPresenceMissed,
  selectThemeChoice,
} from '../../machines/shell/shell.selectors.ts';
import type { Area } from '../../i18n/area.ts';
import { AccountMenu } from '../layout/AccountMenu.tsx';
import { HelpLink } from '../support/manual/HelpLink.tsx';
import { lockScreen } from '../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useApp } from './app-context.tsx';
import { loadLogoutDialog, useLogout } from './logout.tsx';
import { usePreload } from './preload.ts';
import { part } from '../kit/part.tsx';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { ReportDialog } from './report-problem.ts';

// Renders nothing, and the first minutes don't need it.
const IdleLock = part(async () => (await import('./IdleLock.tsx')).IdleLock, [], { isExtra: true });

const Availability = part(async () => (await import('./Availability.tsx')).Availability, [], {
  onClose: ({ onClose }) => onClose(),
});

// After a crash the network may be gone, too.
const preloads = [loadLogoutDialog, () => import('./CrashedApp.tsx')];
const noAreas: readonly Area[] = [];

interface AccountProps {
  readonly user: SessionUser;
  readonly onShowShortcuts: () => void;
}

/** The account menu, and the screen lock: from the menu, by shortcut, and after idle time. */
export function Account({ user, onShowShortcuts }: AccountProps) {
  const { directory, append } = useApp();
  const navigate = useNavigate();
  const theme = useSelector(directory.shell, selectThemeChoice);
  const locale = useSelector(directory.shell, selectLocale);
  const isSoundOn = useSelector(directory.shell, selectSoundOn);
  const desktop = useSelector(directory.shell, selectDesktopPermission);
  // Support has no profile here, and no password to unlock with.
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const lock = () => {
    if (!isSupport) append({ type: 'screen.locked' });
  };
  useShortcut(lockScreen, lock);
  usePreload(preloads, noAreas);
  const [isReporting, setReporting] = useState(false);
  const mayChat = useSelector(directory.auth, selectRoutes).includes('chat');
  const isMissed = useSelector(directory.shell, selectPresenceMissed);
  const isLive = useSelector(directory.socket, selectConnectionStatus) === 'live';
  // The last choice in the menu, and how often it was made.
  const [asked, setAsked] = useState<{ readonly away: boolean; readonly turn: number }>();
  const missed = isMissed && isLive && mayChat;
  return (
    <>
      <HelpLink />
      <IdleLock userId={user.id} onIdle={isSupport ? undefined : lock} />
      <AccountMenu
        user={{ name: user.name, email: user.email, role: user.roleLabel, image: user.image, away: user.away }}
        onAvailability={isSupport || !mayChat ? undefined : (away) => setAsked({ away, turn: (asked?.turn ?? 0) + 1 })}
        onProfile={isSupport ? undefined : () => void navigate('/pages/profile')}
        onSettings={() => void navigate('/user-settings')}
        theme={theme}
        onThemeChange={(chosen) => append({ type: 'theme.chosen', theme: chosen })}
        locale={locale}
        onLocaleChange={(chosen) => append({ type: 'locale.chosen', locale: chosen })}
        isSoundOn={isSoundOn}
        onSoundToggle={() => append({ type: 'sound.toggled' })}
        onAskDesktop={desktop === 'default' ? () => append({ type: 'desktop.permissionAsked' }) : undefined}
        onLock={isSupport ? undefined : lock}
        onReport={() => setReporting(true)}
        onLogout={useLogout()}
        onShowShortcuts={onShowShortcuts}
      />
      {(asked !== undefined || missed) && (
        <Availability
          key={asked?.turn ?? 0}
          userId={user.id}
          away={asked?.away}
          onClose={() => setAsked(undefined)}
          onRetry={() => append({ type: 'presence.retried' })}
        />
      )}
      {isReporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  );
}
