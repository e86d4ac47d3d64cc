import { useEffect, useState, type ReactNode } from 'react';
import { onNetworkBack } from '../kit/network-back.ts';
import { useApp } from './app-context.tsx';

interface PreparedProps {
  /** Shown while the machines load. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children once the machines of lists and forms are loaded. */
export function Prepared({ fallback, children }: PreparedProps) {
  return usePrepared() ? children : fallback;
}

/** Whether the machines of lists and forms are loaded; loads them, again when the network is back. */
export function usePrepared(): boolean {
  const { prepareAdministration } = useApp();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const load = () => {
      prepareAdministration().then(
        () => isCurrent && setReady(true),
        () => undefined,
      );
    };
    load();
    const leave = onNetworkBack(load);
    return () => {
      isCurrent = false;
      leave();
    };
  }, [prepareAdministration]);
  return isReady;
}
