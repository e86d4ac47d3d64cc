import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import { AttendanceScreen } from '../attendance/AttendanceScreen.tsx';
import { CrashBoundary } from '../kit/CrashBoundary.tsx';
import { part } from '../kit/part.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useApp } from './app-context.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Guard } from './Guard.tsx';

/** A screen whose code is on its way shows the overlay. */
const inScreen = { waiting: <LoadingOverlay isVisible />, isScreen: true };
const BareFrame = part(async () => (await import('./BareFrame.tsx')).BareFrame, {
  waiting: <LoadingOverlay isVisible kind="cover" />,
  isScreen: true,
});
const LoginScreen = part(async () => (await import('../login/LoginScreen.tsx')).LoginScreen, inScreen);
const HomeScreen = part(async () => (await import('../home/HomeScreen.tsx')).HomeScreen, inScreen);
const ChooseInstanceScreen = part(
  async () => (await import('../choose-instance/ChooseInstanceScreen.tsx')).ChooseInstanceScreen,
  inScreen,
);
const ComingSoonPage = part(async () => (await import('../pages/ComingSoonPage.tsx')).ComingSoonPage, inScreen);
const NotFoundPage = part(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage, inScreen);
const ServerErrorPage = part(async () => (await import('../pages/ServerErrorPage.tsx')).ServerErrorPage, inScreen);
const NotAuthorizedPage = part(
  async () => (await import('../pages/NotAuthorizedPage.tsx')).NotAuthorizedPage,
  inScreen,
);

/** Every path and its screen. The access of each stands in `route-table.ts`. */
export function AppRoutes() {
  return (
    <Routes>
      <Route
        path="/login"
        element={
          <Bare>
            <LoginScreen />
          </Bare>
        }
      />
      <Route
        path="/pages/comingsoon"
        element={
          <Bare>
            <ComingSoonPage />
          </Bare>
        }
      />
      <Route
        path="/pages/error-404"
        element={
          <Bare>
            <NotFoundPage />
          </Bare>
        }
      />
      <Route
        path="/pages/error-500"
        element={
          <Bare>
            <ServerErrorPage />
          </Bare>
        }
      />
      <Route
        path="/pages/not-authorized"
        element={
          <Bare>
            <NotAuthorized />
          </Bare>
        }
      />
      <Route
        element={
          <Guard>
            <Screen>
              <AppFrame />
            </Screen>
          </Guard>
        }
      >
        <Route
          index
          element={
            <Screen>
              <HomeScreen />
            </Screen>
          }
        />
        <Route
          path="/instances/list/choose-instance"
          element={
            <Screen>
              <ChooseInstanceScreen />
            </Screen>
          }
        />
        <Route
          path="/chat/:ticketId?"
          element={
            <Screen>
              <AttendanceScreen />
            </Screen>
          }
        />
      </Route>
      <Route path="*" element={<Navigate to="/pages/error-404" replace />} />
    </Routes>
  );
}

function NotAuthorized() {
  const { directory, append } = useApp();
  const phase = useSelector(directory.auth, selectPhase);
  return (
    <NotAuthorizedPage
      onOtherUser={phase === 'authenticated' ? () => append({ type: 'logout.requested' }) : undefined}
    />
  );
}

function Bare({ children }: { readonly children: ReactNode }) {
  return (
    <BareFrame>
      <Screen>{children}</Screen>
    </BareFrame>
  );
}

/** A screen that throws shows the error page. */
function Screen({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary fallback={<ServerErrorPage />} resetKey={pathname}>
      {children}
    </CrashBoundary>
  );
}
