import type { Failure } from '../../machines/entities/failure.ts';
import { useFailureText } from '../app/failure-text.ts';
import { Banner } from '../kit/Banner.tsx';
import { LazyMaintenanceOverlay } from '../maintenance/MaintenanceGate.tsx';

/** Why a login came to nothing. Who gets the password right while the platform is worked on is turned away all the same. */
export function LoginRefusal({ failure }: { readonly failure: Failure | null }) {
  const failureText = useFailureText();
  const banner = failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>;
  return failure?.key === 'error.maintenance' ? <LazyMaintenanceOverlay otherwise={banner} /> : banner;
}
