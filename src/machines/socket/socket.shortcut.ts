import { withShortcut } from '../shortcut.ts';
import { socketMachine } from './socket.machine.ts';

/** The socket's machine; a frame that comes in order while it is live is noted without a step. */
export const socketLogic = withShortcut(socketMachine, (snapshot, event) => {
  if (snapshot.value !== 'live' || !('stream' in event)) return null;
  const { context } = snapshot;
  const { epoch, prev, seq } = event.stream;
  if (epoch !== context.epoch || context.position === null || prev > context.position) return null;
  return seq > context.position ? { ...context, position: seq, lastHeardAt: event.loggedAt } : context;
});
