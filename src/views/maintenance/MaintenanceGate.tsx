import { useSelector } from '@xstate/react';
import { maintenanceArea } from '../../i18n/areas/maintenance.ts';
import { pagesArea } from '../../i18n/areas/pages.ts';
import { selectConnectionFailures } from '../../machines/socket/socket.selectors.ts';
import { selectIsMaintained } from '../../machines/shell/shell.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { part } from '../kit/part.tsx';

/** Loads with its texts when first shown; without a network there is nothing to check, and the page says that already. */
export const LazyMaintenanceOverlay = part(
  async () => (await import('./MaintenanceOverlay.tsx')).MaintenanceOverlay,
  [pagesArea, maintenanceArea],
  { isExtra: true },
);

/** Checks for maintenance when a call reports it or the socket can't open, and covers the page while it lasts. */
export function MaintenanceGate() {
  const { directory } = useApp();
  const isCut = useSelector(directory.socket, (snapshot) => selectConnectionFailures(snapshot) > 0);
  const isRefused = useSelector(directory.shell, selectIsMaintained);
  return (isCut || isRefused) && <LazyMaintenanceOverlay />;
}
