import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { onNetworkBack } from '../kit/network-back.ts';
import { PartMissing } from '../kit/part.tsx';
import { useApp } from './app-context.tsx';

interface PreparedProps {
  /** Shown while the machines load. */
  readonly fallback: ReactNode;
  /** Whether the page does without it, so that a failure to load isn't shown. */
  readonly isExtra?: boolean;
  /** For what a press asked for: undoes the press when the network is back after a failure, as the user has moved on. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Shows its children once the machines of lists and forms are loaded. */
export function Prepared({ fallback, isExtra = false, onClose, children }: PreparedProps) {
  const { state, retry } = usePreparing();
  const onNetwork = useEffectEvent(() => {
    if (state === 'failed') onClose?.();
  });
  useEffect(() => onNetworkBack(() => onNetwork()), []);
  if (state === 'ready') return children;
  return state === 'failed' && !isExtra ? <PartMissing onRetry={retry} /> : fallback;
}

/** Whether the machines of lists and forms are loaded; loads them, again when the network is back. */
export function usePrepared(): boolean {
  return usePreparing().state === 'ready';
}

/** The state of loading the machines of lists and forms. */
export function usePreparing(): { readonly state: 'loading' | 'ready' | 'failed'; readonly retry: () => void } {
  const { prepareAdministration } = useApp();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const load = () => {
      prepareAdministration().then(
        () => isCurrent && setState('ready'),
        () => isCurrent && setState((now) => (now === 'ready' ? now : 'failed')),
      );
    };
    load();
    const leave = onNetworkBack(load);
    return () => {
      isCurrent = false;
      leave();
    };
  }, [prepareAdministration, tries]);
  const retry = useCallback(() => {
    setState('loading');
    setTries((count) => count + 1);
  }, []);
  return { state, retry };
}
