import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { createPath, NavigationType, Router, type Location, type Navigator } from 'react-router-dom';
import {
  selectDensity,
  selectIsLocked,
  selectLocale,
  selectThemeChoice,
} from '../../machines/shell/shell.selectors.ts';
import { AppProvider, type AppHandle } from '../app/app-context.tsx';
import { AppRoutes } from '../app/AppRoutes.tsx';
import { useCatalogue } from '../app/catalogue.tsx';
import { RoutesContext, useKnownRoutes } from '../app/known-routes.tsx';
import { Lock } from '../app/Lock.tsx';
import { AskedLogout } from '../app/logout.tsx';
import { AreasContext } from '../kit/areas.ts';
import { LocaleProvider } from '../layout/LocaleProvider.tsx';
import { applyDensity, applyTheme, useTheme } from '../layout/theme.ts';
import { ShortcutsProvider } from '../shortcuts/ShortcutsProvider.tsx';
import type { Shown } from './shown.ts';

const nothing = () => undefined;
const nowhere = () => Promise.reject(new Error('A replayed log has no adapters'));
const loaded = async () => undefined;

/** The handle's parts that don't change: what views do comes to nothing. */
const inert = {
  append: nothing,
  newClientId: () => 'replayed',
  newTempId: () => 'replayed-temp',
  keepSecret: () => 'replayed',
  readSecret: nothing,
  files: { keep: nothing, read: async () => null, url: nothing, peaks: async () => null },
  prepareAdministration: loaded,
  prepareReport: nowhere,
} as const satisfies Partial<AppHandle>;

interface ReplayedProps extends Shown {
  /** Another one for another registry: views keep what they showed of an actor, which is wrong at an earlier moment. */
  readonly generation: number;
}

/** The app's screens over a replayed log's actors. */
export function Replayed({ directory, now, path, generation }: ReplayedProps) {
  const app = useMemo<AppHandle>(() => ({ ...inert, directory, now: () => now, ownNow: () => now }), [directory, now]);
  const theme = useTheme(useSelector(directory.shell, selectThemeChoice));
  const [catalogue, areas] = useCatalogue(useSelector(directory.shell, selectLocale));
  const routes = useKnownRoutes(areas);
  const isLocked = useSelector(directory.shell, selectIsLocked);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  const density = useSelector(directory.shell, selectDensity);
  useLayoutEffect(() => applyDensity(density), [density]);
  const [navigator, location] = useOwnHistory(path, generation);
  if (catalogue === undefined) return null;
  return (
    <AppProvider app={app}>
      <LocaleProvider locale={catalogue.locale} messages={catalogue.messages}>
        <AreasContext value={areas}>
          <RoutesContext value={routes}>
            <Router
              key={generation}
              basename={BASE}
              navigator={navigator}
              location={location}
              navigationType={NavigationType.Replace}
            >
              <ShortcutsProvider hasSingleKeys={false} isOff>
                {isLocked ? (
                  <Lock />
                ) : (
                  <AskedLogout>
                    <AppRoutes />
                  </AskedLogout>
                )}
              </ShortcutsProvider>
            </Router>
          </RoutesContext>
        </AreasContext>
      </LocaleProvider>
    </AppProvider>
  );
}

const BASE = '/replay';

/**
 * A history of its own: the browser's belongs to the page around. Where a view leads away, that holds until the log leads
 * elsewhere, or goes back.
 */
function useOwnHistory(path: string, generation: number): readonly [Navigator, Location] {
  const [led, lead] = useState({ from: path, generation, to: BASE + path });
  if (led.from !== path || led.generation !== generation) lead({ from: path, generation, to: BASE + path });
  const pathname = led.from === path && led.generation === generation ? led.to : BASE + path;
  const navigator = useMemo<Navigator>(() => {
    const go: Navigator['push'] = (to) =>
      lead({
        from: path,
        generation,
        to: (typeof to === 'string' ? to : (to.pathname ?? BASE)).replace(/[?#].*$/su, ''),
      });
    return { createHref: (to) => (typeof to === 'string' ? to : createPath(to)), go: nothing, push: go, replace: go };
  }, [path, generation]);
  const location = useMemo(() => ({ pathname, search: '', hash: '', state: null, key: pathname }), [pathname]);
  return [navigator, location];
}
