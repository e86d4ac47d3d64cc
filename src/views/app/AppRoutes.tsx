import { useSelector } from '@xstate/react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import { AttendanceScreen } from '../attendance/AttendanceScreen.tsx';
import { CrashBoundary } from '../layout/CrashBoundary.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { useApp } from './app-context.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Guard } from './Guard.tsx';

const BareFrame = lazy(async () => ({ default: (await import('./BareFrame.tsx')).BareFrame }));
const LoginScreen = lazy(async () => ({ default: (await import('../login/LoginScreen.tsx')).LoginScreen }));
const HomeScreen = lazy(async () => ({ default: (await import('../home/HomeScreen.tsx')).HomeScreen }));
const ChooseInstanceScreen = lazy(async () => ({
  default: (await import('../choose-instance/ChooseInstanceScreen.tsx')).ChooseInstanceScreen,
}));
const ComingSoonPage = lazy(async () => ({ default: (await import('../pages/ComingSoonPage.tsx')).ComingSoonPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('../pages/NotFoundPage.tsx')).NotFoundPage }));
const ServerErrorPage = lazy(async () => ({ default: (await import('../pages/ServerErrorPage.tsx')).ServerErrorPage }));
const NotAuthorizedPage = lazy(async () => ({
  default: (await import('../pages/NotAuthorizedPage.tsx')).NotAuthorizedPage,
}));

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
            <AppFrame />
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
    <Suspense fallback={<LoadingOverlay isVisible kind="cover" />}>
      <BareFrame>
        <Screen>{children}</Screen>
      </BareFrame>
    </Suspense>
  );
}

/** A screen whose code is on its way shows the overlay; one that throws, the error page. */
function Screen({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary
      fallback={
        <Suspense>
          <ServerErrorPage />
        </Suspense>
      }
      resetKey={pathname}
    >
      <Suspense fallback={<LoadingOverlay isVisible />}>{children}</Suspense>
    </CrashBoundary>
  );
}
