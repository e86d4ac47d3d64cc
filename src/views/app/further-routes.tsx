import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { Areas } from './catalogue.tsx';
import { routeTable, type RouteEntry } from './route-table.ts';

/** All routes, as far as known: those of the administration come when somebody may go there. */
export interface KnownRoutes {
  readonly routes: readonly RouteEntry[];
  readonly icons: Readonly<Record<string, ReactNode>>;
  readonly state: 'first' | 'all' | 'failed';
  /** Asks for the rest; after a failure, again. */
  readonly load: () => void;
}

const first: Pick<KnownRoutes, 'routes' | 'icons'> = { routes: routeTable, icons: {} };

export const RoutesContext = createContext<KnownRoutes>({ ...first, state: 'first', load: () => undefined });

/** The routes that are known, for the whole app. */
export function useKnownRoutes({ need }: Areas): KnownRoutes {
  const [further, setFurther] = useState<Pick<KnownRoutes, 'routes' | 'icons'>>();
  const [hasFailed, setFailed] = useState(false);
  const [load] = useState(() => () => {
    setFailed(false);
    import('../administration/further.tsx').then(
      ({ administrationIcons, administrationRoutes, menuArea }) => {
        need([menuArea]);
        setFurther({ routes: [...routeTable, ...administrationRoutes], icons: administrationIcons });
      },
      (error: unknown) => {
        console.error(error);
        setFailed(true);
      },
    );
  });
  const state = further === undefined ? (hasFailed ? 'failed' : 'first') : 'all';
  return { ...(further ?? first), state, load };
}

/** The routes that are known; all of them once `wantsAll` was true. */
export function useRoutes(wantsAll: boolean): KnownRoutes {
  const known = use(RoutesContext);
  const { load, state } = known;
  const isWanted = wantsAll && state === 'first';
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted, load]);
  return known;
}
