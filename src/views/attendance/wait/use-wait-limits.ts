import { useMemo } from 'react';
import { WAIT_MINUTES } from '../../../../contract/facts/waiting.ts';
import type { WaitLimits } from '../../../machines/entities/administration.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';

/** From when on a waiting customer stands out: the company's settings, which the page's frame loads; until then the usual. */
export function useWaitLimits(): WaitLimits {
  const { rows } = useListing('userSettings', wholeList, 'known');
  const { warning, alert } = rows?.[0]?.waitMinutes ?? WAIT_MINUTES;
  return useMemo(() => ({ warning, alert }), [warning, alert]);
}
