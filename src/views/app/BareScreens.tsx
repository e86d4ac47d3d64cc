import { useSelector } from '@xstate/react';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { maintenanceArea } from '../../i18n/areas/maintenance.ts';
import { loginArea } from '../../i18n/areas/login.ts';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { selectPhase, selectRoutes, selectSupportFrom } from '../../machines/auth/auth.selectors.ts';
import { LoginScreen } from '../login/LoginScreen.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useApp } from './app-context.tsx';
import { useLogout } from './logout.tsx';
import { BareFrame } from './BareFrame.tsx';
import { ReturnOncePermitted } from './ReturnOncePermitted.tsx';
import { part } from '../kit/part.tsx';
import { matches, partOf } from './route-table.ts';
import { BrokenScreen, inScreen, Screen } from './Screen.tsx';

// Bundled with the frame, so the login waits only for its texts.
const Login = part(async () => LoginScreen, [loginArea], inScreen);
const ComingSoonPage = part(
  async () => (await import('../pages/ComingSoonPage.tsx')).ComingSoonPage,
  [pagesArea],
  inScreen,
);
const NotFoundPage = part(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage, [pagesArea], inScreen);
const NotAuthorizedPage = part(
  async () => (await import('../pages/NotAuthorizedPage.tsx')).NotAuthorizedPage,
  [pagesArea],
  inScreen,
);
const MaintenancePage = part(
  async () => (await import('../maintenance/MaintenancePage.tsx')).MaintenancePage,
  [pagesArea, maintenanceArea],
  inScreen,
);
const screens = () => import('../administration/AdministrationScreens.tsx');
const RegisterScreen = part(async () => (await screens()).RegisterRoute, [], inScreen);
const ForgotPasswordScreen = part(async () => (await screens()).ForgotPasswordRoute, [], inScreen);
const ResetPasswordScreen = part(async () => (await screens()).ResetPasswordRoute, [], inScreen);

/**
 * By the last segment of their path. Access rules are in `route-table.ts` and
 * `administration/administration-routes.tsx`.
 */
const pages: ReadonlyMap<string, ReactNode> = new Map([
  ['comingsoon', <ComingSoonPage key="comingsoon" />],
  ['error-404', <NotFoundPage key="error-404" />],
  ['error-500', <BrokenScreen key="error-500" />],
  ['not-authorized', <NotAuthorized key="not-authorized" />],
  ['maintenance', <MaintenancePage key="maintenance" />],
  ['lock-screen', <Lock key="lock-screen" />],
  ['register', <RegisterScreen key="register" />],
  ['forgot-password', <ForgotPasswordScreen key="forgot-password" />],
  ['reset-password', <ResetPasswordScreen key="reset-password" />],
]);

/** /login and the public pages under /pages, outside the main layout. */
export function BareScreens() {
  const pathname = useLocation().pathname.toLowerCase();
  const page = partOf('/pages/:page', pathname) ?? '';
  return (
    <BareFrame>
      <Screen>
        {matches('/login', pathname) ? <Login /> : (pages.get(page) ?? <Navigate to="/pages/error-404" replace />)}
      </Screen>
    </BareFrame>
  );
}

/** /pages/lock-screen locks the screen and redirects home. */
function Lock() {
  const { directory, append } = useApp();
  const phase = useSelector(directory.auth, selectPhase);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  const isIn = phase === 'authenticated' && !isSupport;
  useEffect(() => {
    if (isIn) append({ type: 'screen.locked' });
  }, [append, isIn]);
  // Support couldn't unlock: it has no password here.
  if (isSupport) return <Navigate to="/" replace />;
  return phase === 'anonymous' ? <Navigate to="/login" replace /> : <LoadingOverlay isVisible kind="cover" />;
}

function NotAuthorized() {
  const { directory } = useApp();
  const logOut = useLogout();
  const phase = useSelector(directory.auth, selectPhase);
  const isNothingPermitted = useSelector(directory.auth, (snapshot) => selectRoutes(snapshot).length === 0);
  const isIn = phase === 'authenticated';
  return (
    <ReturnOncePermitted>
      <NotAuthorizedPage onOtherUser={isIn ? logOut : undefined} mayOweSecondFactor={isIn && isNothingPermitted} />
    </ReturnOncePermitted>
  );
}
