import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { homeArea } from '../../i18n/areas/home.ts';
import { listArea } from '../../i18n/areas/list.ts';
import { AttendanceScreen } from '../attendance/AttendanceScreen.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Guard } from './Guard.tsx';
import { part } from '../kit/part.tsx';
import { matches, routeOf } from './route-table.ts';
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

const PROFILE = '/pages/profile';

/** Shows the screen of the path. Access rules are in `route-table.ts`. */
export function AppRoutes() {
  const pathname = useLocation().pathname.toLowerCase();
  const isPage = pathname.startsWith('/pages/') && !matches(PROFILE, pathname);
  if (isPage || routeOf(pathname)?.access === 'bare') return <BareScreens />;
  return (
    <Guard>
      <Screen>
        <AppFrame>
          <Screen>{screenOf(pathname)}</Screen>
        </AppFrame>
      </Screen>
    </Guard>
  );
}

/** The guard rejects paths that aren't in the table. */
function screenOf(pathname: string): ReactNode {
  if (matches(PROFILE, pathname)) return <ProfileScreen />;
  switch (routeOf(pathname)?.name) {
    case 'home':
      return <HomeScreen />;
    case 'choose-instance':
      return <ChooseInstanceScreen />;
    case 'chat':
      return <AttendanceScreen />;
    default:
      return <AdministrationScreens />;
  }
}
