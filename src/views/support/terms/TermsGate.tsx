import { useSelector } from '@xstate/react';
import { administrationErrorsArea } from '../../../i18n/areas/administration-errors.ts';
import { termsArea } from '../../../i18n/areas/terms.ts';
import { selectPhase, selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { part } from '../../kit/part.tsx';

const TermsDialog = part(
  async () => (await import('./TermsDialog.tsx')).TermsDialog,
  [termsArea, administrationErrorsArea],
);

/** Asks users without any permission to accept the terms, if that is what they lack. */
export function TermsGate() {
  const { directory } = useApp();
  const isLimited = useSelector(
    directory.auth,
    (snapshot) => selectPhase(snapshot) === 'authenticated' && selectRoutes(snapshot).length === 0,
  );
  return isLimited && <TermsDialog />;
}
