import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectConnectionFailures, selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { notifyNetworkBack } from '../kit/network-back.ts';
import { ConnectionPill } from '../layout/ConnectionPill.tsx';
import { useApp } from './app-context.tsx';

/** Renders the socket's status. Going live retries what failed to load. */
export function Connection() {
  const { directory } = useApp();
  const status = useSelector(directory.socket, selectConnectionStatus);
  // A page's first connection is no trouble yet: on a phone, the bar would come for a moment and push the rest down.
  const isFirst = useSelector(directory.socket, selectConnectionFailures) === 0 && status === 'reconnecting';
  useEffect(() => {
    if (status === 'live') notifyNetworkBack();
  }, [status]);
  return <ConnectionPill state={status} isTrouble={status !== 'live' && !isFirst} />;
}
