import { useEffect, useState, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { administrationArea } from '../../i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../i18n/areas/administration-errors.ts';
import { usersArea } from '../../i18n/areas/users.ts';
import { useApp, type AdministrationParts } from '../app/app-context.tsx';
import { lazyScreen, LoadError } from '../app/lazy-screen.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { PasswordScoreContext } from './password-score.ts';

const common = [administrationArea, administrationErrorsArea];

const UsersScreen = lazyScreen(
  async () => (await import('./users/UsersScreen.tsx')).UsersScreen,
  [...common, usersArea],
);

/** The screens of the administration, each with its own code and texts. Their access stands in `further.tsx`. */
export function AdministrationScreens() {
  return (
    <Prepared>
      <Routes>
        <Route path="/users" element={<UsersScreen />} />
      </Routes>
    </Prepared>
  );
}

/** Waits for the administration's machines. */
function Prepared({ children }: { readonly children: ReactNode }) {
  const { prepareAdministration } = useApp();
  const [parts, setParts] = useState<AdministrationParts | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    prepareAdministration().then(
      (brought) => isCurrent && setParts(brought),
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setParts('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [prepareAdministration, attempt]);
  if (parts === undefined) return <LoadingOverlay isVisible />;
  if (parts !== 'failed') return <PasswordScoreContext value={parts.passwordScore}>{children}</PasswordScoreContext>;
  return (
    <LoadError
      onRetry={() => {
        setParts(undefined);
        setAttempt(attempt + 1);
      }}
    />
  );
}
