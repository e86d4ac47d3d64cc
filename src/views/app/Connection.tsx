import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { notifyNetworkBack } from '../kit/network-back.ts';
import { ConnectionPill } from '../layout/ConnectionPill.tsx';
import { useApp } from './app-context.tsx';

/** Renders the socket's status. Going live retries what failed to load. */
export function Connection() {
  const { directory } = useApp();
  const status = useSelector(directory.socket, selectConnectionStatus);
  useEffect(() => {
    if (status === 'live') notifyNetworkBack();
  }, [status]);
  return <ConnectionPill state={status} />;
}
