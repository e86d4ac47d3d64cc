import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectPhase, selectRoutes } from '../../machines/auth/auth.selectors.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useApp } from './app-context.tsx';
import { useRoutes } from './known-routes.tsx';
import { LoadError } from '../kit/part.tsx';
import { isPermitted, routeOf } from './route-table.ts';

/** Admits logged-in users with the route's permission. The server checks every call again. */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { directory } = useApp();
  const phase = useSelector(directory.auth, selectPhase);
  const permitted = useSelector(directory.auth, selectRoutes);
  const { pathname, search } = useLocation();
  const { routes, state, load } = useRoutes(routeOf(pathname) === undefined);
  const route = routeOf(pathname, routes);
  if (phase === 'starting' || phase === 'loggingOut') return <LoadingOverlay isVisible kind="cover" />;
  if (route === undefined) {
    if (state === 'all') return <Navigate to="/pages/error-404" replace />;
    return state === 'failed' ? <LoadError onRetry={load} /> : <LoadingOverlay isVisible kind="cover" />;
  }
  if (phase !== 'authenticated') {
    const to = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/login${to}`} replace />;
  }
  const { needs = route.name } = route;
  if (!isPermitted(route, permitted))
    return <Navigate to="/pages/not-authorized" replace state={{ wanted: pathname + search, needs }} />;
  return children;
}
