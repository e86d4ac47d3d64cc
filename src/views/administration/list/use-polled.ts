import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { selectListingPhase, selectListRequest } from '../../../machines/listing/listing.selectors.ts';
import type { ListName } from '../../../machines/log/events-administration.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import type { Listing } from './use-listing.ts';

/** Polling interval for lists whose changes aren't pushed (milliseconds). */
export const POLL_MS = 60_000;

/**
 * Polls a list while the page is visible, and at once when it becomes visible again. Its phase stays `ready` meanwhile:
 * `stale` is for what the user requested.
 */
export function usePolled<Name extends ListName>(listing: Listing<Name>): Listing<Name> {
  const { name, phase } = listing;
  const { directory, append } = useApp();
  const actor = directory.list(name);
  const isSeen = useSelector(directory.shell, selectIsSeen);
  const request = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectListRequest(snapshot)));
  const [poll, setPoll] = useState<number | null>(null);
  const reload = useEffectEvent(() => {
    // A response in progress is recent enough, and an error stays until the user retries.
    if (actor === undefined || selectListingPhase(actor.getSnapshot()) !== 'ready') return;
    append({ type: 'list.outdated', list: name });
    setPoll(selectListRequest(actor.getSnapshot()));
  });
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isSeen) {
      wasHidden.current = true;
      return undefined;
    }
    if (wasHidden.current) reload();
    wasHidden.current = false;
    const timer = window.setInterval(() => reload(), POLL_MS);
    return () => window.clearInterval(timer);
  }, [name, isSeen]);
  return phase === 'stale' && request === poll ? { ...listing, phase: 'ready' } : listing;
}
