import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { notifyNetworkBack } from '../kit/network-back.ts';
import { ConnectionPill } from '../layout/ConnectionPill.tsx';
import { useApp } from './app-context.tsx';

/** Renders the socket's status. Going live retries what failed to load. */
export function Connection() {
  const { directory } = useApp();
  const status = useSelector(directory.socket, selectConnectionStatus);
  // A page's first connection is no trouble yet: on a phone, the bar would come for a moment and push the rest down.
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    if (status !== 'live') return;
    notifyNetworkBack();
    setFirst(false);
  }, [status]);
  return <ConnectionPill state={status} isTrouble={status !== 'live' && !(isFirst && status === 'reconnecting')} />;
}
