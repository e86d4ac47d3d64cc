import { Socket } from 'node:net';
import { cork } from '../cork.ts';

/** A database connection that sends queries of the same tick together. */
export function batchingSocket(): Socket {
  const socket = new Socket();
  // Only after `connect`, which restores a socket's own `write`.
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (...args: unknown[]): boolean => {
      cork(socket);
      const hasRoom: boolean = Reflect.apply(write, undefined, args);
      return hasRoom;
    };
  });
  return socket;
}
