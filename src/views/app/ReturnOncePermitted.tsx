import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectRoutes } from '../../machines/auth/auth.selectors.ts';
import { useApp } from './app-context.tsx';

/** The refused page, from the history state; null if the state is something else. */
function refusedIn(state: unknown): { readonly wanted: string; readonly needs: string } | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state) || !('needs' in state)) return null;
  const { wanted, needs } = state;
  return typeof wanted === 'string' && typeof needs === 'string' ? { wanted, needs } : null;
}

/** Returns to a refused page once it is permitted: terms accepted, second factor set up, role changed. */
export function ReturnOncePermitted({ children }: { readonly children: ReactNode }) {
  const { directory } = useApp();
  const permitted = useSelector(directory.auth, selectRoutes);
  const refused = refusedIn(useLocation().state);
  return refused !== null && permitted.includes(refused.needs) ? <Navigate to={refused.wanted} replace /> : children;
}
