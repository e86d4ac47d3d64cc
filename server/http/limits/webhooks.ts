import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookGuards } from '../../channels/webhook-routes.ts';
import type { Limits } from './limits.ts';

/**
 * Webhooks with a good signature are never counted, however many: bounded are the bytes on their way in and what is
 * worked on at a time. Those without one are few from an address. Who is refused repeats, as providers do.
 */
export function webhookGuards(limits: Limits, bodyLimit: number): WebhookGuards {
  const received = new WeakMap<FastifyRequest, () => void>();
  return {
    config: { rate: 'free' },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await limits.requireHonest(request.ip);
      const told = request.headers['content-length'];
      const bytes = request.method === 'GET' ? 0 : Math.min(Number(told ?? bodyLimit), bodyLimit);
      const isHere = limits.receive(request.ip, bytes);
      received.set(request, isHere);
      reply.raw.once('close', isHere);
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      received.get(request)?.();
      reply.raw.once('close', limits.webhook());
    },
    onResponse: async (request: FastifyRequest, reply: FastifyReply) => {
      if (reply.statusCode === 401 || reply.statusCode === 403) await limits.forged(request.ip);
    },
  };
}
