import type { FastifyRequest } from 'fastify';

/** Whether the request's host is this machine itself, not a proxy's name or another. */
export function isLoopbackHost(request: FastifyRequest): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(request.hostname);
}

/** Whether a program on this machine sent the request, not a proxy on behalf of another. */
export function isFromLoopback(request: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => name in request.headers);
  const isHere = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  return isHere && !isForwarded && isLoopbackHost(request);
}
