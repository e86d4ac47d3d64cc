import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectSupportFrom } from '../../machines/auth/auth.selectors.ts';
import type { SessionUser } from '../../machines/auth/auth.session.ts';
import {
  selectDesktopPermission,
  selectLocale,
  selectSoundOn,
  selectTheme,
} from '../../machines/shell/shell.selectors.ts';
import { AccountMenu } from '../layout/AccountMenu.tsx';
import { HelpLink } from '../support/manual/HelpLink.tsx';
import type { Shortcut } from '../shortcuts/shortcut.ts';
import { useShortcut } from '../shortcuts/ShortcutsProvider.tsx';
import { useApp } from './app-context.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { ReportDialog } from './report-problem.ts';

const lockScreen: Shortcut = { id: 'lock', keys: 'Mod+Shift+l', messageId: 'shortcuts.lock', scope: 'global' };

// Renders nothing, and the first minutes don't need it.
const IdleLock = lazyScreen(async () => (await import('./IdleLock.tsx')).IdleLock, [], { isHidden: () => true });

interface AccountProps {
  readonly user: SessionUser;
  readonly onShowShortcuts: () => void;
}

/** The account menu, and the screen lock: from the menu, by shortcut, and after idle time. */
export function Account({ user, onShowShortcuts }: AccountProps) {
  const { directory, append } = useApp();
  const navigate = useNavigate();
  const theme = useSelector(directory.shell, selectTheme);
  const locale = useSelector(directory.shell, selectLocale);
  const isSoundOn = useSelector(directory.shell, selectSoundOn);
  const desktop = useSelector(directory.shell, selectDesktopPermission);
  // Support has no profile here, and no password to unlock with.
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const lock = () => {
    if (!isSupport) append({ type: 'screen.locked' });
  };
  useShortcut(lockScreen, lock);
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <HelpLink />
      {!isSupport && <IdleLock userId={user.id} onIdle={lock} />}
      <AccountMenu
        user={{ name: user.name, email: user.email, role: user.roleLabel, image: user.image }}
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
        onLogout={() => append({ type: 'logout.requested' })}
        onShowShortcuts={onShowShortcuts}
      />
      {isReporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  );
}
