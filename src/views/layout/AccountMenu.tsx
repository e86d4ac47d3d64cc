import { LOCALES, type Locale } from '../../../contract/facts/locales.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { parseLocale } from '../../i18n/locale.ts';
import { Avatar } from '../kit/Avatar.tsx';
import {
  BellIcon,
  BellOffIcon,
  ContrastIcon,
  FlagIcon,
  KeyboardIcon,
  LogOutIcon,
  MoonIcon,
  SettingsIcon,
  SunIcon,
} from '../kit/administration-icons.tsx';
import { ChatIcon, CheckIcon, ClockIcon, LockIcon, PersonIcon } from '../kit/icons.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import type { MenuGroup } from '../kit/menu-items.ts';
import { useText } from '../kit/useText.ts';
import { parseTheme, type ThemeChoice } from './theme.ts';
import styles from './AccountMenu.module.css';

interface AccountMenuProps {
  readonly user: {
    readonly name: string;
    readonly email: string;
    readonly role: string;
    readonly image?: string | null;
    readonly away?: boolean | undefined;
  };
  /** Left out for users who get no tickets. */
  readonly onAvailability?: ((away: boolean) => void) | undefined;
  readonly theme: ThemeChoice;
  readonly onThemeChange: (theme: ThemeChoice) => void;
  readonly locale: Locale;
  readonly onLocaleChange: (locale: Locale) => void;
  readonly isSoundOn: boolean;
  readonly onSoundToggle: () => void;
  /** Left out if the browser was asked already or has no notices. */
  readonly onAskDesktop?: (() => void) | undefined;
  /** Left out for users without a profile in this company. */
  readonly onProfile?: (() => void) | undefined;
  readonly onSettings: () => void;
  /** Left out for users who couldn't unlock again. */
  readonly onLock?: (() => void) | undefined;
  readonly onReport: () => void;
  readonly onLogout: () => void;
  /** Left out where there are no shortcuts. */
  readonly onShowShortcuts?: () => void;
}

const languageNames = {
  pt_BR: 'layout.language.pt_BR',
  en: 'layout.language.en',
  pt: 'layout.language.pt',
} as const satisfies Record<Locale, MessageId>;

/** The user's avatar; its menu has profile, theme, language, shortcuts and logout. */
export function AccountMenu(props: AccountMenuProps) {
  const { user, theme, onThemeChange, locale, onLocaleChange, onLogout, onShowShortcuts } = props;
  const { isSoundOn, onSoundToggle, onAskDesktop, onLock, onProfile, onSettings } = props;
  const text = useText();
  const { onAvailability } = props;
  const isAway = user.away === true;
  const groups: MenuGroup[] = [
    ...(onAvailability === undefined
      ? []
      : [
          {
            id: 'availability',
            title: text('layout.account.availability'),
            selected: isAway ? 'away' : 'available',
            onSelect: (id: string) => onAvailability(id === 'away'),
            entries: [
              { id: 'available', label: text('layout.account.available'), icon: <CheckIcon /> },
              {
                id: 'away',
                label: text('layout.account.away'),
                hint: text('layout.account.away.hint'),
                icon: <ClockIcon />,
              },
            ],
          },
        ]),
    {
      id: 'own',
      onSelect: (id) => (id === 'profile' ? onProfile?.() : onSettings()),
      entries: [
        ...(onProfile === undefined
          ? []
          : [{ id: 'profile', label: text('layout.account.profile'), icon: <PersonIcon /> }]),
        { id: 'settings', label: text('layout.account.settings'), icon: <SettingsIcon /> },
      ],
    },
    {
      id: 'theme',
      title: text('layout.account.theme'),
      selected: theme,
      onSelect: (id) => onThemeChange(id === 'system' ? id : parseTheme(id)),
      entries: [
        { id: 'light', label: text('layout.account.theme.light'), icon: <SunIcon /> },
        { id: 'dark', label: text('layout.account.theme.dark'), icon: <MoonIcon /> },
        { id: 'system', label: text('layout.account.theme.system'), icon: <ContrastIcon /> },
      ],
    },
    {
      id: 'language',
      title: text('layout.account.language'),
      selected: locale,
      onSelect: (id) => onLocaleChange(parseLocale(id) ?? locale),
      entries: LOCALES.map((each) => ({
        id: each,
        label: text(languageNames[each]),
        icon: <span className={styles.code}>{each.slice(-2).toUpperCase()}</span>,
      })),
    },
    {
      id: 'notices',
      title: text('layout.account.notices'),
      onSelect: (id) => (id === 'sound' ? onSoundToggle() : onAskDesktop?.()),
      entries: [
        {
          id: 'sound',
          label: text(isSoundOn ? 'layout.account.sound.off' : 'layout.account.sound.on'),
          icon: isSoundOn ? <BellOffIcon /> : <BellIcon />,
        },
        ...(onAskDesktop === undefined
          ? []
          : [
              {
                id: 'desktop',
                label: text('layout.account.desktop'),
                hint: text('layout.account.desktop.hint'),
                icon: <ChatIcon />,
              },
            ]),
      ],
    },
    {
      id: 'account',
      onSelect: (id) => {
        if (id === 'logout') onLogout();
        else if (id === 'lock') onLock?.();
        else if (id === 'report') props.onReport();
        else onShowShortcuts?.();
      },
      entries: [
        ...(onShowShortcuts === undefined
          ? []
          : [{ id: 'shortcuts', label: text('layout.account.shortcuts'), icon: <KeyboardIcon /> }]),
        ...(onLock === undefined ? [] : [{ id: 'lock', label: text('layout.account.lock'), icon: <LockIcon /> }]),
        { id: 'report', label: text('layout.account.report'), icon: <FlagIcon /> },
        { id: 'logout', label: text('layout.account.logout'), icon: <LogOutIcon /> },
      ],
    },
  ];
  const dot = isAway ? { isOnline: false } : {};
  const face = <Avatar name={user.name} image={user.image} size="sm" tone="brand" {...dot} />;
  return (
    <MenuButton
      variant="bare"
      placement="bottom end"
      label={text(isAway ? 'layout.account.ofAway' : 'layout.account', { name: user.name })}
      groups={groups}
      header={
        <div className={styles.who}>
          <Avatar name={user.name} image={user.image} tone="brand" />
          <div className={styles.words}>
            <strong>{user.name}</strong>
            <span>{user.email}</span>
            <span>{user.role}</span>
          </div>
        </div>
      }
    >
      {face}
    </MenuButton>
  );
}
