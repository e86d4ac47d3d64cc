import { useEffect, useState, type ReactNode } from 'react';
import { onNetworkBack } from '../kit/network-back.ts';
import { useApp } from './app-context.tsx';

interface PreparedProps {
  /** Shown while the machines load. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children once the machines of lists and forms are loaded; tries again when the network is back. */
export function Prepared({ fallback, children }: PreparedProps) {
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
  return isReady ? children : fallback;
}
