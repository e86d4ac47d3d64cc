import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { languageTag, type Locale } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';
import {
  selectHasSingleKeys,
  selectIsLocked,
  selectLocale,
  selectTheme,
} from '../../machines/shell/shell.selectors.ts';
import { LocaleProvider } from '../layout/LocaleProvider.tsx';
import { applyTheme } from '../layout/theme.ts';
import { ShortcutsProvider } from '../shortcuts/ShortcutsProvider.tsx';
import { AppProvider, type AppHandle } from './app-context.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { AreasContext, useCatalogue, type Catalogue } from './catalogue.tsx';
import { RoutesContext, useKnownRoutes } from './further-routes.tsx';
import { Lock } from './Lock.tsx';
import { Navigator, type Navigate } from './Navigator.tsx';
import { PopHoldProvider } from './pop-hold.tsx';

interface AppProps {
  readonly app: AppHandle;
  readonly tenant: string;
  /** Gets the function that carries out `page.navigate`. */
  readonly onNavigator: (navigate: Navigate) => void;
  /** Told each time another catalogue is on the screen. */
  readonly onMessages: (locale: Locale, messages: Messages) => void;
}

/** The whole screen, in the theme and language of the person. */
export function App({ app, tenant, onNavigator, onMessages }: AppProps) {
  const hasSingleKeys = useSelector(app.directory.shell, selectHasSingleKeys);
  const theme = useSelector(app.directory.shell, selectTheme);
  const [catalogue, areas] = useCatalogue(useSelector(app.directory.shell, selectLocale));
  const routes = useKnownRoutes(areas);
  const isLocked = useSelector(app.directory.shell, selectIsLocked);
  // A page that opens locked has nothing on it before it is unlocked; later what is there stays, unseen.
  const [isShown, setShown] = useState(!isLocked);
  if (!isLocked && !isShown) setShown(true);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  // Not one word in a language that isn't the person's.
  if (catalogue === undefined) return null;
  return (
    <AppProvider app={app}>
      <Translated {...catalogue} onMessages={onMessages}>
        <AreasContext value={areas}>
          <RoutesContext value={routes}>
            <BrowserRouter basename={`/${tenant}`}>
              <PopHoldProvider>
                <ShortcutsProvider hasSingleKeys={hasSingleKeys} isOff={isLocked}>
                  <Navigator onNavigator={onNavigator} />
                  {isShown && <AppRoutes />}
                  {isLocked && <Lock />}
                </ShortcutsProvider>
              </PopHoldProvider>
            </BrowserRouter>
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
