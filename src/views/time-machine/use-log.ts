import { useState } from 'react';
import type { StoredLog } from '../../machines/app.ts';
import { createPlayer, type Player } from '../../machines/replay/player.ts';
import { useApp, type LogRefusal } from '../app/app-context.tsx';

/** Events read before the page draws again. */
const AT_ONCE = 2_000;

export type Refusal = { readonly reason: LogRefusal } | { readonly reason: 'damagedAt'; readonly step: number };

type State =
  | { readonly kind: 'none'; readonly refusal?: Refusal }
  | { readonly kind: 'opening' }
  | { readonly kind: 'reading'; readonly read: number; readonly count: number }
  | { readonly kind: 'open'; readonly player: Player };

/** Lets the page draw. */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

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
        await drawn();
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
    openFile: async (file: Blob) => {
      setState({ kind: 'opening' });
      const found = await source().catch(() => undefined);
      await drawn();
      await open((await found?.read(file)) ?? 'unreadable');
    },
    /** This tab's log, as it is now; null where it isn't offered. */
    present: async () => (await (await source())?.present()) ?? null,
    open,
    close: () => setState({ kind: 'none' }),
  };
}
