import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { WebhookGuards } from '../../channels/webhook-reception.ts';
import { onceClosed } from '../request.ts';
import type { Body } from './bodies.ts';
import type { Limits } from './limits.ts';

/** Nearly all webhooks are smaller. */
const SMALL_MAX = 64 * 1024;

/** The company id of a number at the provider; undefined if unknown. */
export type CompanyOf = (phoneNumberId: string) => Promise<string | undefined>;

/**
 * Webhooks with a valid signature have no rate limit: only the bytes being received and the number being processed are
 * limited. Those without one are limited per address. Providers retry refused ones.
 */
export function webhookGuards(limits: Limits, companyOf: CompanyOf): WebhookGuards {
  const current = new WeakMap<FastifyRequest, Body>();
  const forged = (request: FastifyRequest) => limits.forgedWebhook(request.ip);
  return {
    config: { rate: 'free' },
    preParsing: async (request, reply, payload) => {
      const size = Number(request.headers['content-length'] ?? Infinity) <= SMALL_MAX ? 'small' : 'large';
      const body = limits.receive(request.ip, size, (refusal) => counted.destroy(refusal));
      let isOver = false;
      current.set(request, body);
      const counted = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          if (isOver) {
            done();
          } else if (body.take(chunk.length)) {
            done(null, chunk);
          } else {
            current.delete(request);
            done(limits.webhookRefused());
          }
        },
      });
      onceClosed(reply, () => {
        isOver = true;
        body.end();
        // Drop the rest of the body.
        payload.unpipe(counted);
        payload.resume();
        // Cut off before its signature could be checked.
        if (current.delete(request)) forged(request).catch(() => undefined);
      });
      // After the refusal nobody else listens, and an unhandled error event ends the process.
      counted.on('error', () => undefined);
      payload.once('error', (error) => counted.destroy(error));
      return payload.pipe(counted);
    },
    preHandler: async (request) => {
      current.get(request)?.end();
      current.delete(request);
    },
    begin: (phoneNumberIds) =>
      limits.webhook(async () => {
        const companies = new Set<string>();
        // Sequentially, so that a webhook with many numbers takes one database connection.
        for (const id of phoneNumberIds) companies.add((await companyOf(id)) ?? `number ${id}`);
        return companies;
      }),
    forged,
  };
}
