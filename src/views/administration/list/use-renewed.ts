import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { selectListingPhase, selectListRequest } from '../../../machines/listing/listing.selectors.ts';
import type { ListName } from '../../../machines/log/events-administration.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import type { Listing } from './use-listing.ts';

/** What changes without anybody's telling is asked for so often (milliseconds). */
export const RENEWED_MS = 60_000;

/**
 * Asks for a list again and again while somebody sees it, and at once when they are back: nobody is told who
 * comes and goes. Its rows stay `ready` meanwhile: `stale` is what the person asked for.
 */
export function useRenewed<Name extends ListName>(listing: Listing<Name>): Listing<Name> {
  const { name, phase } = listing;
  const { directory, append } = useApp();
  const actor = directory.list(name);
  const isSeen = useSelector(directory.shell, selectIsSeen);
  const request = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectListRequest(snapshot)));
  const [renewal, setRenewal] = useState<number | null>(null);
  const renew = useEffectEvent(() => {
    // What is on its way is new enough, and an error stays until the reader has tried again.
    if (actor === undefined || selectListingPhase(actor.getSnapshot()) !== 'ready') return;
    append({ type: 'list.outdated', list: name });
    setRenewal(selectListRequest(actor.getSnapshot()));
  });
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isSeen) {
      wasAway.current = true;
      return undefined;
    }
    if (wasAway.current) renew();
    wasAway.current = false;
    const timer = window.setInterval(() => renew(), RENEWED_MS);
    return () => window.clearInterval(timer);
  }, [name, isSeen]);
  return phase === 'stale' && request === renewal ? { ...listing, phase: 'ready' } : listing;
}
