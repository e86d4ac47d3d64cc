import type { EventFrom } from 'xstate';
import { withShortcut } from '../shortcut.ts';
import { initialSocketContext } from './socket.context.ts';
import type { SocketContext } from './socket.context.ts';
import { socketMachine } from './socket.machine.ts';
import type { SocketSnapshot } from './socket.machine.ts';

/** The socket's machine; frames that arrive in order while it is live take the shortcut, as every frame passes here. */
export const socketLogic = withShortcut(socketMachine, { begin: () => initialSocketContext, fold: foldPosition });

function foldPosition(
  known: SocketContext,
  event: EventFrom<typeof socketMachine>,
  value: SocketSnapshot['value'],
): SocketContext | null {
  if (value !== 'live' || !('stream' in event)) return null;
  const { epoch, prev, seq } = event.stream;
  if (epoch !== known.epoch || known.position === null || prev > known.position) return null;
  return seq > known.position ? { ...known, position: seq, lastHeardAt: event.loggedAt } : known;
}
