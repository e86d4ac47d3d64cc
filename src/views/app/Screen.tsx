import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { CrashBoundary } from '../kit/CrashBoundary.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { part } from '../kit/part.tsx';

/** Shows the overlay while the screen's code loads. */
export const inScreen = { fallback: () => <LoadingOverlay isVisible />, isScreen: true };

export const BrokenScreen = part(async () => (await import('./BrokenScreen.tsx')).BrokenScreen, [pagesArea], inScreen);

/** Shows the error page if its screen throws. */
export function Screen({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary fallback={<BrokenScreen />} resetKey={pathname}>
      {children}
    </CrashBoundary>
  );
}
