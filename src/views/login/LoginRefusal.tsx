import type { Failure } from '../../machines/entities/failure.ts';
import { useFailureText } from '../app/failure-text.ts';
import { Banner } from '../kit/Banner.tsx';
import { LazyMaintenanceOverlay } from '../maintenance/MaintenanceGate.tsx';

/** Why a login failed. During maintenance even correct passwords are refused. */
export function LoginRefusal({ failure }: { readonly failure: Failure | null }) {
  const failureText = useFailureText();
  const banner = failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>;
  return failure?.key === 'error.maintenance' ? <LazyMaintenanceOverlay fallback={banner} /> : banner;
}
