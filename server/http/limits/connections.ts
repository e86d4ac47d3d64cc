import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { addressKey } from '../../address-key.ts';
import type { Limits } from './limits.ts';

const REFUSAL = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Bounds the connections that an address holds open. A trusted proxy's are many people's, and are not counted. */
export function boundConnections(server: Server, limits: Limits, trustProxy: string): void {
  const open = new Map<string, number>();
  const isProxy = trustProxy === '' ? () => false : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress, 0)) return;
    const key = addressKey(remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    if (count <= limits.settings.connections) return;
    limits.note('connections');
    socket.end(REFUSAL, () => socket.destroy());
  });
}
