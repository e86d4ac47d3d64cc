import { useApp, useOnChange } from '../../app/app-context.tsx';

/** Whether a transfer of the ticket is submitted and not created yet: it waits for the network, or is on its way. */
export function useIsOutgoing(ticketId: string): boolean {
  const { outgoingTransfers } = useApp().directory;
  return useOnChange(outgoingTransfers, () => outgoingTransfers.getSnapshot().includes(ticketId));
}
