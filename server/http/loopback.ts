import type { FastifyRequest } from 'fastify';

/** Whether the address that was asked for is this very machine's own name: no proxy's, and nobody else's. */
export function isAskedOnLoopback(request: FastifyRequest): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(request.hostname);
}

/** Whether a program on this machine asks, and not a proxy on it for somebody else. */
export function isFromLoopback(request: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => name in request.headers);
  const isHere = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  return isHere && !isForwarded && isAskedOnLoopback(request);
}
