import { Socket } from 'node:net';
import { gather } from '../gather.ts';

/** A connection to the database on which queries that are asked together leave together. */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  // Not before: `connect` gives a socket its own `write` back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (...args: unknown[]): boolean => {
      gather(socket);
      const hasRoom: boolean = Reflect.apply(write, undefined, args);
      return hasRoom;
    };
  });
  return socket;
}
