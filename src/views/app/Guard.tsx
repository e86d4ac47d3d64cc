import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectPhase, selectRoutes } from '../../machines/auth/auth.selectors.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useApp } from './app-context.tsx';
import { routeOf } from './route-table.ts';

/** Lets in who is logged in and has the route's permission. The server asks again at every call. */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { directory } = useApp();
  const phase = useSelector(directory.auth, selectPhase);
  const routes = useSelector(directory.auth, selectRoutes);
  const { pathname, search } = useLocation();
  if (phase === 'starting' || phase === 'loggingOut') return <LoadingOverlay isVisible kind="cover" />;
  if (phase !== 'authenticated') {
    const to = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/login${to}`} replace />;
  }
  const route = routeOf(pathname);
  if (route === undefined) return <Navigate to="/pages/error-404" replace />;
  if (route.access === 'check' && !routes.includes(route.name)) return <Navigate to="/pages/not-authorized" replace />;
  return children;
}
