import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { defaultLocale, languageTag, type Locale } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';
import { defaultMessages, loadMessages } from '../../i18n/messages.ts';
import { selectHasSingleKeys, selectLocale, selectTheme } from '../../machines/shell/shell.selectors.ts';
import { LocaleProvider } from '../layout/LocaleProvider.tsx';
import { applyTheme } from '../layout/theme.ts';
import { ShortcutsProvider } from '../shortcuts/ShortcutsProvider.tsx';
import { AppProvider, type AppHandle } from './app-context.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { Navigator, type Navigate } from './Navigator.tsx';

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
  const catalogue = useCatalogue(useSelector(app.directory.shell, selectLocale));
  useLayoutEffect(() => applyTheme(theme), [theme]);
  // Not one word in a language that isn't the person's.
  if (catalogue === undefined) return null;
  return (
    <AppProvider app={app}>
      <Translated {...catalogue} onMessages={onMessages}>
        <BrowserRouter basename={`/${tenant}`}>
          <ShortcutsProvider hasSingleKeys={hasSingleKeys}>
            <Navigator onNavigator={onNavigator} />
            <AppRoutes />
          </ShortcutsProvider>
        </BrowserRouter>
      </Translated>
    </AppProvider>
  );
}

interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
}

function Translated({
  locale,
  messages,
  onMessages,
  children,
}: Catalogue & Pick<AppProps, 'onMessages'> & { readonly children: ReactNode }) {
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

/** The catalogue of a locale; the one before it stays on the screen until it has come. Undefined before the first. */
function useCatalogue(wanted: Locale): Catalogue | undefined {
  const [loaded, setLoaded] = useState<Catalogue | undefined>(wanted === defaultLocale ? inDefault : undefined);
  useEffect(() => {
    let current = true;
    loadMessages(wanted).then(
      (messages) => {
        if (current) setLoaded({ locale: wanted, messages });
      },
      (error: unknown) => {
        console.error(error);
        setLoaded((held) => held ?? inDefault);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return loaded;
}

const inDefault: Catalogue = { locale: defaultLocale, messages: defaultMessages };
