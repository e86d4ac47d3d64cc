import { Route, Routes } from 'react-router-dom';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { homeArea } from '../../i18n/areas/home.ts';
import { listArea } from '../../i18n/areas/list.ts';
import { AttendanceScreen } from '../attendance/AttendanceScreen.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Guard } from './Guard.tsx';
import { part } from '../kit/part.tsx';
import { inScreen, Screen } from './Screen.tsx';

const BareScreens = part(async () => (await import('./BareScreens.tsx')).BareScreens, [accountMenuArea], {
  fallback: () => <LoadingOverlay isVisible kind="cover" />,
  isScreen: true,
});
const HomeScreen = part(
  async () => (await import('../home/HomeScreen.tsx')).HomeScreen,
  [homeArea, listArea],
  inScreen,
);
const ChooseInstanceScreen = part(
  async () => (await import('../choose-instance/ChooseInstanceScreen.tsx')).ChooseInstanceScreen,
  [homeArea],
  inScreen,
);
const ProfileScreen = part(
  async () => (await import('../administration/AdministrationScreens.tsx')).ProfileRoute,
  [],
  inScreen,
);
const AdministrationScreens = part(
  async () => (await import('../administration/AdministrationScreens.tsx')).AdministrationScreens,
  [],
  inScreen,
);

/** Every path and its screen. Access rules are in `route-table.ts`. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<BareScreens />} />
      <Route path="/pages/:page" element={<BareScreens />} />
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
        {/* The guard rejects paths that aren't in the table. */}
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
