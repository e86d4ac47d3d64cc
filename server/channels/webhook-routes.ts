import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import type { FullChannel } from './channel.ts';
import { isSameSecret } from './same-secret.ts';
import { failureBody, keepRawBodies, receiveWebhooks } from './webhook-reception.ts';
import type { WebhookGuards } from './webhook-reception.ts';
import type { WebhookSink } from './webhook-sink.ts';

export interface WebhookRoutesOptions {
  readonly channel: Pick<FullChannel, 'isSigned' | 'parseWebhook'>;
  readonly sink: WebhookSink;
  /** Meta's `hub.verify_token` when the URL is registered. */
  readonly verifyToken: string;
  /** Meta's webhooks may have up to 3 MB. */
  readonly bodyLimit?: number;
  /** Time limit of the sink, in milliseconds, before the answer is 503. */
  readonly timeoutMs?: number;
  readonly guards?: WebhookGuards;
}

export const WEBHOOK_BODY_LIMIT = 3 * 1024 * 1024;

const subscriptionSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.maxLength(1024)),
});

/** `/webhooks/whatsapp`: GET verifies the URL for the provider, POST receives webhooks as `receiveWebhooks` says. */
export const webhookRoutes: FastifyPluginAsync<WebhookRoutesOptions> = async (app, options) => {
  if (options.verifyToken === '') throw new Error('The webhook needs a verify token.');
  const { channel, sink, timeoutMs, guards, bodyLimit = WEBHOOK_BODY_LIMIT } = options;
  keepRawBodies(app, bodyLimit);

  const { begin: _begin, forged, preParsing: _preParsing, ...hooks } = guards ?? {};

  app.get('/webhooks/whatsapp', hooks, async (request, reply) => {
    const query = subscriptionSchema.safeParse(request.query);
    if (!query.success || !isSameSecret(query.data['hub.verify_token'], options.verifyToken)) {
      await forged?.(request);
      return reply.code(403).send(failureBody('Forbidden', 'FORBIDDEN', 'error.webhook.verifyToken', request.id));
    }
    return reply.header('x-content-type-options', 'nosniff').type('text/plain').send(query.data['hub.challenge']);
  });

  receiveWebhooks(
    app,
    { sink, bodyLimit, timeoutMs, guards },
    {
      path: '/webhooks/whatsapp',
      mayBeSigned: ({ headers }) => /^sha256=[\da-f]{64}$/i.test(String(headers['x-hub-signature-256'] ?? '')),
      read: async ({ headers }, rawBody) => {
        const signature = headers['x-hub-signature-256'];
        return channel.isSigned(rawBody, typeof signature === 'string' ? signature : undefined)
          ? channel.parseWebhook(rawBody)
          : undefined;
      },
      answer: (reply) => reply.send({ received: true }),
    },
  );
};
