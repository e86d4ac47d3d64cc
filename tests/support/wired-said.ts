import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { ScriptedSocket } from './scripted-server.ts';

/** The frame that has to reach the server for a command; null for none. */
function frameOf(command: Command): unknown {
  if (command.type === 'socket.ping') return { event: 'ping' };
  if (command.type !== 'presence.tell') return null;
  const { customerId: customer_id, instanceId: instance_id, typing } = command;
  return { event: 'Presence', customer_id, instance_id, typing };
}

/** Follows what a client has to say over its open socket, and what comes of it. `last`: the one it opened last. */
export function followSaid(last: () => ScriptedSocket | undefined) {
  const due = new Map<ScriptedSocket, unknown[]>();
  let open: { readonly socket: ScriptedSocket; readonly attempt: number } | null = null;

  return {
    /** Before the event comes into the log. */
    noteEvent: (event: AppEvent): void => {
      const socket = last();
      if (event.type === 'socket.opened') open = socket === undefined ? null : { socket, attempt: event.attempt };
      if (event.type === 'socket.closed') open = null;
    },
    /** As the command is given. */
    noteCommand: (command: Command): void => {
      const frame = frameOf(command);
      const isOfOther = command.type === 'socket.ping' && command.attempt !== open?.attempt;
      if (open !== null && frame !== null && !isOfOther) due.set(open.socket, [...(due.get(open.socket) ?? []), frame]);
      if (command.type === 'socket.close') open = null;
    },
    /** Another page has no connection yet. */
    leave: (): void => {
      open = null;
    },
    /** Whether something is still to come. */
    isUnderWay: (): boolean => {
      return open !== null && open.socket.received.items.length < (due.get(open.socket) ?? []).length;
    },
    /** What is wrong with what came over the open socket. */
    problem: (): string | null => {
      if (open === null) return null;
      const [expected, came] = [due.get(open.socket) ?? [], open.socket.received.items];
      if (isDeepStrictEqual(came, expected)) return null;
      return `the socket says ${JSON.stringify(came)}, and should say ${JSON.stringify(expected)}`;
    },
  };
}
