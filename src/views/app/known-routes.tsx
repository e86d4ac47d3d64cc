import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { Areas } from '../kit/areas.ts';
import { routeTable, type RouteEntry } from './route-table.ts';

/** The loaded routes; those of the administration load on demand. */
interface KnownRoutes {
  readonly routes: readonly RouteEntry[];
  readonly icons: Readonly<Record<string, ReactNode>>;
  readonly state: 'first' | 'all' | 'failed';
  /** Loads the rest; retries after a failure. */
  readonly load: () => void;
}

const first: Pick<KnownRoutes, 'routes' | 'icons'> = { routes: routeTable, icons: {} };

export const RoutesContext = createContext<KnownRoutes>({ ...first, state: 'first', load: () => undefined });

/** Holds the loaded routes, for the whole app. */
export function useKnownRoutes({ request }: Areas): KnownRoutes {
  const [more, setMore] = useState<Pick<KnownRoutes, 'routes' | 'icons'>>();
  const [hasFailed, setFailed] = useState(false);
  const [load] = useState(() => () => {
    setFailed(false);
    import('../administration/administration-routes.tsx').then(
      ({ administrationIcons, administrationRoutes, menuArea }) => {
        request([menuArea]);
        setMore({ routes: [...routeTable, ...administrationRoutes], icons: administrationIcons });
      },
      (error: unknown) => {
        console.error(error);
        setFailed(true);
      },
    );
  });
  const state = more === undefined ? (hasFailed ? 'failed' : 'first') : 'all';
  return { ...(more ?? first), state, load };
}

/** The loaded routes; loads all of them once `wantsAll` is true. */
export function useRoutes(wantsAll: boolean): KnownRoutes {
  const known = use(RoutesContext);
  const { load, state } = known;
  const isWanted = wantsAll && state === 'first';
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted, load]);
  return known;
}
