import { Navigate } from 'react-router-dom';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { MaintenanceNote } from './MaintenanceNote.tsx';
import { useIsPrepared, useMaintenance } from './use-maintenance.ts';

/** /pages/maintenance: goes home when there is no maintenance, or it is over. */
export function MaintenancePage() {
  return useIsPrepared() ? <Waiting /> : <LoadingOverlay isVisible />;
}

function Waiting() {
  const maintenance = useMaintenance();
  if (maintenance === undefined) return <LoadingOverlay isVisible />;
  return maintenance.on ? <MaintenanceNote maintenance={maintenance} /> : <Navigate to="/" replace />;
}
