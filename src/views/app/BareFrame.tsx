import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { LOCALES } from '../../../contract/facts/locales.ts';
import { selectLocale, selectThemeChoice } from '../../machines/shell/shell.selectors.ts';
import { IconButton } from '../kit/Button.tsx';
import { GlobeIcon, MoonIcon, SunIcon } from '../kit/administration-icons.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import { useText } from '../kit/useText.ts';
import { BareLayout } from '../layout/BareLayout.tsx';
import { TermsGate } from '../support/terms/TermsGate.tsx';
import { useTheme } from '../layout/theme.ts';
import { useApp } from './app-context.tsx';
import styles from './BareFrame.module.css';

/** The frame without a menu, only language and theme. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  const { directory, append } = useApp();
  const text = useText();
  const theme = useTheme(useSelector(directory.shell, selectThemeChoice));
  const locale = useSelector(directory.shell, selectLocale);
  const isDark = theme === 'dark';
  return (
    <BareLayout
      actions={
        <span className={styles.actions}>
          <MenuButton
            variant="icon"
            placement="bottom end"
            label={text('layout.account.language')}
            groups={[
              {
                id: 'language',
                selected: locale,
                onSelect: (id) =>
                  LOCALES.filter((each) => each === id).forEach((chosen) =>
                    append({ type: 'locale.chosen', locale: chosen }),
                  ),
                entries: LOCALES.map((each) => ({ id: each, label: text(`layout.language.${each}`) })),
              },
            ]}
          >
            <GlobeIcon />
          </MenuButton>
          <IconButton
            label={text(isDark ? 'layout.account.theme.light' : 'layout.account.theme.dark')}
            icon={isDark ? <SunIcon /> : <MoonIcon />}
            onPress={() => append({ type: 'theme.chosen', theme: isDark ? 'light' : 'dark' })}
          />
        </span>
      }
    >
      {children}
      <TermsGate />
    </BareLayout>
  );
}
