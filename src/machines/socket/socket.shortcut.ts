import type { Command } from '../log/command.ts';
import type { EventFrom } from 'xstate';
import type { Crewed } from '../crew.ts';
import { initialSocketContext } from './socket.context.ts';
import { socketMachine } from './socket.machine.ts';
import type { SocketSnapshot } from './socket.machine.ts';

/** The socket's machine; a frame that comes in order while it is live is noted without a step. */
export const crewedSocket: Crewed<SocketSnapshot, EventFrom<typeof socketMachine>, void, Command> = {
  machine: socketMachine,
  begin: () => initialSocketContext,
  fold(context, event, value) {
    if (value !== 'live' || !('stream' in event)) return null;
    const { epoch, prev, seq } = event.stream;
    if (epoch !== context.epoch || context.position === null || prev > context.position) return null;
    return seq > context.position ? { ...context, position: seq, lastHeardAt: event.loggedAt } : context;
  },
};
