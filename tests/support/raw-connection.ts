import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A connection that says what it is told to say, as slowly as it is told. */
export type RawConnection = {
  socket: Socket;
  /** All that was answered, once the server has closed the connection. */
  closed: Promise<string>;
  /** Resolves with what was answered so far, once it contains the text. */
  answered: (text: string) => Promise<string>;
};

/** Opens a connection to a server's address and sends `head`, lines without their ends, where there is one. */
export function rawConnection(url: string, head: readonly string[] = []): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  const ended = Promise.withResolvers<string>();
  const waiting: { text: string; resolve: (received: string) => void }[] = [];
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    received += part;
    for (const { text, resolve } of waiting) if (received.includes(text)) resolve(received);
  });
  // Reset by the server is closed, too.
  socket.on('error', () => undefined);
  socket.on('close', () => ended.resolve(received));
  if (head.length > 0) socket.write(`${head.join('\r\n')}\r\n`);
  return {
    socket,
    closed: ended.promise,
    answered: (text) =>
      new Promise((resolve, reject) => {
        if (received.includes(text)) resolve(received);
        waiting.push({ text, resolve });
        void ended.promise.then((all) => reject(new Error(`closed without ${text}: ${all}`)));
      }),
  };
}

/** Sends a byte again and again until the connection is closed; answers what came back. */
export async function drip({ socket, closed }: RawConnection): Promise<string> {
  const drop = setInterval(() => socket.write('a'), 20);
  const received = await closed;
  clearInterval(drop);
  return received;
}
