import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { CrashBoundary } from '../kit/CrashBoundary.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { lazyScreen } from './lazy-screen.tsx';

/** A screen whose code is on its way shows the overlay. */
export const inScreen = { waiting: () => <LoadingOverlay isVisible />, isScreen: true };

export const ServerErrorPage = lazyScreen(
  async () => (await import('../pages/ServerErrorPage.tsx')).ServerErrorPage,
  [pagesArea],
  inScreen,
);

/** A screen that throws shows the error page. */
export function Screen({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary fallback={<ServerErrorPage />} resetKey={pathname}>
      {children}
    </CrashBoundary>
  );
}
