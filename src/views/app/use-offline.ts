import { useSelector } from '@xstate/react';
import { selectConnectionStatus } from '../../machines/socket/socket.selectors.ts';
import { useApp } from './app-context.tsx';

/** Whether the browser has no network. What failed to load for lack of it loads by itself once it is back. */
export function useIsOffline(): boolean {
  const { directory } = useApp();
  return useSelector(directory.socket, selectConnectionStatus) === 'offline';
}
