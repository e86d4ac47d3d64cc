import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { WebhookGuards } from '../../channels/webhook-routes.ts';
import type { Limits } from './limits.ts';

/** Nearly all webhooks are smaller. */
const SMALL_MAX = 64 * 1024;

/**
 * Webhooks with a good signature are never counted, however many: bounded are the bytes that have come in and what is
 * worked on at a time. Those without one are few from an address. Who is refused repeats, as providers do.
 */
export function webhookGuards(limits: Limits): WebhookGuards {
  const held = new WeakMap<FastifyRequest, () => void>();
  const forged = (request: FastifyRequest) => limits.forgedWebhook(request.ip);
  return {
    config: { rate: 'free' },
    preParsing: async (request, reply, payload) => {
      const size = Number(request.headers['content-length'] ?? Infinity) <= SMALL_MAX ? 'small' : 'large';
      const releases: (() => void)[] = [];
      const release = () => releases.splice(0).forEach((one) => one());
      held.set(request, release);
      reply.raw.once('close', () => {
        release();
        // Cut off before its signature could be looked at.
        if (held.delete(request)) forged(request).catch(() => undefined);
      });
      const counted = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          try {
            releases.push(limits.receive(request.ip, size, chunk.length));
            done(null, chunk);
          } catch (error) {
            reply.header('connection', 'close');
            held.delete(request);
            done(error instanceof Error ? error : new Error('A webhook could not be received', { cause: error }));
          }
        },
      });
      payload.once('error', (error) => counted.destroy(error));
      return payload.pipe(counted);
    },
    preHandler: async (request) => {
      held.get(request)?.();
      held.delete(request);
    },
    begin: (phoneNumberIds) => limits.webhook(phoneNumberIds),
    forged,
  };
}
