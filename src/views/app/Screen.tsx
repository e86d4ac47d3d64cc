import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { CrashBoundary } from '../kit/CrashBoundary.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { part } from '../kit/part.tsx';
import { ReportDialog } from './report-problem.ts';

/** Shows the overlay while the screen's code loads. */
export const inScreen = { fallback: () => <LoadingOverlay isVisible />, isScreen: true };

export const ServerErrorPage = part(
  async () => (await import('../pages/ServerErrorPage.tsx')).ServerErrorPage,
  [pagesArea],
  inScreen,
);

/** The log survives the crash, so it can be reported. */
function BrokenScreen() {
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <ServerErrorPage onReport={() => setReporting(true)} />
      {isReporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  );
}

/** Shows the error page if its screen throws. */
export function Screen({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary fallback={<BrokenScreen />} resetKey={pathname}>
      {children}
    </CrashBoundary>
  );
}
