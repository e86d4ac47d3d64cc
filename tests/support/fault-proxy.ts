import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A network between a client and its server that a test can break. */
export interface FaultProxy {
  /** What the client takes for the server's address. */
  readonly url: string;
  /** Breaks every connection and lets none through until `heal`. */
  cut(): void;
  /** Keeps the connections open, but nothing passes in either direction until `heal`: half-open. */
  hold(): void;
  /** What the client says arrives, what the server says doesn't until `heal`. */
  mute(): void;
  heal(): void;
  close(): Promise<void>;
}

/** Stands before the server at `target`, or before whatever `target` names at each new connection. */
export async function startFaultProxy(target: string | (() => string)): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'open' | 'cut' | 'held' | 'muted' = 'open';

  function pass([client, server]: readonly [Socket, Socket]): void {
    if (mode === 'held') client.pause();
    else client.resume();
    if (mode === 'held' || mode === 'muted') server.pause();
    else server.resume();
  }

  const listener = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(typeof target === 'string' ? target : target());
    const server = connect(Number(port), hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (bytes: Buffer) => void to.write(bytes));
      from.on('end', () => to.end());
      // A broken connection is what this is for.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        if (!from.readableEnded) to.destroy();
        // One side may stay open for a while; it is still ours to break.
        if (pair.every(({ destroyed }) => destroyed)) pairs.delete(pair);
      });
    }
    pass(pair);
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listener.address() as AddressInfo;

  function breakAll(): void {
    for (const [client, server] of [...pairs]) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    pairs.clear();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      mode = 'cut';
      breakAll();
    },
    hold: () => {
      mode = 'held';
      pairs.forEach(pass);
    },
    mute: () => {
      mode = 'muted';
      pairs.forEach(pass);
    },
    heal: () => {
      mode = 'open';
      pairs.forEach(pass);
    },
    close: async () => {
      breakAll();
      await new Promise<void>((resolve) => {
        listener.close(() => resolve());
      });
    },
  };
}
