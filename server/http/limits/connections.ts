import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../address-key.ts';
import { tooMany } from '../../domain/errors.ts';
import type { Limits } from './limits.ts';

/** By then somebody has closed a page. */
const WAIT_MS = 10_000;

/** Limits the open connections of an address. Trusted proxies are exempt, as many users share them. */
export function boundConnections(app: FastifyInstance, limits: Limits, trustProxy: string): void {
  const open = new Map<string, number>();
  const isProxy = trustProxy === '' ? () => false : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  app.server.on('connection', (socket: Socket) => {
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
    app.refuseRaw(socket, tooMany(WAIT_MS));
  });
}
