import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { homeArea } from '../../i18n/areas/home.ts';
import { loginArea } from '../../i18n/areas/login.ts';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { AttendanceScreen } from '../attendance/AttendanceScreen.tsx';
import { CrashBoundary } from '../kit/CrashBoundary.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Guard } from './Guard.tsx';
import { lazyScreen } from './lazy-screen.tsx';

/** A screen whose code is on its way shows the overlay. */
const inScreen = { waiting: () => <LoadingOverlay isVisible />, isScreen: true };
const BareFrame = lazyScreen(async () => (await import('./BareFrame.tsx')).BareFrame, [accountMenuArea], {
  waiting: () => <LoadingOverlay isVisible kind="cover" />,
  isScreen: true,
});
const LoginScreen = lazyScreen(
  async () => (await import('../login/LoginScreen.tsx')).LoginScreen,
  [loginArea],
  inScreen,
);
const HomeScreen = lazyScreen(async () => (await import('../home/HomeScreen.tsx')).HomeScreen, [homeArea], inScreen);
const ChooseInstanceScreen = lazyScreen(
  async () => (await import('../choose-instance/ChooseInstanceScreen.tsx')).ChooseInstanceScreen,
  [homeArea],
  inScreen,
);
const ServerErrorPage = lazyScreen(
  async () => (await import('../pages/ServerErrorPage.tsx')).ServerErrorPage,
  [pagesArea],
  inScreen,
);
const BarePages = lazyScreen(async () => (await import('./BarePages.tsx')).BarePages, [], inScreen);
const ProfileScreen = lazyScreen(
  async () => (await import('../administration/AdministrationScreens.tsx')).ProfileRoute,
  [],
  inScreen,
);
const AdministrationScreens = lazyScreen(
  async () => (await import('../administration/AdministrationScreens.tsx')).AdministrationScreens,
  [],
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
        path="/pages/:page"
        element={
          <Bare>
            <BarePages />
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
        <Route
          path="/pages/profile"
          element={
            <Screen>
              <ProfileScreen />
            </Screen>
          }
        />
        {/* The guard lets no path through that isn't in the table. */}
        <Route
          path="*"
          element={
            <Screen>
              <AdministrationScreens />
            </Screen>
          }
        />
      </Route>
    </Routes>
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
