import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ListName } from '../../../machines/log/events-administration.ts';
import { selectVisible } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';

/** What changes without anybody's telling is asked for so often (milliseconds). */
export const RENEWED_MS = 60_000;

/** Asks for a list again and again while it is in sight: nobody is told who comes and goes. */
export function useRenewed(list: ListName): void {
  const { directory, append } = useApp();
  const isVisible = useSelector(directory.shell, selectVisible);
  useEffect(() => {
    if (!isVisible) return undefined;
    const timer = window.setInterval(() => append({ type: 'list.outdated', list }), RENEWED_MS);
    return () => window.clearInterval(timer);
  }, [append, list, isVisible]);
}
