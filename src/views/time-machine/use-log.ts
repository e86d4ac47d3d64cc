import { useState } from 'react';
import type { StoredLog } from '../../machines/app.ts';
import { createPlayer, type Player } from '../../machines/replay/player.ts';
import { useApp, type LogRefusal } from '../app/app-context.tsx';

/** Events read before the page draws again. */
const AT_ONCE = 500;

export type Refusal = { readonly reason: LogRefusal } | { readonly reason: 'damagedAt'; readonly step: number };

type State =
  | { readonly kind: 'none'; readonly refusal?: Refusal }
  | { readonly kind: 'reading'; readonly read: number; readonly count: number }
  | { readonly kind: 'open'; readonly player: Player };

/** The log that is open, and what opens one. */
export function useLog() {
  const { timeMachine } = useApp();
  const [state, setState] = useState<State>({ kind: 'none' });

  async function open(log: StoredLog | LogRefusal): Promise<void> {
    if (typeof log === 'string') {
      setState({ kind: 'none', refusal: { reason: log } });
      return;
    }
    let player: Player | undefined;
    try {
      player = createPlayer(log);
      while (!player.read(AT_ONCE)) {
        setState({ kind: 'reading', read: player.steps.length, count: player.count });
        // The page draws meanwhile.
        await new Promise((resolve) => setTimeout(resolve));
      }
      setState({ kind: 'open', player });
    } catch (error) {
      console.warn(error);
      const refusal: Refusal =
        player === undefined ? { reason: 'damaged' } : { reason: 'damagedAt', step: player.steps.length + 1 };
      setState({ kind: 'none', refusal });
    }
  }

  const source = async () => timeMachine?.();
  return {
    state,
    openFile: async (file: Blob) => open((await (await source())?.read(file)) ?? 'notALog'),
    /** This tab's log, as it is now; null where it isn't offered. */
    present: async () => (await (await source())?.present()) ?? null,
    open,
    close: () => setState({ kind: 'none' }),
  };
}
