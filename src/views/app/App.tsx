import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import type { Locale } from '../../../contract/facts/locales.ts';
import { languageTag } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';
import {
  selectDensity,
  selectHasSingleKeys,
  selectIsLocked,
  selectLocale,
  selectThemeChoice,
} from '../../machines/shell/shell.selectors.ts';
import { LocaleProvider } from '../layout/LocaleProvider.tsx';
import { applyDensity, applyTheme, useTheme } from '../layout/theme.ts';
import { ShortcutsProvider } from '../shortcuts/ShortcutsProvider.tsx';
import { AppProvider, type AppHandle } from './app-context.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { AreasContext } from '../kit/areas.ts';
import { useCatalogue, type Catalogue } from './catalogue.tsx';
import { RoutesContext, useKnownRoutes } from './known-routes.tsx';
import { Lock } from './Lock.tsx';
import { AskedLogout } from './logout.tsx';
import { Navigator, type Navigate } from './Navigator.tsx';
import { PageRouter } from './PageRouter.tsx';

interface AppProps {
  readonly app: AppHandle;
  readonly tenant: string;
  /** The texts that are there already, if more than the main catalogue's. */
  readonly catalogue?: Catalogue;
  /** Gets the function that runs `page.navigate`. */
  readonly onNavigator: (navigate: Navigate) => void;
  /** Called whenever another catalogue is shown. */
  readonly onMessages: (locale: Locale, messages: Messages) => void;
}

/** The whole app, in the user's theme and language. */
export function App({ app, tenant, catalogue: first, onNavigator, onMessages }: AppProps) {
  const hasSingleKeys = useSelector(app.directory.shell, selectHasSingleKeys);
  const theme = useTheme(useSelector(app.directory.shell, selectThemeChoice));
  const [catalogue, areas] = useCatalogue(useSelector(app.directory.shell, selectLocale), first);
  const routes = useKnownRoutes(areas);
  const isLocked = useSelector(app.directory.shell, selectIsLocked);
  // A page that opens locked renders nothing before it is unlocked; one locked later stays mounted, hidden.
  const [isShown, setShown] = useState(!isLocked);
  if (!isLocked && !isShown) setShown(true);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  const density = useSelector(app.directory.shell, selectDensity);
  useLayoutEffect(() => applyDensity(density), [density]);
  // Never flash texts in another language.
  if (catalogue === undefined) return null;
  return (
    <AppProvider app={app}>
      <Translated {...catalogue} onMessages={onMessages}>
        <AreasContext value={areas}>
          <RoutesContext value={routes}>
            <PageRouter basename={`/${tenant}`}>
              <ShortcutsProvider hasSingleKeys={hasSingleKeys} isOff={isLocked}>
                <Navigator onNavigator={onNavigator} />
                {isShown && (
                  <AskedLogout>
                    <AppRoutes />
                  </AskedLogout>
                )}
                {isLocked && <Lock />}
              </ShortcutsProvider>
            </PageRouter>
          </RoutesContext>
        </AreasContext>
      </Translated>
    </AppProvider>
  );
}

function Translated({
  locale,
  messages,
  onMessages,
  children,
}: Omit<Catalogue, 'areas'> & Pick<AppProps, 'onMessages'> & { readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = languageTag(locale);
    onMessages(locale, messages);
  }, [locale, messages, onMessages]);
  return (
    <LocaleProvider locale={locale} messages={messages}>
      {children}
    </LocaleProvider>
  );
}
