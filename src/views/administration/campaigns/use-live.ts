import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { selectNews } from '../../../machines/campaign/campaign.selectors.ts';
import type { Campaign } from '../../../machines/entities/campaigns.ts';
import type { ListName } from '../../../machines/log/events-administration.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { statusOf } from './campaign-words.ts';

/** A campaign with the latest pushed state and counts, if they are newer. */
export function useLive<Shown extends Campaign>(campaign: Shown): Shown {
  const { directory } = useApp();
  const actor = useOnChange(directory.changed, () => directory.campaign(campaign.id));
  const news = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectNews(snapshot)));
  if (news === undefined || news.version <= campaign.version) return campaign;
  const { name, status, version, reason, counts } = news;
  return { ...campaign, name, status: statusOf(status) ?? campaign.status, version, reason, counts };
}

/** Minimum interval between reloads of data that isn't pushed: recipients, the queue, numbers (milliseconds). */
const LOOK_MS = 3_000;

/** Reloads lists after a campaign's version changed, throttled and only while the page is visible. */
export function useFollowed(version: number, lists: readonly ListName[]): void {
  const { directory, append } = useApp();
  const isSeen = useSelector(directory.shell, selectIsSeen);
  const timer = useRef<number>(undefined);
  const shown = useRef(version);
  const look = useEffectEvent(() => {
    timer.current = undefined;
    shown.current = version;
    for (const list of lists) append({ type: 'list.outdated', list });
  });
  useEffect(() => {
    if (!isSeen || timer.current !== undefined || shown.current === version) return;
    timer.current = window.setTimeout(() => look(), LOOK_MS);
  }, [version, isSeen]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
