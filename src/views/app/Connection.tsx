import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { tellNetworkBack } from '../kit/network-back.ts';
import { ConnectionPill } from '../layout/ConnectionPill.tsx';
import { useApp } from './app-context.tsx';

/** Renders the socket's status alone; live, what didn't come of the page is asked for again. */
export function Connection() {
  const { directory } = useApp();
  const status = useSelector(directory.socket, selectConnectionStatus);
  useEffect(() => {
    if (status === 'live') tellNetworkBack();
  }, [status]);
  return <ConnectionPill state={status} />;
}
