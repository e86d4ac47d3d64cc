import { useSelector } from '@xstate/react';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { ConnectionPill } from '../layout/ConnectionPill.tsx';
import { useApp } from './app-context.tsx';

/** Renders the socket's status alone. */
export function Connection() {
  const { directory } = useApp();
  const status = useSelector(directory.socket, selectConnectionStatus);
  return <ConnectionPill state={status} />;
}
