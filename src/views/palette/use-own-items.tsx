import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { selectSoundOn, selectStarredPages } from '../../machines/shell/shell.preferences.selectors.ts';
import { selectDensity, selectThemeChoice } from '../../machines/shell/shell.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { useLogout } from '../app/logout.tsx';
import {
  BellIcon,
  BellOffIcon,
  KeyboardIcon,
  LogOutIcon,
  MoonIcon,
  RowsIcon,
  SunIcon,
} from '../kit/administration-icons.tsx';
import { useText } from '../kit/useText.ts';
import { useTheme } from '../layout/theme.ts';
import type { SideMenuItem } from '../layout/SideMenu.tsx';
import { closeTop, openPalette } from '../shortcuts/common-shortcuts.ts';
import { keyCaps } from '../shortcuts/shortcut.ts';
import { useIsMac, useRunnableShortcuts } from '../shortcuts/ShortcutsProvider.tsx';
import { bestFirst, matchesSearch } from './matching.ts';
import type { PaletteItem, PaletteQuery } from './item.ts';

/** Most screens and actions that are shown at a time. */
const SHOWN_MAX = 6;

/** The screens of the menu and the actions that work on this screen, as far as they match. */
export function useOwnItems(menu: readonly SideMenuItem[], { only, search }: PaletteQuery): readonly PaletteItem[] {
  const { directory } = useApp();
  const navigate = useNavigate();
  const actions = useActions();
  const starred = useSelector(directory.shell, selectStarredPages);
  const isStarred = ({ id }: SideMenuItem) => starred.includes(id);
  const starredFirst = [...menu.filter(isStarred), ...menu.filter((item) => !isStarred(item))];
  const screens = starredFirst.map(({ id, label, group, icon, to }): PaletteItem => ({
    id: `screen:${id}`,
    section: 'screens',
    icon,
    title: label,
    detail: group,
    run: () => void navigate(to),
  }));
  const matching = (items: readonly PaletteItem[]) => {
    const found = items.filter(({ title, detail = '' }) => matchesSearch(`${title} ${detail}`, search));
    return bestFirst(found, ({ title }) => title, search);
  };
  if (only === 'actions') return matching(actions);
  if (only === 'protocols') return [];
  return [...matching(screens).slice(0, SHOWN_MAX), ...matching(actions).slice(0, SHOWN_MAX)];
}

/** The shortcuts of the screen below, and what the account's menu offers. */
function useActions(): readonly PaletteItem[] {
  const { directory, append } = useApp();
  const text = useText();
  const isText = useIsText();
  const isMac = useIsMac();
  const shortcuts = useRunnableShortcuts();
  const logOut = useLogout();
  const theme = useTheme(useSelector(directory.shell, selectThemeChoice));
  const isSoundOn = useSelector(directory.shell, selectSoundOn);
  const isDark = theme === 'dark';
  const isCompact = useSelector(directory.shell, selectDensity) === 'compact';
  return [
    ...shortcuts
      .filter(({ shortcut }) => shortcut !== openPalette && shortcut !== closeTop)
      // The texts of a part that has just appeared may still be loading.
      .filter(({ shortcut }) => isText(shortcut.messageId))
      .map(({ shortcut: { id, keys, messageId }, run }): PaletteItem => ({
        id: `shortcut:${id}`,
        section: 'actions',
        icon: <KeyboardIcon />,
        title: text(messageId),
        keys: keyCaps(keys, isMac),
        run,
      })),
    {
      id: 'theme',
      section: 'actions',
      icon: isDark ? <SunIcon /> : <MoonIcon />,
      title: text(isDark ? 'palette.theme.light' : 'palette.theme.dark'),
      run: () => append({ type: 'theme.chosen', theme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'density',
      section: 'actions',
      icon: <RowsIcon />,
      title: text(isCompact ? 'layout.account.density.toComfortable' : 'layout.account.density.toCompact'),
      run: () => append({ type: 'density.chosen', density: isCompact ? 'comfortable' : 'compact' }),
    },
    {
      id: 'sound',
      section: 'actions',
      icon: isSoundOn ? <BellOffIcon /> : <BellIcon />,
      title: text(isSoundOn ? 'layout.account.sound.off' : 'layout.account.sound.on'),
      run: () => append({ type: 'sound.toggled' }),
    },
    {
      id: 'logout',
      section: 'actions',
      icon: <LogOutIcon />,
      title: text('layout.account.logout'),
      run: logOut,
    },
  ];
}
